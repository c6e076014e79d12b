import { expect, it } from 'vitest';
import { fromRatio, ZERO } from '../../base/time.ts';
import { describeKnown, restoreKnown } from './known-media.ts';
import type { AvMedia } from './media.ts';

const FILM: AvMedia = {
  kind: 'av',
  video: {
    location: { file: '/here', demuxer: 'mov', stream: 0, start: fromRatio(1, 30_000) },
    stored: { width: 160, height: 90 },
    width: 160,
    height: 90,
    turn: 'half',
    alpha: false,
    defects: [],
    duration: fromRatio(1001, 30_000),
  },
  audio: {
    location: { file: '/here', demuxer: 'mov', stream: 1, start: ZERO, clock: [{ packet: 3, shift: -1.5 }] },
  },
  silences: { key: { spans: [[1, 5]], end: 9 } },
};

it('tells another process exactly what a file is, but not where', () => {
  const text = JSON.stringify(describeKnown(FILM, '/here'));
  expect(text).not.toContain('here');
  const restored = restoreKnown(JSON.parse(text) as Parameters<typeof restoreKnown>[0], '/there');
  const elsewhere = <Track extends AvMedia['audio'] | AvMedia['video']>(track: Track) =>
    track && { ...track, location: { ...track.location, file: '/there' } };
  expect(restored).toEqual({ ...FILM, video: elsewhere(FILM.video), audio: elsewhere(FILM.audio) });
});

it('does not describe a file that must be prepared, or that is no video and no sound', () => {
  expect(describeKnown(FILM, '/other')).toBeUndefined();
  expect(describeKnown({ kind: 'subtitles', cues: [] }, '/here')).toBeUndefined();
  expect(describeKnown(undefined, '/here')).toBeUndefined();
});
