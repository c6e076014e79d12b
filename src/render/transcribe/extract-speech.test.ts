import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClip, numbered } from '../../../test/media/clips.ts';
import { type Asset, type Clip, type Dialect, type Edit, listSources } from '../../edit/index.ts';
import { SAMPLE_RATE } from '../../base/time.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { SourceProber } from '../probe/probe-sources.ts';
import { extractSpeech, type SpeechTrack } from './extract-speech.ts';
import { decodeWav } from './wav.ts';

/** Seconds of the clip; it beeps for a quarter of a second at each whole one. */
const LENGTH = 8;
const RATE = 16_000;

let folder: string;
let beeps: string;
let silent: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-voices-'));
  const picture = { width: 64, height: 36, clock: 5, paint: numbered };
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

function voicesIn(clips: readonly Clip[], dialect: Dialect = 'interface'): Promise<SpeechTrack[]> {
  const srcs = [beeps, silent, join(folder, 'words.srt')];
  const files = Object.fromEntries(srcs.map((src) => [src, src]));
  const edit = editOf(clips);
  const prober = new SourceProber(listSources(edit), files);
  return extractSpeech({ edit, dialect, files, prober, folder }, () => undefined);
}

/** Where a sound begins and ends, in source seconds, and the source seconds at which it beeps. */
async function heard(voice: SpeechTrack | undefined): Promise<{ from: number; to: number; beeps: number[] }> {
  const found: number[] = [];
  let to = NaN;
  for (const { path, from, seconds } of voice?.sounds ?? []) {
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
  return { from: voice?.sounds[0]?.from ?? NaN, to, beeps: found.map((time) => Number(time.toFixed(2))) };
}

describe('what is listened to for captions', () => {
  it.each<
    [string, Partial<Extract<Asset, { type: 'video' }>>, Clip['length'], Dialect, number, number, number[]]
  >([
    ['all of a clip', {}, 'auto', 'interface', 0, 8, [1, 2, 3, 4, 5, 6, 7]],
    ['what is left by the trim', { trim: 2.5 }, 'auto', 'interface', 2.5, 8, [3, 4, 5, 6, 7]],
    ['what the length leaves', { trim: 2.5 }, 2, 'interface', 2.5, 4.5, [3, 4]],
    ['as much as the speed plays', { trim: 0.5, speed: 2 }, 2, 'interface', 0.5, 4.5, [1, 2, 3, 4]],
    ['as much as it plays in the other dialect', { trim: 0.5, speed: 2 }, 2, 'shotstack', 1, 5, [1, 2, 3, 4]],
    ['no more than there is', { trim: 6.5 }, 60, 'interface', 6.5, 8, [7]],
  ])('is %s, at its natural speed', async (_, plays, length, dialect, from, to, beeped) => {
    const clip = spoken({ type: 'video', src: beeps, ...plays }, { start: 3, length });
    const voices = await voicesIn([clip, captions(), captions()], dialect);
    expect(voices).toHaveLength(1);
    expect(voices[0]).toMatchObject({ src: 'alias://voice', field: 'timeline.tracks[1].clips[0].asset.src' });
    const found = await heard(voices[0]);
    expect(found.from).toBe(from);
    // The sound of the file ends with its last packet.
    expect(Math.abs(found.to - to)).toBeLessThan(0.05);
    expect(found.beeps).toHaveLength(beeped.length);
    for (const [index, at] of beeped.entries())
      expect(Math.abs((found.beeps[index] ?? 0) - at)).toBeLessThan(0.02);
  });

  it('is as long as another clip where the length is', async () => {
    const clip = spoken({ type: 'audio', src: beeps }, { start: 1, length: 'end' });
    const video: Clip = { asset: { type: 'video', src: beeps, trim: 4 }, start: 0, length: 'auto' };
    expect((await heard((await voicesIn([clip, captions(), video]))[0])).to).toBeCloseTo(3, 1);
  });

  it('is all of a file that rich captions name, but not of subtitles', async () => {
    const voices = await voicesIn([captions(beeps), captions(join(folder, 'words.srt'))]);
    expect(voices.map(({ src }) => src)).toEqual([beeps]);
    expect((await heard(voices[0])).beeps).toHaveLength(7);
  });

  it('is the same for the same part, and another for another', async () => {
    const hashOf = async (trim: number): Promise<string | undefined> => {
      const [voice] = await voicesIn([spoken({ type: 'audio', src: beeps, trim }), captions()]);
      return voice?.sounds[0]?.hash;
    };
    expect(await hashOf(1)).toBe(await hashOf(1));
    expect(await hashOf(1)).not.toBe(await hashOf(2));
  });

  it('is nothing where the clip plays nothing of its file', async () => {
    const [voice] = await voicesIn([
      spoken({ type: 'audio', src: beeps, trim: 9 }, { start: 0, length: 2 }),
      captions(),
    ]);
    expect(voice?.sounds).toEqual([]);
  });

  it('must have a sound', async () => {
    const field = 'timeline.tracks[1].clips[0].asset.src';
    const named = `${field}: names timeline.tracks[0].clips[0], and ${silent} has no sound to make captions of.`;
    expect(await failureOf(voicesIn([spoken({ type: 'video', src: silent }), captions()]))).toContain(named);
    expect(await failureOf(voicesIn([captions(silent)]))).toContain(
      `${silent} has no sound to make captions of.`,
    );
  });
});
