import pLimit from 'p-limit';
import { toKinoraError, KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { Warning } from '../../edit/model.ts';
import type { TranscribedWord } from '../../base/transcribed-word.ts';
import type { Transcript } from './transcript.ts';
import type { TranscriptCache } from './transcript-cache.ts';
import type { SpeechTrack } from './extract-speech.ts';
import type { SpeechSound } from './write-sounds.ts';

/** Options for transcribing the speech of an edit. */
export interface TranscribeSpeechOptions {
  /** Undefined if no transcriber is configured. */
  readonly transcripts: TranscriptCache | undefined;
  readonly signal: AbortSignal;
  /** Called with a short text on the current work. */
  readonly onProgress: (activity: string) => void;
  readonly log: Logger;
}

/** The transcribed speech of an edit. */
export interface Transcription {
  /** The transcripts in source seconds, by the `src` of the captions. */
  readonly transcripts: Readonly<Record<string, Transcript>>;
  /** Warnings of speech without words. */
  readonly warnings: readonly Warning[];
}

/** Maximum number of sounds of one edit to transcribe at the same time. */
const MAX_CONCURRENT = 2;

/**
 * Transcribes the speech of an edit. The first failure cancels all other transcriptions.
 *
 * @throws {KinoraError} `transcriber_missing` if no transcriber is configured, or an error of
 *   `TranscriptCache.get`. The message starts with the field of the captions.
 */
export async function transcribeSpeech(
  tracks: readonly SpeechTrack[],
  options: TranscribeSpeechOptions,
): Promise<Transcription> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const sounds = tracks.flatMap((track) => track.sounds.map((sound) => ({ track, sound })));
  const transcripts = new Map<SpeechSound, Transcript>();
  const transcribe = async (track: SpeechTrack, sound: SpeechSound): Promise<void> => {
    // After a failure, the waiting transcriptions are not started.
    if (failed.signal.aborted) return;
    const part = `Transcribing speech, part ${transcripts.size + 1} of ${sounds.length}`;
    options.onProgress(sounds.length > 1 ? part : 'Transcribing speech');
    try {
      transcripts.set(sound, await transcribeSound(track, sound, { ...options, signal }));
    } catch (error) {
      failed.abort();
      throw error;
    }
  };
  const limit = pLimit(MAX_CONCURRENT);
  const outcomes = await Promise.allSettled(
    sounds.map(({ track, sound }) => limit(transcribe, track, sound)),
  );
  const errors = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [toKinoraError(outcome.reason)] : [],
  );
  // A failure cancels the other transcriptions. Report the failure, not the cancellations.
  const reason = errors.find(({ code }) => code !== 'cancelled') ?? errors[0];
  if (reason) throw reason;
  return combineTranscripts(tracks, transcripts);
}

async function transcribeSound(
  { field }: SpeechTrack,
  sound: SpeechSound,
  { transcripts, signal, onProgress, log }: TranscribeSpeechOptions,
): Promise<Transcript> {
  if (!transcripts) throw new KinoraError('transcriber_missing', `${field}: ${MISSING_TRANSCRIBER}`);
  try {
    const transcript = await transcripts.get(sound, { signal, onProgress });
    const { language } = transcript;
    log.info({ field, language, words: transcript.words.length }, 'The speech was transcribed.');
    return transcript;
  } catch (error) {
    if (!(error instanceof KinoraError) || error.code === 'cancelled') throw error;
    throw new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
  }
}

const MISSING_TRANSCRIBER =
  'there is no transcriber. Install a speech model with "kinora models get base", and restart a server that runs. ' +
  'Or set KINORA_TRANSCRIBE_URL, the URL of a service with the transcription API of OpenAI. A model that ' +
  'KINORA_WHISPER_MODEL names must be installed.';

/** Combines the words of each track, in source seconds. */
function combineTranscripts(
  tracks: readonly SpeechTrack[],
  bySound: ReadonlyMap<SpeechSound, Transcript>,
): Transcription {
  const transcripts: Record<string, Transcript> = {};
  const warnings: Warning[] = [];
  for (const { src, field, sounds } of tracks) {
    const words = sounds.flatMap((sound) => toSourceTime(bySound.get(sound)?.words ?? [], sound));
    transcripts[src] = { words };
    if (words.length === 0)
      warnings.push({ field, text: 'No words were recognised, so there are no captions.' });
  }
  return { transcripts, warnings };
}

function toSourceTime(words: readonly TranscribedWord[], { from }: SpeechSound): TranscribedWord[] {
  return words.map((word) => ({ ...word, from: addSeconds(word.from, from), to: addSeconds(word.to, from) }));
}

/**
 * Adds times and rounds to microseconds. Later steps treat the decimal digits as exact, so rounding errors
 * must not remain.
 */
function addSeconds(time: number, by: number): number {
  return Math.round((time + by) * 1e6) / 1e6;
}
