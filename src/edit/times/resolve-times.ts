import { KinoraError } from '../../base/errors.ts';
import { type Seconds, toSeconds, ZERO } from '../../base/time.ts';
import { parseAlias } from '../../base/vocabulary/alias-reference.ts';
import { indexByAlias, speechAliasOf } from '../clips/aliases.ts';
import { findFiniteClips, findLengthOwners } from '../clips/length-owners.ts';
import { findClipsBefore, listClips, type ClipLocation } from '../clips/clip-location.ts';
import type { Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/** The value of `length: auto` for an asset without a duration, such as an image (contract 2.1). */
export const STILL_LENGTH = toSeconds(3);

/** A time that is unknown until the media that it depends on have been probed. */
export type MaybeSeconds = Seconds | undefined;

/**
 * The start and the length of a clip on the timeline, in exact seconds. The start of a clip in a group counts from the
 * start of the timeline, too, and its length ends with the group.
 */
export interface ClipTime<Time extends MaybeSeconds = MaybeSeconds> {
  readonly start: Time;
  readonly length: Time;
}

/**
 * Returns the value of `length: auto` for a clip in seconds: the duration of its media after the trim, {@link
 * STILL_LENGTH} for an asset without a duration, or `undefined` while the duration is unknown.
 */
export type MediaLength<Time extends MaybeSeconds = MaybeSeconds> = (location: ClipLocation) => Time;

/** The resolved times of an edit. A time that depends on an unknown media length is unknown, too. */
export interface EditTimes<Time extends MaybeSeconds = MaybeSeconds> {
  /** Length of the timeline: the latest end of a clip outside of groups whose length is not `end`. */
  readonly duration: Time;
  /** Returns the time of a clip. @param location an item of `listClips` for the same edit. */
  of(location: ClipLocation): ClipTime<Time>;
}

/** Resolves all times of an edit whose media lengths are all known. */
export function resolveTimes(edit: Edit, mediaLength: MediaLength<Seconds>): EditTimes<Seconds>;
/**
 * Resolves `auto`, `end` and `alias://` (contract 2.1).
 *
 * @param edit a parsed edit: every alias exists and there are no cycles.
 * @param mediaLength called once for each clip with `length: auto`, except for captions that transcribe
 *   another clip. Such captions end with that other clip.
 * @throws {KinoraError} `validation_failed` if there is a cycle nevertheless. Errors of `mediaLength` pass
 *   through.
 */
export function resolveTimes(edit: Edit, mediaLength: MediaLength): EditTimes;
export function resolveTimes(edit: Edit, mediaLength: MediaLength): EditTimes {
  return resolveClipTimes(listClips(edit), mediaLength);
}

/** Works like {@link resolveTimes}. @param clips all clips of an edit. */
export function resolveClipTimes(clips: readonly ClipLocation[], mediaLength: MediaLength): EditTimes {
  const resolver = new TimeResolver(clips, mediaLength);
  const duration = resolver.resolve(END);
  const times = new Map<Clip, ClipTime>();
  for (const [index, { clip, group }] of clips.entries()) {
    const time = { start: resolver.resolve(startKeyOf(index)), length: resolver.resolve(lengthKeyOf(index)) };
    // The clips of a group come after its own clip.
    const around = group && times.get(group.clip);
    times.set(clip, around ? cutToGroup(time, around) : time);
  }
  return { duration, of: ({ clip }) => times.get(clip) ?? { start: undefined, length: undefined } };
}

/** Cuts off the part of a clip that comes after the end of its group. */
function cutToGroup({ start, length }: ClipTime, group: ClipTime): ClipTime {
  if (!start || !length || !group.start || !group.length) return { start, length };
  const end = group.start.add(group.length);
  return start.add(length).gt(end) ? { start, length: timeUntil(start, end) } : { start, length };
}

/** The key of a time to resolve: the start or the length of a clip with a given index, or {@link END}. */
export type TimeKey = number;

/** The key of the end of the timeline. */
const END: TimeKey = -1;

/** Returns the key of the start of a clip. */
export const startKeyOf = (index: number): TimeKey => 2 * index;

/** Returns the key of the length of a clip. */
export const lengthKeyOf = (index: number): TimeKey => 2 * index + 1;

/** Formula that computes a time from other times. */
interface TimeFormula {
  readonly dependencies: readonly TimeKey[];
  readonly compute: (values: readonly Seconds[]) => MaybeSeconds;
}

/** Resolves times without recursion, because an edit may chain thousands of clips. */
export class TimeResolver {
  private readonly clips: readonly ClipLocation[];
  private readonly indexes: ReadonlyMap<Clip, number>;
  private readonly before: ReadonlyMap<ClipLocation, ClipLocation>;
  private readonly aliases: ReadonlyMap<string, ClipLocation>;
  private readonly mediaLength: MediaLength;
  private readonly resolved = new Map<TimeKey, MaybeSeconds>();
  /** The number of neighbours that a clip overlaps: 1 or 2. */
  private readonly overlaps: ReadonlyMap<ClipLocation, number>;
  private readonly lengthOwners: ReadonlyMap<ClipLocation, ClipLocation>;
  private finite: ReturnType<typeof findFiniteClips> | undefined;

  /** @param clips all clips of an edit. Their aliases must be known. */
  constructor(clips: readonly ClipLocation[], mediaLength: MediaLength) {
    this.clips = clips;
    this.indexes = new Map(clips.map(({ clip }, index) => [clip, index]));
    this.before = findClipsBefore(clips);
    this.overlaps = countOverlaps(this.before);
    this.aliases = indexByAlias(clips);
    this.lengthOwners = findLengthOwners(clips, this.aliases);
    this.mediaLength = mediaLength;
  }

  /** Returns a time. @throws {KinoraError} `validation_failed` if it depends on itself. */
  resolve(key: TimeKey): MaybeSeconds {
    if (this.resolved.has(key)) return this.resolved.get(key);
    const finish = (each: TimeKey, formula: TimeFormula) => this.resolved.set(each, this.evaluate(formula));
    const cycle = this.walk(key, (each) => this.resolved.has(each), finish);
    if (cycle) throw createCycleError();
    return this.resolved.get(key);
  }

  /**
   * Walks through a time and those that it depends on, which come first.
   *
   * @param isDone true for a time to skip.
   * @param finish called for each time after those that it depends on.
   * @returns the first cycle, if there is one.
   */
  walk(
    from: TimeKey,
    isDone: (key: TimeKey) => boolean,
    finish: (key: TimeKey, formula: TimeFormula) => void,
  ): TimeKey[] | undefined {
    const stepOf = (key: TimeKey) => {
      const formula = this.createFormula(key);
      return { key, formula, rest: formula.dependencies.values() };
    };
    const stack = [stepOf(from)];
    const onStack = new Set([from]);
    let cycle: TimeKey[] | undefined;
    for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
      const { value: needed } = step.rest.next();
      if (needed === undefined) {
        stack.pop();
        onStack.delete(step.key);
        finish(step.key, step.formula);
      } else if (onStack.has(needed)) {
        cycle ??= stack.slice(stack.findIndex(({ key }) => key === needed)).map(({ key }) => key);
      } else if (!isDone(needed)) {
        stack.push(stepOf(needed));
        onStack.add(needed);
      }
    }
    return cycle;
  }

  private evaluate({ dependencies, compute }: TimeFormula): MaybeSeconds {
    const values = dependencies.flatMap((key) => this.resolved.get(key) ?? []);
    return values.length === dependencies.length ? compute(values) : undefined;
  }

  private createFormula(key: TimeKey): TimeFormula {
    if (key === END) return this.createEndFormula();
    const index = Math.floor(key / 2);
    const location = this.clips[index];
    if (!location) return { dependencies: [], compute: () => undefined };
    return key === startKeyOf(index)
      ? this.createStartFormula(location)
      : this.createLengthFormula(location, index);
  }

  private createEndFormula(): TimeFormula {
    return { dependencies: this.listEnds(undefined), compute: latestEnd };
  }

  /** Returns the length "auto" of a group: until the end of its last clip. */
  private createGroupFormula(location: ClipLocation, index: number): TimeFormula {
    return {
      dependencies: [startKeyOf(index), ...this.listEnds(location)],
      compute: ([start, ...values]) => timeUntil(start, latestEnd(values)),
    };
  }

  /** Lists the starts and lengths in turn of the clips of a group, or of the timeline, whose length is not `end`. */
  private listEnds(group: ClipLocation | undefined): TimeKey[] {
    this.finite ??= findFiniteClips(this.clips, this.aliases);
    const indexes = (this.finite.get(group) ?? []).map((location) => this.indexOf(location));
    return indexes.flatMap((index) => [startKeyOf(index), lengthKeyOf(index)]);
  }

  private createStartFormula(location: ClipLocation): TimeFormula {
    const { clip, group } = location;
    const { start } = clip;
    const groupKey = group && startKeyOf(this.indexOf(group));
    const around = groupKey === undefined ? [] : [groupKey];
    if (typeof start === 'number')
      return {
        dependencies: around,
        compute: ([groupStart = ZERO]) => toSeconds(start).add(groupStart),
      };
    const target = this.indexOfReference(start);
    if (target !== undefined)
      return {
        dependencies: [startKeyOf(target), ...around],
        // A clip starts no earlier than its group.
        compute: ([same, groupStart]) => (same && groupStart?.gt(same) === true ? groupStart : same),
      };
    // The start "auto" is the end of the previous clip in the track's list, even if that clip plays much
    // earlier or later.
    const before = this.before.get(location);
    if (!before) return { dependencies: around, compute: ([groupStart = ZERO]) => groupStart };
    const beforeIndex = this.indexOf(before);
    const overlap = toSeconds(clip.overlap ?? 0);
    const own = overlap.gt(0) && this.hasFixedLength(location) ? [lengthKeyOf(this.indexOf(location))] : [];
    return {
      dependencies: [startKeyOf(beforeIndex), lengthKeyOf(beforeIndex), ...own],
      compute: ([previousStart, previousLength, ownLength]) => {
        if (!previousLength || !previousStart) return undefined;
        const limits = [this.limitOverlap(previousLength, before)];
        if (ownLength) limits.push(this.limitOverlap(ownLength, location));
        const shared = limits.reduce((least, limit) => (limit.lt(least) ? limit : least), overlap);
        return previousStart.add(previousLength).sub(shared);
      },
    };
  }

  /** Returns the most that a clip overlaps one neighbour: half of it if it overlaps both. */
  private limitOverlap(length: Seconds, location: ClipLocation): Seconds {
    return length.div(this.overlaps.get(location) ?? 1);
  }

  /** True if the length of a clip does not depend on its start. */
  private hasFixedLength(location: ClipLocation): boolean {
    const { clip } = this.lengthOwners.get(location) ?? location;
    if (typeof clip.length === 'number') return true;
    return clip.length === 'auto' && clip.asset.type !== 'group' && speechAliasOf(clip.asset) === undefined;
  }

  private createLengthFormula(location: ClipLocation, index: number): TimeFormula {
    const { length } = location.clip;
    if (typeof length === 'number') return { dependencies: [], compute: () => toSeconds(length) };
    const target = this.indexOfReference(length);
    if (target !== undefined) return { dependencies: [lengthKeyOf(target)], compute: ([same]) => same };
    if (length === 'end') return this.createRestFormula(location, index);
    if (location.clip.asset.type === 'group') return this.createGroupFormula(location, index);
    const speech = this.indexOfAlias(speechAliasOf(location.clip.asset));
    if (speech === undefined) return { dependencies: [], compute: () => this.mediaLength(location) };
    return {
      dependencies: [startKeyOf(speech), lengthKeyOf(speech), startKeyOf(index)],
      compute: ([speechStart, speechLength, start]) =>
        timeUntil(start, speechLength && speechStart?.add(speechLength)),
    };
  }

  /** Returns the length "end": until the end of the timeline, or of the group. */
  private createRestFormula({ group }: ClipLocation, index: number): TimeFormula {
    if (!group)
      return { dependencies: [startKeyOf(index), END], compute: ([start, end]) => timeUntil(start, end) };
    const at = this.indexOf(group);
    return {
      dependencies: [startKeyOf(index), startKeyOf(at), lengthKeyOf(at)],
      compute: ([start, from, length]) => timeUntil(start, length && from?.add(length)),
    };
  }

  private indexOf({ clip }: ClipLocation): number {
    return this.indexes.get(clip) ?? 0;
  }

  private indexOfReference(value: Clip['start'] | Clip['length']): number | undefined {
    return this.indexOfAlias(parseAlias(value));
  }

  private indexOfAlias(alias: string | undefined): number | undefined {
    const location = this.aliases.get(alias ?? '');
    return location && this.indexes.get(location.clip);
  }
}

