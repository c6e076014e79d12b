import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSound } from '../../../../test/media/encode-sound.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { SAMPLE_RATE, toSeconds, toSpeed, ZERO } from '../../../base/time.ts';
import type { StreamLocation } from '../../media/media.ts';
import { probeAv } from '../input/probe-av.ts';
import { AudioReader } from './audio-reader.ts';
import { openJoinedSound, type SoundPart } from './joined-frames.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let noise: StreamLocation;
let tone: StreamLocation;

beforeAll(async () => {
  media = await createMediaFolder();
  noise = await write('noise.wav', (second) => Math.sin(1e5 * second ** 2) / 2);
  tone = await write('tone.wav', (second) => 0.5 * Math.sin(2 * Math.PI * 500 * second));
});
afterAll(() => media[Symbol.asyncDispose]());

async function write(name: string, wave: (second: number) => number): Promise<StreamLocation> {
  const sound = { codec: 'pcm_f32le', container: 'wav', format: 'flt', seconds: 6, wave };
  await encodeSound(media.path(name), sound);
  const { audio } = await probeAv(media.path(name), 'wav');
  if (!audio) throw new Error('no sound');
  return audio.location;
}

/** Returns parts from pairs of seconds. */
function partsOf(...pairs: readonly (readonly [from: number, to: number])[]): SoundPart[] {
  let at = ZERO;
  return pairs.map(([first, last]) => {
    const part = { from: toSeconds(first), to: toSeconds(last), at };
    at = at.add(part.to.sub(part.from));
    return part;
  });
}

const PARTS = partsOf([0.5, 1], [2, 2.75], [4.1, 4.35]);
/** Half of a cross-fade. */
const MARGIN = 120;

async function read(
  location: StreamLocation,
  { from = 0, speed = 1, repeats = false, parts = PARTS } = {},
  count = 1.5 * SAMPLE_RATE,
) {
  using reader = openJoinedSound(location, { parts, repeats }, toSeconds(from), toSpeed(speed));
  return (await reader.read(count)).left;
}

describe('the parts of a sound in a row', () => {
  it('have the samples of the sound, to the bit, outside of the cross-fades', async () => {
    using whole = await AudioReader.open(noise, ZERO);
    const { left: source } = await whole.read(6 * SAMPLE_RATE);
    const joined = await read(noise);
    for (const { from, to, at } of PARTS) {
      const [begin, first, end] = [from, at, to].map((second) => second.mul(SAMPLE_RATE).valueOf());
      const own = joined.slice((first ?? 0) + MARGIN, (first ?? 0) + (end ?? 0) - (begin ?? 0) - MARGIN);
      expect(own).toEqual(source.slice((begin ?? 0) + MARGIN, (end ?? 0) - MARGIN));
    }
  });

  it('are joined without a click', async () => {
    // The tone jumps by half a period at each cut.
    const parts = partsOf([0, 1], [2.001, 2.501], [3, 3.501]);
    const joined = await read(tone, { parts });
    const steps = joined.slice(1).map((sample, index) => Math.abs(sample - (joined[index] ?? 0)));
    const steepest = 0.5 * 2 * Math.PI * (500 / SAMPLE_RATE);
    expect(steps.subarray(0, -1000).reduce((most, step) => Math.max(most, step), 0)).toBeLessThan(
      1.05 * steepest,
    );
  });

  it.each([0.25, 0.499, 0.5001, 0.51, 1.3])('sound the same if reading begins at second %s', async (from) => {
    const whole = await read(noise);
    const first = Math.round(from * SAMPLE_RATE);
    expect((await read(noise, { from })).slice(0, whole.length - first)).toEqual(whole.slice(first));
  });

  it('repeat in step, and end if they do not', async () => {
    const once = await read(noise);
    const looped = await read(noise, { repeats: true }, 4.5 * SAMPLE_RATE);
    for (const start of [1.5, 3].map((second) => second * SAMPLE_RATE)) {
      const again = looped.slice(start + MARGIN, start + once.length - MARGIN);
      expect(again).toEqual(once.slice(MARGIN, once.length - MARGIN));
    }
    using reader = openJoinedSound(noise, { parts: PARTS, repeats: false }, ZERO, toSpeed(1));
    await reader.read(1.5 * SAMPLE_RATE);
    expect((await reader.read(1000)).left.every((sample) => sample === 0)).toBe(true);
    expect(reader.isOver).toBe(true);
  });

  it('play faster', async () => {
    const fast = await read(tone, { speed: 2, parts: partsOf([0, 1], [2, 4]) });
    const errors = fast
      .slice(100, 71_900)
      .map((sample, index) =>
        Math.abs(sample - 0.5 * Math.sin((2 * Math.PI * 1000 * (index + 100)) / SAMPLE_RATE)),
      );
    expect(errors.reduce((most, error) => Math.max(most, error), 0)).toBeLessThan(0.002);
  });
});
