import { expect, it } from 'vitest';
import { findWarnings, lengthWithoutMedia, parseEdit, resolveTimes } from '../index.ts';

it('warns about filters that leave nothing to hear, wherever they are', () => {
  const asset = { type: 'audio', src: 'https://example.com/a.wav' };
  const between = [
    { type: 'lowpass', frequency: 100 },
    { type: 'highpass', frequency: 4000 },
  ];
  const parsed = parseEdit({
    timeline: {
      sound: [
        { type: 'gain', db: -40 },
        { type: 'gain', db: -30 },
      ],
      tracks: [
        { sound: between, clips: [{ asset: { ...asset, sound: between }, start: 0, length: 1 }] },
        { sound: [{ type: 'gain', db: -59 }], clips: [{ asset, start: 0, length: 1 }] },
        {
          sound: [
            { type: 'highpass', frequency: 300 },
            { type: 'lowpass', frequency: 3400 },
          ],
          clips: [{ asset, start: 0, length: 1 }],
        },
      ],
    },
    output: { format: 'mp3' },
  });
  if (!parsed.ok) throw new Error('The edit is valid.');
  const { edit } = parsed.value;
  const found = findWarnings(edit, resolveTimes(edit, lengthWithoutMedia), 'interface');
  expect(found.map(({ field }) => field)).toEqual([
    'timeline.sound',
    'timeline.tracks[0].clips[0].asset.sound',
    'timeline.tracks[0].sound',
  ]);
  expect(found[0]?.text).toContain('-70 dB');
});
