import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeSound } from '../../../test/media/encode-sound.ts';
import { createMediaFolder } from '../../../test/media/render-edit.ts';
import { toSeconds } from '../../base/time.ts';
import type { AvMedia } from '../media/media.ts';
import { silenceKeyOf } from '../media/silences.ts';
import { findSilences } from './find-silences.ts';
import { probe } from './probe.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let file: AvMedia;

/** Returns a tone of -10 dBFS on the right from 1 to 2 s and from 2.3 to 4 s, with noise of -50 dBFS between. */
const wave = (second: number, channel: number): number => {
  const isTone = (second >= 1 && second < 2) || (second >= 2.3 && second < 4);
  const level = (isTone && channel === 1 ? -10 : -50) + 3.01;
  return 10 ** (level / 20) * Math.sin(2 * Math.PI * 500 * second);
};

beforeAll(async () => {
  media = await createMediaFolder();
  const sound = { codec: 'pcm_s16le', container: 'wav', seconds: 5, wave };
  await encodeSound(media.path('speech.wav'), sound);
  const found = await probe(media.path('speech.wav'));
  if (found.kind !== 'av') throw new Error('no sound');
  file = found;
});
afterAll(() => media[Symbol.asyncDispose]());

const find = async (threshold: number, minLength: number, from: AvMedia = file) => {
  const settings = { threshold, minLength };
  return (await findSilences(from, [settings], () => true))?.[silenceKeyOf(settings)];
};

it('finds what is quieter than the threshold on both sides for long enough', async () => {
  const edges = [
    [0, 100],
    [400, 500],
  ];
  expect(await find(-40, 0.5)).toEqual({ spans: edges, end: 500 });
  expect(await find(-40, 0.3)).toEqual({ spans: [edges[0], [200, 230], edges[1]], end: 500 });
  expect(await find(-60, 0.1)).toEqual({ spans: [], end: 500 });
  expect(await find(-9, 0.1)).toEqual({ spans: [[0, 500]], end: 500 });
});

it('finds the silences of several settings at once', async () => {
  const found = await findSilences(
    file,
    [
      { threshold: -40, minLength: 0.5 },
      { threshold: -60, minLength: 0.5 },
    ],
    () => true,
  );
  expect(Object.keys(found ?? {})).toEqual(['-40 0.5', '-60 0.5']);
});

it('counts the picture after the end of the sound as silent', async () => {
  // Only the duration of the picture matters.
  const video = { duration: toSeconds(7.5) } as NonNullable<AvMedia['video']>;
  expect((await find(-40, 0.5, { ...file, video }))?.spans.at(-1)).toEqual([400, 750]);
});

it('stops when it is told to, and finds nothing without sound', async () => {
  const settings = [{ threshold: -40, minLength: 0.5 }];
  let calls = 0;
  expect(await findSilences(file, settings, () => ++calls < 3)).toBeUndefined();
  expect(calls).toBe(3);
  expect(await findSilences({}, settings, () => true)).toBeUndefined();
});
