import { readFile } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { MediaError } from '../av/check.ts';
import { SPEECH_RATE } from '../av/speech-reader.ts';
import { type Segment, Whisper } from '../av/whisper.ts';
import { quietCut } from './quiet-cut.ts';
import { sharedOut, tidyWords } from './tidy-words.ts';
import type { Transcript } from './transcript.ts';
import { samplesOf } from './wav.ts';

/** What recognising a sound with Whisper needs. Plain JSON. */
export interface RecogniseJob {
  /** A WAV as `wavOf` makes it. */
  readonly sound: string;
  /** A model in the format of whisper.cpp. */
  readonly model: string;
  /** A file that does not exist yet, for what the recogniser writes down. */
  readonly notes: string;
}

/** Seconds that Whisper listens to at once, at the most: its models are made for 30. */
const LONGEST = 28;
/** A cut for that lies so many seconds before at the most. */
const LOOKED_THROUGH = 10;

/**
 * Recognises the words of a sound. Whisper tells when phrases are said; their time is shared out among their words.
 *
 * @param onHeard called after each part.
 * @throws {KinoraError} `transcription_failed` when the model cannot be used.
 */
export async function recognise(
  { sound, model, notes }: RecogniseJob,
  onHeard: () => void,
): Promise<Transcript> {
  const samples = samplesOf(await readFile(sound));
  using whisper = opened(model, notes);
  for (const part of partsOf(samples)) {
    await whisper.hear(part);
    onHeard();
  }
  const { segments, language } = await whisper.finish();
  const words = tidyWords(segments.flatMap(wordsOf), samples.length / SPEECH_RATE);
  return { words, ...(language !== undefined && { language }) };
}

function opened(model: string, notes: string): Whisper {
  try {
    return new Whisper(model, notes, LONGEST);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    const message =
      'The speech model of KINORA_WHISPER_MODEL cannot be used: it is not a Whisper model in the format of whisper.cpp (ggml), or damaged.';
    throw new KinoraError('transcription_failed', message, { cause: error });
  }
}

function* partsOf(samples: Int16Array): Generator<Int16Array> {
  let rest = samples;
  while (rest.length > LONGEST * SPEECH_RATE) {
    const most = rest.subarray(0, LONGEST * SPEECH_RATE);
    const cut = quietCut(most, (LONGEST - LOOKED_THROUGH) * SPEECH_RATE);
    yield rest.subarray(0, cut);
    rest = rest.subarray(cut);
  }
  if (rest.length > 0) yield rest;
}

/** Remarks of the model itself, such as "[BLANK_AUDIO]" or "(music)", are not said. */
function wordsOf({ text, from, to }: Segment): ReturnType<typeof sharedOut> {
  return sharedOut(text.replaceAll(/\[[^\]]*\]|\([^)]*\)|[♪♫]/g, ' '), from, to);
}
