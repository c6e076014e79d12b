import { clipPathOf, type ClipLocation } from '../clips/clip-location.ts';
import { findLengthOwners, findStartOwners } from '../clips/length-owners.ts';
import { createProblem, jsonTypeOf, type Problem } from '../problems/problem.ts';

/** A problem when no clip says how long the timeline is. For clips whose aliases are known and not circular. */
export function checkTimelineLength(
  clips: readonly ClipLocation[],
  byAlias: ReadonlyMap<string, ClipLocation>,
): Problem[] {
  const lengths = findLengthOwners(clips, byAlias);
  const finiteClips = clips.filter((location) => lengths.get(location)?.clip.length !== 'end');
  if (finiteClips.length === 0) {
    const phrase =
      'has only clips with the length "end", so nothing says how long the timeline is; give one of them a length in seconds or "auto"';
    return [createProblem(['timeline', 'tracks'], 'no_length', phrase, 'array')];
  }
  const starts = findStartOwners(clips, byAlias);
  const isEmpty = (location: ClipLocation) => {
    const start = starts.get(location)?.clip.start;
    return lengths.get(location)?.clip.length === 0 && (start === 0 || start === 'auto');
  };
  if (!finiteClips.every(isEmpty)) return [];
  const first = finiteClips.find(({ clip }) => clip.length === 0) ?? finiteClips[0];
  const phrase = 'must be more than 0 for at least one clip, or the timeline has no length';
  return first === undefined
    ? []
    : [createProblem([...clipPathOf(first), 'length'], 'no_length', phrase, jsonTypeOf(first.clip.length))];
}
