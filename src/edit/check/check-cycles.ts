import { parseAlias } from '../../base/vocabulary/alias-reference.ts';
import { speechAliasOf } from '../clips/aliases.ts';
import { clipPathOf, type ClipLocation } from '../clips/clip-location.ts';
import {
  collectProblems,
  formatPath,
  jsonTypeOf,
  type Path,
  type Problem,
  createProblem,
} from '../problems/problem.ts';
import type { Length, Start } from '../schema/clip.ts';
import { lengthWithoutMedia } from '../times/media-length.ts';
import { lengthKeyOf, startKeyOf, type TimeKey, TimeResolver } from '../times/resolve-times.ts';

/** Reports each cycle of starts and lengths that depend on each other through aliases, `auto` or `end`. */
export function checkCycles(clips: readonly ClipLocation[]): Problem[] {
  // Only clips with these values can close a cycle. The start "auto" depends only on clips before it.
  const leadsBack = ({ clip }: ClipLocation): boolean =>
    clip.length === 'end' ||
    [parseAlias(clip.start), parseAlias(clip.length), speechAliasOf(clip.asset)].some(Boolean);
  if (!clips.some(leadsBack)) return [];
  const resolver = new TimeResolver(clips, lengthWithoutMedia);
  const done = new Set<TimeKey>();
  const keys = clips.flatMap((_, index) => [startKeyOf(index), lengthKeyOf(index)]);
  return collectProblems(keys, (key) => {
    if (done.has(key)) return [];
    const cycle = resolver.walk(
      key,
      (each) => done.has(each),
      (each) => done.add(each),
    );
    return cycle === undefined ? [] : [createCycleProblem(cycle, clips)];
  });
}

/** A message about a cycle names the first field and at most this many others. */
const MAX_NAMED_FIELDS = 4;

function createCycleProblem(cycle: readonly TimeKey[], clips: readonly ClipLocation[]): Problem {
  const times = cycle.map((key) => locateTime(key, clips));
  const at = times.findIndex((time) => time !== undefined);
  const others = [...times.slice(at + 1), ...times.slice(0, at)];
  const names = others
    .slice(0, MAX_NAMED_FIELDS)
    .map((time) => (time ? formatPath(time.path) : 'the length of the timeline'));
  const members = names.join(', ') + (others.length > MAX_NAMED_FIELDS ? ' and others' : '');
  const phrase = `depends on itself${members === '' ? '' : ` through ${members}`}. Give a number of seconds instead`;
  return createProblem(times[at]?.path ?? [], 'circular', phrase, jsonTypeOf(times[at]?.value));
}

/** Returns the path and the value of a start or a length. Undefined for the end of the timeline. */
function locateTime(
  key: TimeKey,
  clips: readonly ClipLocation[],
): { readonly path: Path; readonly value: Start | Length } | undefined {
  const index = Math.floor(key / 2);
  const location = clips[index];
  if (!location) return undefined;
  const field = key === startKeyOf(index) ? 'start' : 'length';
  return { path: [...clipPathOf(location), field], value: location.clip[field] };
}
