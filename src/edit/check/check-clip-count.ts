import { asList, asRecord } from '../problems/json-parts.ts';
import { createProblem, type Problem } from '../problems/problem.ts';

/** Maximum number of clips of an edit, after its placeholders are replaced. */
export const MAX_CLIPS = 10_000;

/**
 * Checks the number of clips before anything else looks at them: a merge can turn a short text into millions of
 * clips. Never throws.
 *
 * @param edit any JSON value.
 * @param basePath path of the edit in its document.
 * @returns a problem of the first track that exceeds the limit, or nothing.
 */
export function checkClipCount(edit: unknown, basePath: readonly string[] = []): Problem[] {
  const counts = asList(asRecord(asRecord(edit)['timeline'])['tracks']).map(countClips);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= MAX_CLIPS) return [];
  let before = 0;
  const track = counts.findIndex((count) => (before += count) > MAX_CLIPS);
  const phrase = `exceeds the limit of ${format(MAX_CLIPS)} clips: the edit has ${format(total)}. Split it into several edits`;
  const path = [...basePath, 'timeline', 'tracks', track, 'clips'];
  return [createProblem(path, 'out_of_range', phrase, 'array')];
}

/** Counts the clips of a track, including those in groups. The depth of the JSON is limited. */
function countClips(track: unknown): number {
  return asList(asRecord(track)['clips']).reduce<number>((sum, clip) => {
    const { tracks } = asRecord(asRecord(clip)['asset']);
    return asList(tracks).reduce<number>((inner, part) => inner + countClips(part), sum + 1);
  }, 0);
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}
