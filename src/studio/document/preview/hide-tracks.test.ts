import { expect, it } from 'vitest';
import { parseEdit } from '../../../edit/index.ts';
import type { DraftEdit } from '../edit-text.ts';
import { hideTracks } from './hide-tracks.ts';

const video = { type: 'video', src: 'https://media.example/a.mp4' };
const group = { type: 'group', tracks: [{ clips: [{ asset: video, start: 0, length: 2 }] }] };
const EDIT: DraftEdit = {
  timeline: {
    tracks: [
      {
        clips: [
          {
            asset: video,
            start: 0,
            length: 2,
            alias: 'talk',
            opacity: [{ from: 0, to: 1, length: 1 }],
            shapes: { '16:9': { opacity: 1 } },
          },
        ],
      },
      { clips: [{ asset: { type: 'caption', src: 'alias://talk' }, start: 0, length: 'alias://talk' }] },
      { clips: [{ asset: group, start: 0, length: 2 }] },
    ],
  },
  output: { format: 'mp4', resolution: 'sd' },
};

it('hidden tracks are not seen, muted ones not heard, and what refers to them stays valid', () => {
  const looked = hideTracks(EDIT, { hidden: [0], muted: [0, 1, 2] });
  expect(looked.timeline?.tracks?.map(({ clips = [] }) => clips[0])).toMatchObject([
    { opacity: 0, asset: { volume: 0 }, alias: 'talk' },
    EDIT.timeline?.tracks?.[1]?.clips?.[0] ?? {},
    { asset: { tracks: [{ clips: [{ asset: { ...video, volume: 0 } }] }] } },
  ]);
  const parsed = parseEdit(looked);
  expect(parsed.ok && parsed.value.edit.timeline.tracks[0]?.clips[0]).toMatchObject({ opacity: 0 });
});

it('an edit whose tracks are all shown stays the same object', () => {
  expect(hideTracks(EDIT, { hidden: [], muted: [] })).toBe(EDIT);
});
