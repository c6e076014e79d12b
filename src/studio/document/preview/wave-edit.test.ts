import { expect, it } from 'vitest';
import { countPoints, createWaveEdit, drawWave, hasWave } from './wave-edit.ts';

const speech = { type: 'audio', src: 'https://media.example/a.mp3', trim: 3, speed: 2, volume: 0.5 };

it('plays the sound of a clip alone, with all that it is heard with', () => {
  const merge = [{ find: 'A', replace: 'b' }];
  const clip = { asset: { ...speech, duck: { by: 6 } }, start: 7, alias: 'voice' };
  expect(createWaveEdit({ merge, timeline: { cache: false } }, clip, 4)).toEqual({
    timeline: { cache: false, tracks: [{ clips: [{ asset: speech, start: 0, length: 4 }] }] },
    merge,
    output: { format: 'mp4', resolution: 'preview' },
  });
});

it.each([
  ['a sound', speech, true],
  ['a muted sound', { ...speech, volume: 0 }, false],
  ['a video', { type: 'video', src: 'https://media.example/a.mp4' }, true],
  ['a speech', { type: 'text-to-speech', text: 'Hello' }, true],
  ['a picture', { type: 'image', src: 'https://media.example/a.png' }, false],
  ['nothing', undefined, false],
])('knows if %s can be heard', (_what, asset, expected) => {
  expect(hasWave(asset ? { asset } : {})).toBe(expected);
});

it('has 40 levels for a second, within bounds', () => {
  expect([0.01, 3, 600].map(countPoints)).toEqual([2, 120, 2000]);
});

it('draws the levels from the bottom, and nothing for silence', () => {
  expect(drawWave([0, 0.5, 1])).toBe('M0,1L0.5,1 1.5,0.5 2.5,0 3,1Z');
  expect(drawWave([0, 0.001])).toBe('');
});
