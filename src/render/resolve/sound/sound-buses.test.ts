import { expect, it } from 'vitest';
import { toRate, toSeconds, ZERO } from '../../../base/time.ts';
import { type ClipLocation, parseEdit } from '../../../edit/index.ts';
import type { AudioClip } from '../timeline.ts';
import { attachBuses } from './sound-buses.ts';

const GAIN = [{ type: 'gain', db: 3 }];
const filters = [{ type: 'gain', numbers: { db: 3 } }];
const asset = { type: 'audio', src: 'https://example.com/a.wav' };

it('lists the buses of tracks, groups and the mix, and adds them to clips', () => {
  const group = {
    type: 'group',
    sound: GAIN,
    tracks: [{ clips: [{ asset, start: 0, length: 1 }], sound: GAIN }],
  };
  const parsed = parseEdit({
    timeline: {
      sound: GAIN,
      tracks: [
        { clips: [{ asset, start: 0, length: 1 }], sound: [{ type: 'gain', db: 0 }] },
        { clips: [{ asset: group, start: 2, length: 1 }], sound: GAIN },
      ],
    },
    output: { format: 'mp3' },
  });
  if (!parsed.ok) throw new Error('The edit is valid.');
  const inner = 'timeline.tracks[1].clips[0].asset';
  const clips = ['timeline.tracks[0].clips[0]', `${inner}.tracks[0].clips[0]`, 'timeline.soundtrack'];
  const audioClips = clips.map((field) => ({ field }) as AudioClip);
  const { edit } = parsed.value;
  const times = { of: ({ clip }: ClipLocation) => ({ start: toSeconds(Number(clip.start)), length: ZERO }) };
  expect(attachBuses(audioClips, edit, times, toRate(25))).toEqual({
    // The first track changes nothing.
    audioClips: [{ field: clips[0] }, { field: clips[1], bus: `${inner}.tracks[0]` }, { field: clips[2] }],
    buses: [
      { field: 'timeline.tracks[1]', sound: filters, from: 0 },
      { field: inner, into: 'timeline.tracks[1]', sound: filters, from: 50 },
      { field: `${inner}.tracks[0]`, into: inner, sound: filters, from: 50 },
      { field: 'timeline', sound: filters, from: 0 },
    ],
  });
});
