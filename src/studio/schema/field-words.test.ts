import { expect, it } from 'vitest';
import {
  findUnit,
  isPercent,
  listBases,
  splitSpeed,
  titleOf,
  wordOfChoice,
  wordsOf,
  writeValueAt,
} from './field-words.ts';

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

it('fractions that people know as percent are written so, also those of tweens', () => {
  const clip = ['timeline', 'tracks', 0, 'clips', 0];
  const places = [['opacity'], ['offset', 'x'], ['scale', 0, 'from'], ['asset', 'font', 'opacity']];
  expect(places.map((place) => isPercent([...clip, ...place]))).toEqual([true, true, true, true]);
  const others = [['asset', 'volume'], ['offset'], ['scale', 0, 'start'], ['asset', 'x'], ['asset', 'from']];
  expect(others.filter((place) => isPercent([...clip, ...place]))).toEqual([]);
  expect(writeValueAt([...clip, 'offset', 'y'], -0.07)).toBe('-7 %');
  expect(writeValueAt([...clip, 'offset', 'y'], 'auto')).toBe('auto');
});

it('the choices of a fit have words', () => {
  expect(wordOfChoice('fit', 'cover')).toBe('Stretch');
  expect(wordOfChoice('format', 'mp4')).toBeUndefined();
});

it('the name of a motion has a base and a speed', () => {
  expect(splitSpeed('wipeLeftSlow')).toEqual({ base: 'wipeLeft', speed: 'Slow' });
  expect(splitSpeed('zoom')).toEqual({ base: 'zoom', speed: '' });
  expect(listBases(['none', 'fade', 'fadeSlow', 'fadeFast'])).toEqual(['none', 'fade']);
});
