import { roundSeconds } from '../../../base/time.ts';
import type { Clip } from '../../../edit/model.ts';
import type { Playback } from '../playback.ts';
import { type CutSilenceReport, reportCuts } from './report-cuts.ts';
import type { FileWithSilences } from './silence-cuts.ts';
import type { WordList } from './word-spans.ts';

/** The words of a clip that are cut, kept, muted or bleeped. All times are seconds of the file. */
export interface WordsReport {
  /** The first of them, in order, with their margins. */
  readonly said: readonly {
    readonly list: WordList;
    readonly phrase: string;
    readonly from: number;
    readonly to: number;
  }[];
  /** The words and phrases that are never said. */
  readonly missing: readonly string[];
  /** The parts that are left of the file. `null` if they are unknown. */
  readonly cuts: CutSilenceReport | null;
}

/** Maximum number of words to list. */
const MAX_SAID = 1000;

/** Reports the words of a clip. Returns `null` if they are unknown. */
export function reportWords(
  clip: Clip,
  playback: Playback,
  file: FileWithSilences | undefined,
): WordsReport | null {
  if (!file?.words) return null;
  const { said, missing } = file.words;
  return {
    said: said.slice(0, MAX_SAID).map(({ list, phrase, from, to }) => ({
      list,
      phrase,
      from: roundSeconds(from),
      to: roundSeconds(to),
    })),
    missing: missing.map(({ phrase }) => phrase),
    cuts: reportCuts(clip, playback, file),
  };
}
