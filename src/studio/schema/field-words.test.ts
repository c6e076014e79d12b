import { expect, it } from 'vitest';
import { findUnit, listBases, splitSpeed, titleOf, wordsOf } from './field-words.ts';

it('titles are words', () => {
  expect(['aspectRatio', 'src', 'fps'].map(titleOf)).toEqual(['Aspect ratio', 'Source', 'Frames per second']);
  expect(wordsOf('shuffleTopRight')).toBe('Shuffle top right');
  expect(wordsOf('rich-text')).toBe('Rich text');
});

it('units come from the first sentence of a description', () => {
  expect(findUnit('Font size in whole pixels, 1 or more. Default 32.')).toBe('px');
  expect(findUnit('Angle in degrees clockwise.')).toBe('°');
  expect(findUnit('Opacity from 0 to 1. A fade lasts 2 seconds.')).toBe('');
});

it('the name of a motion has a base and a speed', () => {
  expect(splitSpeed('wipeLeftSlow')).toEqual({ base: 'wipeLeft', speed: 'Slow' });
  expect(splitSpeed('zoom')).toEqual({ base: 'zoom', speed: '' });
  expect(listBases(['none', 'fade', 'fadeSlow', 'fadeFast'])).toEqual(['none', 'fade']);
});
