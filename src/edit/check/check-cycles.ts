import { parseAlias, speechAliasOf } from '../clips/aliases.ts';
import { findLengthOwners } from '../clips/length-owners.ts';
import { clipPathOf, type ClipLocation, findClipsBefore } from '../clips/clip-location.ts';
import {
  collectProblems,
  formatPath,
  jsonTypeOf,
  type Path,
  type Problem,
  createProblem,
} from '../problems/problem.ts';
import type { Length, Start } from '../schema/clip.ts';

type ByAlias = ReadonlyMap<string, ClipLocation>;

/** A time that a render has to resolve: a start, a length, or the end of the timeline. */
interface TimeNode {
  /** Path of the time in the edit. Undefined for the end of the timeline. */
  readonly path?: () => Path;
  /** The value at that path. */
  readonly value?: Start | Length;
  /** The times that must be known before this one. */
  readonly dependencies: TimeNode[];
}

interface ClipTimeNodes {
  readonly location: ClipLocation;
  readonly start: TimeNode;
  readonly length: TimeNode;
}

/** Reports each cycle of starts and lengths that depend on each other through aliases, `auto` or `end`. */
export function checkCycles(clips: readonly ClipLocation[], byAlias: ByAlias): Problem[] {
  // Only clips with these values can close a cycle. The start "auto" depends only on clips before it.
  const leadsBack = ({ clip }: ClipLocation): boolean =>
    clip.length === 'end' ||
    [parseAlias(clip.start), parseAlias(clip.length), speechAliasOf(clip.asset)].some(Boolean);
  if (!clips.some(leadsBack)) return [];
  const done = new Set<TimeNode>();
  return collectProblems(createTimeNodes(clips, byAlias), (time) => {
    const cycle = done.has(time) ? undefined : findCycle(time, done);
    return cycle === undefined ? [] : [createCycleProblem(cycle)];
  });
}

/** Creates the nodes for the starts and lengths of all clips, in document order, with their dependencies. */
function createTimeNodes(clips: readonly ClipLocation[], byAlias: ByAlias): TimeNode[] {
  const all: ClipTimeNodes[] = clips.map((location) => ({
    location,
    start: { path: () => [...clipPathOf(location), 'start'], value: location.clip.start, dependencies: [] },
    length: {
      path: () => [...clipPathOf(location), 'length'],
      value: location.clip.length,
      dependencies: [],
    },
  }));
  const byLocation = new Map(all.map((times) => [times.location, times]));
  const findByAlias = (alias: string | undefined) => {
    const location = byAlias.get(alias ?? '');
    return location && byLocation.get(location);
  };
  const end: TimeNode = { dependencies: [] };
  const owners = findLengthOwners(clips, byAlias);
  const clipsBefore = findClipsBefore(clips);
  const timesOf = (location: ClipLocation | undefined) => location && byLocation.get(location);
  for (const { location, start, length } of all) {
    const before = location.clip.start === 'auto' ? timesOf(clipsBefore.get(location)) : undefined;
    const group = timesOf(location.group);
    const startTarget = findByAlias(parseAlias(location.clip.start));
    const lengthTarget = findByAlias(parseAlias(location.clip.length));
    const speech =
      location.clip.length === 'auto' ? findByAlias(speechAliasOf(location.clip.asset)) : undefined;
    start.dependencies.push(
      ...(before ? [before.start, before.length] : []),
      ...(startTarget ? [startTarget.start] : []),
      ...(group ? [group.start] : []),
    );
    length.dependencies.push(
      ...(lengthTarget ? [lengthTarget.length] : []),
      ...(location.clip.length === 'end' ? [start, ...(group ? [group.start, group.length] : [end])] : []),
      ...(speech ? [speech.start, speech.length, start] : []),
    );
    if (owners.get(location)?.clip.length === 'end') continue;
    findEnd(location, group, end)?.dependencies.push(start, length);
  }
  return all.flatMap(({ start, length }) => [start, length]);
}

/** Returns the end that a clip extends: that of the timeline, or of its group if this has no end of its own. */
function findEnd(
  { group: around }: ClipLocation,
  group: ClipTimeNodes | undefined,
  end: TimeNode,
): TimeNode | undefined {
  if (!group) return end;
  return around?.clip.length === 'auto' ? group.length : undefined;
}

/**
 * Finds the first cycle among the dependencies of a time. Does not recurse, because a long chain of
 * dependencies would overflow the stack.
 */
function findCycle(from: TimeNode, done: Set<TimeNode>): TimeNode[] | undefined {
  const stack = [{ time: from, next: 0 }];
  const onStack = new Set([from]);
  let cycle: TimeNode[] | undefined;
  for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
    const needed = step.time.dependencies[step.next];
    step.next += 1;
    if (needed === undefined) {
      stack.pop();
      onStack.delete(step.time);
      done.add(step.time);
    } else if (onStack.has(needed)) {
      cycle ??= stack.slice(stack.findIndex(({ time }) => time === needed)).map(({ time }) => time);
    } else if (!done.has(needed)) {
      stack.push({ time: needed, next: 0 });
      onStack.add(needed);
    }
  }
  return cycle;
}

/** A message about a cycle names the first field and at most this many others. */
const MAX_NAMED_FIELDS = 4;

function createCycleProblem(cycle: readonly TimeNode[]): Problem {
  const at = cycle.findIndex(({ path }) => path !== undefined);
  const others = [...cycle.slice(at + 1), ...cycle.slice(0, at)];
  const names = others
    .slice(0, MAX_NAMED_FIELDS)
    .map(({ path }) => (path === undefined ? 'the length of the timeline' : formatPath(path())));
  const members = names.join(', ') + (others.length > MAX_NAMED_FIELDS ? ' and others' : '');
  const phrase = `depends on itself${members === '' ? '' : ` through ${members}`}. Give a number of seconds instead`;
  return createProblem(cycle[at]?.path?.() ?? [], 'circular', phrase, jsonTypeOf(cycle[at]?.value));
}
