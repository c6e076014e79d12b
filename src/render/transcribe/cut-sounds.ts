import { type Seconds, seconds } from '../../base/time.ts';
import { joined, SPEECH_RATE, type SpeechReader } from '../av/speech-reader.ts';
import { quietCut } from './quiet-cut.ts';

/** Seconds of a sound that is sent in one piece at the most: 19 MB, and so below the 25 MB that the usual servers take. */
const LONGEST = 600;
/** Seconds before that in which a quiet place to cut is looked for. */
const LOOKED_THROUGH = 60;
/** Seconds that are read at once. */
const AT_ONCE = seconds(2);

/** A part of a sound. */
export interface SoundPart {
  readonly samples: Int16Array;
  /** Seconds from the start of the sound. */
  readonly from: number;
}

/**
 * Reads a sound in parts, cut at quiet places.
 *
 * @param lasts seconds that are read, exact; undefined for all that there is.
 * @param onRead called now and then.
 * @param longest seconds of a part at the most, whole.
 */
export async function* cutSounds(
  reader: SpeechReader,
  lasts: Seconds | undefined,
  onRead: () => void,
  longest = LONGEST,
): AsyncGenerator<SoundPart> {
  const most = longest * SPEECH_RATE;
  const searched = most - LOOKED_THROUGH * SPEECH_RATE * (longest / LONGEST);
  let left = lasts;
  let held: Int16Array[] = [];
  let from = 0;
  for (let isAll = false; !isAll;) {
    const length = left?.lt(AT_ONCE) === true ? left : AT_ONCE;
    left = left?.sub(length);
    held.push(await reader.next(length));
    isAll = reader.isOver || left?.lte(0) === true;
    if (isAll) held.push(await reader.finish());
    onRead();
    while (held.reduce((sum, piece) => sum + piece.length, 0) > most) {
      const samples = joined(held);
      const cut = quietCut(samples.subarray(0, most), searched);
      yield { samples: samples.slice(0, cut), from: from / SPEECH_RATE };
      held = [samples.slice(cut)];
      from += cut;
    }
  }
  const rest = joined(held);
  if (rest.length > 0) yield { samples: rest, from: from / SPEECH_RATE };
}
