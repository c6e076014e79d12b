import { KinoraError } from '../../base/errors.ts';
import { type Seconds, toSeconds, ZERO } from '../../base/time.ts';
import { indexByAlias, parseAlias, speechAliasOf } from '../clips/aliases.ts';
import { findLengthOwners } from '../clips/length-owners.ts';
import { listClips, type ClipLocation } from '../clips/clip-location.ts';
import type { Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/** The value of `length: auto` for an asset without a duration, such as an image (contract 2.1). */
export const STILL_LENGTH = toSeconds(3);

/** A time that is unknown until the media that it depends on have been probed. */
export type MaybeSeconds = Seconds | undefined;

/** The start and the length of a clip on the timeline, in exact seconds. */
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
  /** Length of the timeline: the latest end of a clip whose length is not `end`. */
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
  const times = new Map(
    clips.map(({ clip }, index) => [
      clip,
      { start: resolver.resolve(startKeyOf(index)), length: resolver.resolve(lengthKeyOf(index)) },
    ]),
  );
  return { duration, of: ({ clip }) => times.get(clip) ?? { start: undefined, length: undefined } };
}

/** The key of a time to resolve: the start or the length of a clip with a given index, or {@link END}. */
type TimeKey = number;

/** The key of the end of the timeline. */
const END: TimeKey = -1;
const startKeyOf = (index: number): TimeKey => 2 * index;
const lengthKeyOf = (index: number): TimeKey => 2 * index + 1;

/** Formula that computes a time from other times. */
interface TimeFormula {
  readonly dependencies: readonly TimeKey[];
  readonly compute: (values: readonly Seconds[]) => MaybeSeconds;
}

/** Resolves times without recursion, because an edit may chain thousands of clips. */
class TimeResolver {
  private readonly clips: readonly ClipLocation[];
  private readonly indexes: ReadonlyMap<Clip, number>;
  private readonly aliases: ReadonlyMap<string, ClipLocation>;
  private readonly mediaLength: MediaLength;
  private readonly resolved = new Map<TimeKey, MaybeSeconds>();

  constructor(clips: readonly ClipLocation[], mediaLength: MediaLength) {
    this.clips = clips;
    this.indexes = new Map(clips.map(({ clip }, index) => [clip, index]));
    this.aliases = indexByAlias(clips);
    this.mediaLength = mediaLength;
  }

  resolve(key: TimeKey): MaybeSeconds {
    if (this.resolved.has(key)) return this.resolved.get(key);
    const stack = [{ key, formula: this.createFormula(key), next: 0 }];
    const onStack = new Set([key]);
    for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
      const dependency = step.formula.dependencies[step.next];
      if (dependency === undefined) {
        this.resolved.set(step.key, this.evaluate(step.formula));
        onStack.delete(step.key);
        stack.pop();
      } else if (this.resolved.has(dependency)) {
        step.next += 1;
      } else {
        if (onStack.has(dependency)) throw createCycleError();
        onStack.add(dependency);
        stack.push({ key: dependency, formula: this.createFormula(dependency), next: 0 });
      }
    }
    return this.resolved.get(key);
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
      ? this.createStartFormula(location, index)
      : this.createLengthFormula(location, index);
  }

  private createEndFormula(): TimeFormula {
    const owners = findLengthOwners(this.clips, this.aliases);
    const finite = this.clips.flatMap((location, index) =>
      owners.get(location)?.clip.length === 'end' ? [] : [index],
    );
    return {
      dependencies: finite.flatMap((index) => [startKeyOf(index), lengthKeyOf(index)]),
      compute: (values) =>
        finite.reduce<Seconds>((latest, _, at) => {
          const end = (values[2 * at] ?? ZERO).add(values[2 * at + 1] ?? ZERO);
          return end.gt(latest) ? end : latest;
        }, ZERO),
    };
  }

  private createStartFormula({ clip, index: inTrack }: ClipLocation, index: number): TimeFormula {
    const { start } = clip;
    if (typeof start === 'number') return { dependencies: [], compute: () => toSeconds(start) };
    const target = this.indexOfReference(start);
    if (target !== undefined) return { dependencies: [startKeyOf(target)], compute: ([same]) => same };
    // The start "auto" is the end of the previous clip in the track's list, even if that clip plays much
    // earlier or later.
    if (inTrack === 0) return { dependencies: [], compute: () => ZERO };
    return {
      dependencies: [startKeyOf(index - 1), lengthKeyOf(index - 1)],
      compute: ([previousStart, previousLength]) => {
        // A clip starts no earlier than the clip that it overlaps.
        if (!previousLength || !previousStart) return undefined;
        const after = previousLength.sub(toSeconds(clip.overlap ?? 0));
        return after.gt(0) ? previousStart.add(after) : previousStart;
      },
    };
  }

  private createLengthFormula(location: ClipLocation, index: number): TimeFormula {
    const { length } = location.clip;
    if (typeof length === 'number') return { dependencies: [], compute: () => toSeconds(length) };
    const target = this.indexOfReference(length);
    if (target !== undefined) return { dependencies: [lengthKeyOf(target)], compute: ([same]) => same };
    if (length === 'end')
      return { dependencies: [END, startKeyOf(index)], compute: ([end, start]) => timeUntil(start, end) };
    const speech = this.indexOfAlias(speechAliasOf(location.clip.asset));
    if (speech === undefined) return { dependencies: [], compute: () => this.mediaLength(location) };
    return {
      dependencies: [startKeyOf(index), startKeyOf(speech), lengthKeyOf(speech)],
      compute: ([start, speechStart, speechLength]) =>
        timeUntil(start, speechLength && speechStart?.add(speechLength)),
    };
  }

  private indexOfReference(value: Clip['start'] | Clip['length']): number | undefined {
    return this.indexOfAlias(parseAlias(value));
  }

  private indexOfAlias(alias: string | undefined): number | undefined {
    const location = this.aliases.get(alias ?? '');
    return location && this.indexes.get(location.clip);
  }
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
