import { readFile } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { MediaError } from '../av/check.ts';
import { SPEECH_RATE } from '../av/sound/speech-reader.ts';
import { type SpeechSegment, Whisper } from '../av/sound/whisper.ts';
import { findQuietCut } from './find-quiet-cut.ts';
import { distributeWords, normalizeWords } from './normalize-words.ts';
import type { Transcript } from './transcript.ts';
import { decodeWav } from './wav.ts';

/** What recognising a sound with Whisper needs. Plain JSON. */
export interface RecognitionJob {
  /** A WAV as `encodeWav` makes it. */
  readonly sound: string;
  /** A model in the format of whisper.cpp. */
  readonly model: string;
  /** A file that does not exist yet, for what the recogniser writes down. */
  readonly notes: string;
  /** A copy of the Vulkan loader, for machines without one: `loadVulkan` has to load it before FFmpeg. */
  readonly vulkanLoader?: string;
}

/** The longest part for Whisper, in seconds: its models are made for 30. */
const MAX_PART_SECONDS = 28;
/** Seconds at the end of a part in which it may be cut. */
const CUT_WINDOW_SECONDS = 10;

/**
 * Recognises the words of a sound. Whisper gives the times of phrases; each time is divided among the words of its phrase.
 *
 * @param onPart called after each part.
 * @throws {KinoraError} `transcription_failed` when the model cannot be used.
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
  const words = normalizeWords(segments.flatMap(wordsOf), samples.length / SPEECH_RATE);
  return { words, ...(language !== undefined && { language }) };
}

function openWhisper(model: string, notes: string): Whisper {
  try {
    return new Whisper(model, notes, MAX_PART_SECONDS);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    const message =
      'The speech model of KINORA_WHISPER_MODEL cannot be used: it is not a Whisper model in the format of whisper.cpp (ggml), or damaged.';
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

/** Remarks of the model itself, such as "[BLANK_AUDIO]" or "(music)", are not said. */
function wordsOf({ text, from, to }: SpeechSegment): ReturnType<typeof distributeWords> {
  return distributeWords(text.replaceAll(/\[[^\]]*\]|\([^)]*\)|[♪♫]/g, ' '), from, to);
}
