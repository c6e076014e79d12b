import { describe, expect, it } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import type { SpeechReader } from '../av/sound/speech-reader.ts';
import { splitSpeech } from './split-speech.ts';
import { findQuietCut } from './find-quiet-cut.ts';

const RATE = 16_000;

/** Returns a loud sound with a pause of 0.5 s at each of the given seconds. */
function speech(length: number, pauses: readonly number[]): Int16Array {
  return Int16Array.from({ length: length * RATE }, (_, index) =>
    pauses.some((at) => index >= at * RATE && index < (at + 0.5) * RATE) ? 0 : 5000 * (index % 2) - 2500,
  );
}

/** Returns a reader of samples with the delay of a resampler. */
function readerOf(samples: Int16Array): SpeechReader {
  let [asked, given] = [0, 0];
  const upTo = (end: number): Int16Array => {
    const piece = samples.slice(given, Math.max(given, end));
    given = Math.max(given, end);
    return piece;
  };
  return {
    get isOver() {
      return asked > samples.length;
    },
    read(length: { valueOf(): number }) {
      asked += Math.round(length.valueOf() * RATE);
      return Promise.resolve(upTo(Math.min(asked, samples.length) - 16));
    },
    finish: () => Promise.resolve(upTo(Math.min(asked, samples.length))),
  } as Partial<SpeechReader> as SpeechReader;
}

async function partsOf(samples: Int16Array, lasts: number | undefined, longest: number) {
  const parts = [];
  const wanted = lasts === undefined ? undefined : toSeconds(lasts);
  for await (const part of splitSpeech(readerOf(samples), wanted, () => undefined, longest)) parts.push(part);
  return parts;
}

describe('a long sound', () => {
  it('is cut at quiet places, and no sample is lost', async () => {
    const samples = speech(50, [9.4, 19, 28.2, 29]);
    const parts = await partsOf(samples, 50, 10);
    const cuts = parts.map(({ from }) => from);
    expect(cuts).toHaveLength(6);
    for (const [index, pause] of [9.4, 19, 29].entries()) {
      expect(cuts[index + 1]).toBeGreaterThan(pause);
      expect(cuts[index + 1]).toBeLessThan(pause + 0.5);
    }
    const all = parts.flatMap((part) => [...part.samples]);
    expect(all.length).toBe(samples.length);
    expect(all.every((sample, index) => sample === samples[index])).toBe(true);
    for (const part of parts) expect(part.samples.length).toBeLessThanOrEqual(10 * RATE);
  });

  it('is read up to the given length, or to its end if none is given', async () => {
    const samples = speech(5, []);
    expect((await partsOf(samples, undefined, 10)).map((part) => part.samples.length)).toEqual([5 * RATE]);
    expect((await partsOf(samples, 3.5, 10)).map((part) => part.samples.length)).toEqual([3.5 * RATE]);
  });
});

describe('the cut', () => {
  it('is in the middle of the last pause', () => {
    expect(findQuietCut(speech(10, [2, 5, 7]), 4 * RATE) / RATE).toBeCloseTo(7.35, 1);
  });

  it('is at the end if the searched part is too short', () => {
    expect(findQuietCut(speech(1, []), RATE - 100)).toBe(RATE);
  });
});
