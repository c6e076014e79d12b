import { expect, it } from 'vitest';
import { changeText, type DraftEdit, readDraft, writeEdit } from '../edit-text.ts';
import { parseText } from '../shown-frames.fixture.ts';
import { isLengthPath, resizeClip } from './resize-clip.ts';

const scale = [{ from: 0, to: 1, start: 1, length: 2 }];
const clip = { asset: { type: 'text', text: 'Hello' }, start: 0, length: 4, scale };
const TEXT = writeEdit({
  timeline: { tracks: [{ clips: [clip] }] },
  output: { format: 'mp4', resolution: 'sd' },
});
const PATH = ['timeline', 'tracks', 0, 'clips', 0, 'length'];
const read = (text: string) => readDraft(text) as DraftEdit;

it('a length that is typed cuts tweens, and gives them back with the next letter', () => {
  const one = changeText(TEXT, resizeClip(read(TEXT), read(TEXT), PATH, 2));
  expect(parseText(one).timeline.tracks[0]?.clips[0]).toEqual({
    ...clip,
    length: 2,
    scale: [{ from: 0, to: 0.5, start: 1, length: 1 }],
  });
  const other = changeText(one, resizeClip(read(one), read(TEXT), PATH, 25));
  expect(other).toBe(TEXT.replace('"length": 4', '"length": 25'));
});

it.each<[readonly (string | number)[], boolean]>([
  [PATH, true],
  [['timeline', 'tracks', 0, 'clips', 0, 'scale', 0, 'length'], false],
  [['output', 'range', 'length'], false],
])('the path of a length of a clip is known: %s', (path, isLength) => {
  expect(isLengthPath(path)).toBe(isLength);
});
