// A program of its own: speaks many languages with eSpeak NG, which has the GPL. Its argument is the URL of
// espeak-ng.js. Nothing of eSpeak NG is loaded into Kinora itself.
import type { WordSpan, SynthesisAnswer, SynthesisRequest } from '../synthesis.ts';
import { serveSynthesis } from './serve-synthesis.ts';

/** An event of the synthesiser. */
interface EspeakEvent {
  readonly type: string;
  /** Number of the character from 1, in Unicode characters. */
  readonly text_position: number;
  /** Milliseconds from the start of the sound. */
  readonly audio_position: number;
}

interface EspeakWorker {
  /** Words per minute. */
  rate: number;
  /** From 0 to 100. */
  pitch: number;
  /** From 0 to 100. */
  range: number;
  readonly samplerate: number;
  set_voice(name: string, language: string, gender: number, age: number, variant: number): number;
  synthesize(text: string, onSound: (samples: Int16Array, events: readonly EspeakEvent[]) => void): void;
}

interface EspeakModule {
  readonly eSpeakNGWorker: new () => EspeakWorker;
}

const WORDS_PER_MINUTE = 165;
const MIDDLE = 50;
/** Variation of the pitch. */
const RANGE = 50;
const EVEN_RANGE = 30;
/** The change of `pitch` by which the synthesiser raises its pitch by an octave. Measured. */
const PITCH_PER_OCTAVE = 65;

function speak(worker: EspeakWorker, request: SynthesisRequest): SynthesisAnswer {
  if (worker.set_voice(request.voice, '', 0, 0, 0) !== 0) throw new Error(`No voice ${request.voice}.`);
  worker.rate = Math.round(WORDS_PER_MINUTE * request.tempo);
  worker.pitch = Math.round(Math.min(99, Math.max(0, MIDDLE + PITCH_PER_OCTAVE * Math.log2(request.pitch))));
  worker.range = request.even ? EVEN_RANGE : RANGE;
  const parts: Buffer[] = [];
  const events: EspeakEvent[] = [];
  const { text, wordAt } = joinWords(request);
  worker.synthesize(text, (samples, its) => {
    parts.push(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    events.push(...its);
  });
  const sound = Buffer.concat(parts);
  const seconds = sound.length / 2 / worker.samplerate;
  return {
    sampleRate: worker.samplerate,
    sound: sound.toString('base64'),
    spans: readSpans(events, wordAt, request.words.length, seconds),
  };
}

/** Returns the text and the number of the word of each of its Unicode characters. */
function joinWords({ words }: SynthesisRequest): {
  readonly text: string;
  readonly wordAt: readonly number[];
} {
  let text = '';
  const wordAt: number[] = [];
  for (const [index, { spoken, joined }] of words.entries()) {
    const part = joined || index === 0 ? spoken : ` ${spoken}`;
    text += part;
    wordAt.push(...Array.from(part, () => index));
  }
  return { text, wordAt };
}

/** The last seconds of a sound, in which no word starts. */
const END_SECONDS = 0.05;

/** Returns the time of each word: from its first event to the first event of the next word. */
function readSpans(
  events: readonly EspeakEvent[],
  wordAt: readonly number[],
  count: number,
  seconds: number,
): (WordSpan | null)[] {
  const starts = new Array<number | undefined>(count).fill(undefined);
  let latest = -1;
  for (const { type, text_position, audio_position } of events) {
    const word = wordAt[text_position - 1];
    // The end of a clause is the start of the next word, which sometimes has no event of its own. At the end of
    // the text, there is no next word.
    const isStart = type === 'word' || (type === 'end' && audio_position / 1000 < seconds - END_SECONDS);
    if (!isStart || word === undefined || word <= latest) continue;
    latest = word;
    starts[word] = audio_position / 1000;
  }
  return starts.map((from, word) => {
    if (from === undefined) return null;
    const to = starts.slice(word + 1).find((start) => start !== undefined) ?? seconds;
    return [from, Math.max(from, to)];
  });
}

// The cast is safe: the package has no types, and its version is pinned.
const { default: load } = (await import(process.argv[2] ?? '')) as {
  default: (settings: object) => Promise<EspeakModule>;
};
const ignore = (): void => undefined;
const { eSpeakNGWorker: Worker } = await load({ print: ignore, printErr: ignore });
const worker = new Worker();
await serveSynthesis((request) => speak(worker, request));