/** Counts, for each clip of an overlap, its neighbours that it overlaps. @param before the clip before each. */
function countOverlaps(before: ReadonlyMap<ClipLocation, ClipLocation>): ReadonlyMap<ClipLocation, number> {
  const counts = new Map<ClipLocation, number>();
  for (const [location, previous] of before) {
    const { start, overlap = 0 } = location.clip;
    if (start !== 'auto' || overlap === 0) continue;
    for (const one of [previous, location]) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return counts;
}

/** Returns the latest end of some clips. @param values their starts and lengths in turn. */
function latestEnd(values: readonly Seconds[]): Seconds {
  let latest = ZERO;
  for (let at = 0; at < values.length; at += 2) {
    const end = (values[at] ?? ZERO).add(values[at + 1] ?? ZERO);
    if (end.gt(latest)) latest = end;
  }
  return latest;
}

/** Returns the seconds from a start to an end, or 0 if the end is not later. */
function timeUntil(from: MaybeSeconds, end: MaybeSeconds): Seconds {
  const seconds = from && end?.sub(from);
  return seconds?.gt(0) === true ? seconds : ZERO;
}

function createCycleError(): KinoraError {
  const message =
    'The starts and lengths of some clips in the timeline depend on each other (through "auto", "end" or an alias). Give one of them a number of seconds.';
  return new KinoraError('validation_failed', message);
}
