import { expect, it } from 'vitest';
import { reverseTracks } from './reverse-tracks.ts';

const trackOf = (...names: string[]) => ({ clips: names.map((text) => ({ asset: { type: 'text', text } })) });

it('turns the order of the tracks around, also within groups', () => {
  const group = { asset: { type: 'group', tracks: [trackOf('c'), trackOf('d')] }, start: 0 };
  const edit = {
    timeline: { background: '#000000', tracks: [trackOf('a', 'b'), { clips: [group] }] },
    output: { format: 'mp4' },
  };
  expect(reverseTracks(edit)).toEqual({
    timeline: {
      background: '#000000',
      tracks: [
        { clips: [{ asset: { type: 'group', tracks: [trackOf('d'), trackOf('c')] }, start: 0 }] },
        trackOf('a', 'b'),
      ],
    },
    output: { format: 'mp4' },
  });
  expect(reverseTracks(reverseTracks(edit))).toEqual(edit);
});

it('makes nothing of an edit without tracks', () => {
  expect(reverseTracks({ output: {} })).toEqual({ timeline: { tracks: [] }, output: {} });
});
