import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../../src/base/time.ts';
import type { TranscribedWord } from '../../src/base/transcribed-word.ts';
import { toneLevel } from '../../src/render/mix/test-tones.fixture.ts';
import { openSpeaker } from '../../src/speech/open-speaker.ts';
import { decodeSound } from '../media/decode-output.ts';
import { findFlashes, FLASH_SIZE, makeFlashes } from '../media/flashes.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';

const TEXT = 'Well, um, this is a test, um, of the famous words. You know, it works.';
/** The margin around words, in seconds. */
const MARGIN = 0.05;

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let speech: string;
let words: readonly TranscribedWord[];
/** The samples of the speech as it is rendered without changes. */
let plain: Float32Array;

beforeAll(async () => {
  media = await createMediaFolder();
  const speaker = await openSpeaker({});
  try {
    const options = { type: 'text-to-speech', voice: 'Joanna', text: TEXT } as const;
    const spoken = await speaker.speak(options, {
      signal: AbortSignal.timeout(60_000),
      folder: media.path(''),
    });
    [speech, words] = [spoken.path, spoken.words ?? []];
  } finally {
    await speaker.close();
  }
  await writeFile(media.path('speech.vtt'), toVtt(words));
  plain = await render({});
});
afterAll(() => media[Symbol.asyncDispose]());

/** Writes words as one cue each, as subtitles for karaoke do. */
function toVtt(said: readonly TranscribedWord[]): string {
  const at = (second: number): string => new Date(second * 1000).toISOString().slice(11, 23);
  return `WEBVTT\n\n${said.map(({ from, to, text }) => `${at(from)} --> ${at(to)}\n${text}\n`).join('\n')}`;
}

/** Renders the speech, and returns its left samples. */
async function render(asset: object): Promise<Float32Array> {
  const clip = { asset: { type: 'audio', src: speech, ...asset }, start: 0, length: 'auto' };
  const to = media.path('out.wav');
  await renderEdit({ timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'wav', fps: 25 } }, to);
  const sound = await decodeSound(to, 'wav');
  return sound?.left ?? new Float32Array();
}

const change = (lists: object): object => ({ words: { transcript: media.path('speech.vtt'), ...lists } });

function part(samples: Float32Array, from: number, to: number): Float32Array {
  return samples.subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE));
}

function decibels(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function wordOf(text: string): TranscribedWord {
  const found = words.find((word) => word.text.startsWith(text));
  if (!found) throw new Error(`The speech has no word ${text}.`);
  return found;
}

/** Returns the largest difference between two samples in a row. */
function largestStep(samples: Float32Array): number {
  let most = 0;
  for (let at = 1; at < samples.length; at++)
    most = Math.max(most, Math.abs((samples[at] ?? 0) - (samples[at - 1] ?? 0)));
  return most;
}

it('mutes and bleeps words of a real speech, and nothing else', async () => {
  const [famous, works] = [wordOf('famous'), wordOf('works')];
  const changed = await render(change({ mute: ['Famous'], bleep: ['works'] }));
  expect(changed).toHaveLength(plain.length);
  expect(decibels(part(plain, famous.from, famous.to))).toBeGreaterThan(-40);
  // The times of the file are rounded to milliseconds.
  expect(decibels(part(changed, famous.from, famous.to))).toBeLessThan(-90);
  // Whole periods of the tone.
  const tone = part(changed, works.from, works.from + 0.2);
  expect(Math.abs(20 * Math.log10(toneLevel(tone, 1000)) + 20)).toBeLessThan(0.1);
  expect(decibels(tone)).toBeCloseTo(20 * Math.log10(0.1 / Math.SQRT2), 1);
  const outside = [...plain.keys()].filter((at) =>
    [famous, works].every(
      ({ from, to }) => at < (from - MARGIN) * SAMPLE_RATE - 1 || at > (to + MARGIN) * SAMPLE_RATE + 1,
    ),
  );
  expect(outside.length).toBeGreaterThan(plain.length / 2);
  expect(outside.filter((at) => changed[at] !== plain[at])).toEqual([]);
  // A click would be a step that the speech and the tone do not have.
  expect(largestStep(changed)).toBeLessThanOrEqual(
    Math.max(largestStep(plain), 0.1 * 2 * Math.PI * (1000 / SAMPLE_RATE)) + 1e-4,
  );
});

it('cuts words out, and joins the rest without a click', async () => {
  const changed = await render(change({ cut: ['um', 'you know'] }));
  const cut = words.filter(({ text }) => /^(um|you|know)/i.test(text));
  const spoken = cut.reduce((sum, { from, to }) => sum + to - from, 0);
  const removed = (plain.length - changed.length) / SAMPLE_RATE;
  expect(removed).toBeGreaterThan(spoken);
  // Three cuts with a margin on both sides, each to half a frame.
  expect(removed).toBeLessThan(spoken + 3 * 2 * (MARGIN + 0.02) + 0.1);
  expect(largestStep(changed)).toBeLessThanOrEqual(largestStep(plain) + 1e-4);
});

it('keeps only some words', async () => {
  const changed = await render(change({ keep: ['this is a test'] }));
  const [first, last] = [wordOf('this'), wordOf('test')];
  expect(Math.abs(changed.length / SAMPLE_RATE - (last.to - first.from + 2 * MARGIN))).toBeLessThan(0.045);
});

it('cuts pictures with their words', async () => {
  const seconds = [0.4, 1.2, 2.0, 2.8, 3.6];
  await makeFlashes(media.path('flashes.mp4'), 5, seconds, { rate: 25 });
  const names = ['one', 'two', 'one', 'two', 'one'];
  const said = seconds.map((from, index) => ({ text: names[index] ?? '', from, to: from + 0.1 }));
  await writeFile(media.path('flashes.vtt'), toVtt(said));
  const asset = {
    type: 'video',
    src: media.path('flashes.mp4'),
    words: { cut: ['two'], transcript: media.path('flashes.vtt') },
  };
  const to = media.path('out.mp4');
  const output = { format: 'mp4', size: FLASH_SIZE, fps: 25 };
  await renderEdit({ timeline: { tracks: [{ clips: [{ asset, start: 0, length: 'auto' }] }] }, output }, to);
  const { flashes, beeps } = await findFlashes(to, 0.2);
  expect([flashes.length, beeps.length]).toEqual([3, 3]);
  for (const [index, flash] of flashes.entries())
    expect(Math.abs(flash - (beeps[index] ?? NaN))).toBeLessThan(0.002);
  // Each cut takes 0.2 s: the word and its margins.
  expect(flashes.map((flash) => Math.round(flash * 25))).toEqual([10, 45, 80]);
});

it('fails with a sentence if nobody knows the words', async () => {
  await expect(render({ words: { cut: ['um'] } })).rejects.toThrow(
    /timeline\.tracks\[0\]\.clips\[0\]\.asset\.words: there is no transcriber/,
  );
});

it('says which words are never said', async () => {
  const clip = {
    asset: { type: 'audio', src: speech, ...change({ mute: ['um', 'banana'] }) },
    start: 0,
    length: 'auto',
  };
  const edit = { timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'wav' } };
  const { warnings } = await renderEdit(edit, media.path('out.wav'));
  expect(warnings.map(({ field }) => field)).toEqual(['timeline.tracks[0].clips[0].asset.words.mute[1]']);
});
