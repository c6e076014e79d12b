import { readFile } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { MediaError } from '../av/check.ts';
import { SPEECH_RATE } from '../av/sound/speech-reader.ts';
import { type SpeechSegment, Whisper } from '../av/sound/whisper.ts';
import { findQuietCut } from './find-quiet-cut.ts';
import { distributeWords, normalizeWords } from './normalize-words.ts';
import type { Transcript } from './transcript.ts';
import { decodeWav } from './wav.ts';

/** The input for recognising a sound with Whisper. Plain JSON. */
export interface RecognitionJob {
  /** Path of a WAV file made by `encodeWav`. */
  readonly sound: string;
  /** Path of a model in the whisper.cpp format. */
  readonly model: string;
  /** Path of a file that does not exist yet, for the output of the recogniser. */
  readonly notes: string;
  /** Path of a Vulkan loader, for machines without one. `loadVulkan` must load it before FFmpeg is loaded. */
  readonly vulkanLoader?: string;
}

/** Maximum length of a part in seconds. Whisper models process 30 seconds at a time. */
const MAX_PART_SECONDS = 28;
/** Seconds at the end of a part in which to search for the cut. */
const CUT_WINDOW_SECONDS = 10;

/**
 * Recognises the words of a sound. Whisper returns times only for phrases, so the time of each phrase is
 * divided among its words.
 *
 * @param onPart called after each part.
 * @throws {KinoraError} `transcription_failed` if the model cannot be used.
 */
export async function recognise(
  { sound, model, notes }: RecognitionJob,
  onPart: () => void,
): Promise<Transcript> {
  const samples = decodeWav(await readFile(sound));
  using whisper = openWhisper(model, notes);
  for (const part of splitSamples(samples)) {
    await whisper.push(part);
    onPart();
  }
  const { segments, language } = await whisper.finish();
  const words = normalizeWords(segments.flatMap(speechWordsOf), samples.length / SPEECH_RATE);
  return { words, ...(language !== undefined && { language }) };
}

function openWhisper(model: string, notes: string): Whisper {
  try {
    return new Whisper(model, notes, MAX_PART_SECONDS);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    const message =
      'The speech model of this machine cannot be used: it is damaged or not a Whisper model in the whisper.cpp format (ggml).';
    throw new KinoraError('transcription_failed', message, { cause: error });
  }
}

function* splitSamples(samples: Int16Array): Generator<Int16Array> {
  let rest = samples;
  while (rest.length > MAX_PART_SECONDS * SPEECH_RATE) {
    const longest = rest.subarray(0, MAX_PART_SECONDS * SPEECH_RATE);
    const cut = findQuietCut(longest, (MAX_PART_SECONDS - CUT_WINDOW_SECONDS) * SPEECH_RATE);
    yield rest.subarray(0, cut);
    rest = rest.subarray(cut);
  }
  if (rest.length > 0) yield rest;
}

/** Returns the words of a phrase, without remarks of the model, such as "[BLANK_AUDIO]" or "(music)". */
function speechWordsOf({ text, from, to }: SpeechSegment): ReturnType<typeof distributeWords> {
  return distributeWords(text.replaceAll(/\[[^[\]]*\]|\([^()]*\)|[♪♫]/g, ' '), from, to);
}
