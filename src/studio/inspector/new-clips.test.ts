import { expect, it } from 'vitest';
import { parseEdit } from '../../edit/index.ts';
import { NEW_CLIPS } from './new-clips.ts';

const CLIPS = NEW_CLIPS.flatMap(({ clips }) => clips);

it.each(CLIPS)('$title can be rendered as it is added, with its file', ({ clip, kinds, first }) => {
  const asset = { ...clip.asset, ...(kinds && { src: 'https://media.example/file' }) };
  // Captions last until the end of the others.
  const other = { asset: { type: 'text', text: 'One' }, start: 0, length: 4 };
  const tracks = [{ clips: [other] }, { clips: [{ ...clip, asset, start: 0 }] }];
  const parsed = parseEdit({ timeline: { tracks }, output: { format: 'mp4', resolution: 'hd' } });
  expect(parsed.ok ? [] : parsed.problems).toEqual([]);
  expect(clip.asset).toHaveProperty(first);
});

it('names each clip once', () => {
  const titles = CLIPS.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});
