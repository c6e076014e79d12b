import { type Clip, type Edit, listClips, transcriptKeyOf, speechWordsOf } from '../../../edit/model.ts';
import type { Cue } from '../../media/media.ts';
import { findWords, type FoundWords } from './word-spans.ts';

/**
 * Returns a function that finds the words of a clip that are cut, kept, muted or bleeped. It returns undefined if there are
 * none, or if the words of the speech are not known.
 *
 * @param cuesOf Returns the cues of a transcript, in source seconds. Undefined if it is not known.
 */
export function findWordsOfClips(
  edit: Edit,
  cuesOf: (transcript: string) => readonly Pick<Cue, 'words'>[] | undefined,
): (clip: Clip) => FoundWords | undefined {
  const found = new Map(
    listClips(edit).flatMap((location) => {
      const wanted = speechWordsOf(location.clip.asset);
      const cues = wanted && cuesOf(transcriptKeyOf(location));
      if (!cues) return [];
      const words = cues.flatMap((cue) => cue.words).toSorted((one, other) => one.from.compare(other.from));
      return [[location.clip, findWords(words, wanted)] as const];
    }),
  );
  return (clip) => found.get(clip);
}
