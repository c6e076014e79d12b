import { type Seconds, toSeconds } from '../../base/time.ts';
import { concatenateSamples, SPEECH_RATE, type SpeechReader } from '../av/sound/speech-reader.ts';
import { findQuietCut } from './find-quiet-cut.ts';

/**
 * Maximum length of a part in seconds. Its WAV file has 19 MB, which is below the usual server limit of 25
 * MB.
 */
const MAX_PART_SECONDS = 600;
/** Seconds at the end of a part in which to search for the cut. */
const CUT_WINDOW_SECONDS = 60;
/** Length of each read in seconds. */
const READ_LENGTH = toSeconds(2);

/** A part of a sound. */
export interface SpeechPart {
  readonly samples: Int16Array;
  /** Seconds from the start of the sound. */
  readonly from: number;
}

/**
 * Reads a sound in parts, cut at quiet places.
 *
 * @param length exact seconds to read, or undefined to read to the end.
 * @param onRead called after each read.
 * @param maxSeconds maximum length of a part, in whole seconds.
 */
export async function* splitSpeech(
  reader: SpeechReader,
  length: Seconds | undefined,
  onRead: () => void,
  maxSeconds = MAX_PART_SECONDS,
): AsyncGenerator<SpeechPart> {
  const maxSamples = maxSeconds * SPEECH_RATE;
  const earliestCut = maxSamples - CUT_WINDOW_SECONDS * SPEECH_RATE * (maxSeconds / MAX_PART_SECONDS);
  let remaining = length;
  let pending: Int16Array[] = [];
  let from = 0;
  for (let isEnd = false; !isEnd;) {
    const step = remaining?.lt(READ_LENGTH) === true ? remaining : READ_LENGTH;
    remaining = remaining?.sub(step);
    pending.push(await reader.read(step));
    isEnd = reader.isOver || remaining?.lte(0) === true;
    if (isEnd) pending.push(await reader.finish());
    onRead();
    while (pending.reduce((sum, samples) => sum + samples.length, 0) > maxSamples) {
      const samples = concatenateSamples(pending);
      const cut = findQuietCut(samples.subarray(0, maxSamples), earliestCut);
      yield { samples: samples.slice(0, cut), from: from / SPEECH_RATE };
      pending = [samples.slice(cut)];
      from += cut;
    }
  }
  const rest = concatenateSamples(pending);
  if (rest.length > 0) yield { samples: rest, from: from / SPEECH_RATE };
}
