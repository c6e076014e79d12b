import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClip, paintNumber } from '../../../test/media/clips.ts';
import {
  type Asset,
  type Clip,
  type Dialect,
  type Edit,
  listSources,
  listSpeechSources,
} from '../../edit/index.ts';
import { SAMPLE_RATE } from '../../base/time.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { SourceProber } from '../probe/probe-sources.ts';
import { extractSpeech, type SpeechTrack } from './extract-speech.ts';
import { decodeWav } from './wav.ts';

/** Seconds of the clip. It beeps for a quarter of a second at each whole second from 1. */
const LENGTH = 8;
const RATE = 16_000;

let folder: string;
let beeps: string;
let silent: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-speech-'));
  const picture = { width: 64, height: 36, clock: 5, paint: paintNumber };
  const ticks = Array.from({ length: LENGTH * 5 }, (_, index) => index);
  beeps = join(folder, 'beeps.mp4');
  silent = join(folder, 'silent.mp4');
  const wave = (index: number): number =>
    index % SAMPLE_RATE < SAMPLE_RATE / 4 && index >= SAMPLE_RATE ? Math.sin(index / 10) / 2 : 0;
  await makeClip(beeps, { ...picture, ticks, sound: { samples: LENGTH * SAMPLE_RATE, wave } });
  await makeClip(silent, { ...picture, ticks: ticks.slice(0, 5) });
  await writeFile(join(folder, 'words.srt'), '1\n00:00:01,000 --> 00:00:02,000\nHello\n');
});
afterAll(() => rm(folder, { recursive: true }));

function editOf(clips: readonly Clip[]): Edit {
  return { timeline: { tracks: clips.map((clip) => ({ clips: [clip] })) }, output: { format: 'mp4' } };
}

const captions = (src = 'alias://voice'): Clip => ({
  asset: { type: 'rich-caption', src },
  start: 0,
  length: 4,
});

const spoken = (
  asset: Asset,
  times: Pick<Clip, 'start' | 'length'> = { start: 0, length: 'auto' },
): Clip => ({
  asset,
  alias: 'voice',
  ...times,
});

function extractFrom(clips: readonly Clip[], dialect: Dialect = 'interface'): Promise<SpeechTrack[]> {
  const srcs = [beeps, silent, join(folder, 'words.srt')];
  const files = Object.fromEntries(srcs.map((src) => [src, src]));
  const edit = editOf(clips);
  const prober = new SourceProber(listSources(edit), files);
  const captions = listSpeechSources(edit).map(({ src }) => src);
  return extractSpeech({ edit, dialect, captions, files, prober, folder }, () => undefined);
}

/** Returns the start and the end of the speech, and the times of its beeps, in source seconds. */
async function listen(
  track: SpeechTrack | undefined,
): Promise<{ from: number; to: number; beeps: number[] }> {
  const found: number[] = [];
  let to = NaN;
  for (const { path, from, seconds } of track?.sounds ?? []) {
    const samples = decodeWav(await readFile(path));
    expect(samples.length).toBe(Math.round(seconds * RATE));
    let quiet = RATE;
    for (const [index, sample] of samples.entries()) {
      if (Math.abs(sample) < 2000) quiet += 1;
      else {
        if (quiet > RATE / 10) found.push(from + index / RATE);
        quiet = 0;
      }
    }
    to = from + seconds;
  }
  return { from: track?.sounds[0]?.from ?? NaN, to, beeps: found.map((time) => Number(time.toFixed(2))) };
}

describe('the speech for captions', () => {
  it.each<
    [string, Partial<Extract<Asset, { type: 'video' }>>, Clip['length'], Dialect, number, number, number[]]
  >([
    ['whole clip', {}, 'auto', 'interface', 0, 8, [1, 2, 3, 4, 5, 6, 7]],
    ['part after the trim', { trim: 2.5 }, 'auto', 'interface', 2.5, 8, [3, 4, 5, 6, 7]],
    ['part within the length', { trim: 2.5 }, 2, 'interface', 2.5, 4.5, [3, 4]],
    ['part played at the speed', { trim: 0.5, speed: 2 }, 2, 'interface', 0.5, 4.5, [1, 2, 3, 4]],
    ['part played in the other dialect', { trim: 0.5, speed: 2 }, 2, 'shotstack', 1, 5, [1, 2, 3, 4]],
    ['part that exists', { trim: 6.5 }, 60, 'interface', 6.5, 8, [7]],
  ])('is the %s, at its natural speed', async (_, plays, length, dialect, from, to, beeped) => {
    const clip = spoken({ type: 'video', src: beeps, ...plays }, { start: 3, length });
    const speech = await extractFrom([clip, captions(), captions()], dialect);
    expect(speech).toHaveLength(1);
    expect(speech[0]).toMatchObject({ src: 'alias://voice', field: 'timeline.tracks[1].clips[0].asset.src' });
    const found = await listen(speech[0]);
    expect(found.from).toBe(from);
    // The sound of the file ends with its last packet.
    expect(Math.abs(found.to - to)).toBeLessThan(0.05);
    expect(found.beeps).toHaveLength(beeped.length);
    for (const [index, at] of beeped.entries())
      expect(Math.abs((found.beeps[index] ?? 0) - at)).toBeLessThan(0.02);
  });

  it('ends with the timeline if the length of the clip is `end`', async () => {
    const clip = spoken({ type: 'audio', src: beeps }, { start: 1, length: 'end' });
    const video: Clip = { asset: { type: 'video', src: beeps, trim: 4 }, start: 0, length: 'auto' };
    expect((await listen((await extractFrom([clip, captions(), video]))[0])).to).toBeCloseTo(3, 1);
  });

  it('is the whole sound of a file that rich captions name, and nothing for subtitles', async () => {
    const speech = await extractFrom([captions(beeps), captions(join(folder, 'words.srt'))]);
    expect(speech.map(({ src }) => src)).toEqual([beeps]);
    expect((await listen(speech[0])).beeps).toHaveLength(7);
  });

  it('has the same hash for the same part, and different hashes for different parts', async () => {
    const hashOf = async (trim: number): Promise<string | undefined> => {
      const [track] = await extractFrom([spoken({ type: 'audio', src: beeps, trim }), captions()]);
      return track?.sounds[0]?.hash;
    };
    expect(await hashOf(1)).toBe(await hashOf(1));
    expect(await hashOf(1)).not.toBe(await hashOf(2));
  });

  it('is empty if the clip plays nothing of its file', async () => {
    const [track] = await extractFrom([
      spoken({ type: 'audio', src: beeps, trim: 9 }, { start: 0, length: 2 }),
      captions(),
    ]);
    expect(track?.sounds).toEqual([]);
  });

  it('needs a sound', async () => {
    const field = 'timeline.tracks[1].clips[0].asset.src';
    const named = `${field}: refers to timeline.tracks[0].clips[0], but ${silent} has no sound to make captions from.`;
    expect(await failureOf(extractFrom([spoken({ type: 'video', src: silent }), captions()]))).toContain(
      named,
    );
    expect(await failureOf(extractFrom([captions(silent)]))).toContain(
      `${silent} has no sound to make captions from.`,
    );
  });
});
