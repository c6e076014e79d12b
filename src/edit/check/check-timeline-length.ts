import { clipPathOf, type ClipLocation } from '../clips/clip-location.ts';
import { findLengthOwners, findStartOwners } from '../clips/length-owners.ts';
import { createProblem, jsonTypeOf, type Problem } from '../problems/problem.ts';

/** Reports a timeline without a length. The aliases of the clips must be known and not circular. */
export function checkTimelineLength(
  clips: readonly ClipLocation[],
  byAlias: ReadonlyMap<string, ClipLocation>,
): Problem[] {
  const lengths = findLengthOwners(clips, byAlias);
  const finiteClips = clips.filter(
    (location) => !location.group && lengths.get(location)?.clip.length !== 'end',
  );
  if (finiteClips.length === 0) {
    const phrase =
      'has only clips with the length "end", so the timeline has no length. Give at least one clip a length in seconds or "auto"';
    return [createProblem(['timeline', 'tracks'], 'no_length', phrase, 'array')];
  }
  const starts = findStartOwners(clips, byAlias);
  const isEmpty = (location: ClipLocation) => {
    const start = starts.get(location)?.clip.start;
    return lengths.get(location)?.clip.length === 0 && (start === 0 || start === 'auto');
  };
  if (!finiteClips.every(isEmpty)) return [];
  const first = finiteClips.find(({ clip }) => clip.length === 0) ?? finiteClips[0];
  const phrase = 'must be more than 0 for at least one clip, because an empty timeline cannot be rendered';
  return first === undefined
    ? []
    : [createProblem([...clipPathOf(first), 'length'], 'no_length', phrase, jsonTypeOf(first.clip.length))];
}
