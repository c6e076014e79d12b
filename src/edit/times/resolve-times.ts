import { KinoraError } from '../../base/errors.ts';
import { type Seconds, toSeconds, ZERO } from '../../base/time.ts';
import { indexByAlias, parseAlias, speechAliasOf } from '../clips/aliases.ts';
import { findLengthOwners } from '../clips/length-owners.ts';
import { listClips, type ClipLocation } from '../clips/clip-location.ts';
import type { Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/** `length: auto` of what has no length of its own, such as an image (contract 2.1). */
export const STILL_LENGTH = toSeconds(3);

/** A time that nobody knows as long as nobody has looked at the media that it depends on. */
export type MaybeSeconds = Seconds | undefined;

/** When a clip plays on the timeline, in exact seconds. */
export interface ClipTime<Time extends MaybeSeconds = MaybeSeconds> {
  readonly start: Time;
  readonly length: Time;
}

/**
 * What `length: auto` is for a clip: seconds that its media lasts after its trim, {@link STILL_LENGTH} for what has no length
 * of its own, `undefined` while it is not known.
 */
export type MediaLength<Time extends MaybeSeconds = MaybeSeconds> = (location: ClipLocation) => Time;

/** The resolved times of an edit. What depends on an unknown media length is unknown as well. */
export interface EditTimes<Time extends MaybeSeconds = MaybeSeconds> {
  /** Length of the timeline: the latest end of a clip whose length is not `end`. */
  readonly duration: Time;
  /** @param location one of `listClips` of the same edit. */
  of(location: ClipLocation): ClipTime<Time>;
}

/** {@link resolveTimes} where every media length is known, and so every time. */
export function resolveTimes(edit: Edit, mediaLength: MediaLength<Seconds>): EditTimes<Seconds>;
/**
 * Resolves `auto`, `end` and `alias://` (contract 2.1).
 *
 * @param edit as the parser leaves it: every alias is there, and nothing turns in a circle.
 * @param mediaLength is asked once for each clip with `length: auto`, but for captions of a voice, which end with it.
 * @throws {KinoraError} `validation_failed` for a circle all the same, and whatever `mediaLength` throws.
 */
export function resolveTimes(edit: Edit, mediaLength: MediaLength): EditTimes;
export function resolveTimes(edit: Edit, mediaLength: MediaLength): EditTimes {
  return resolveClipTimes(listClips(edit), mediaLength);
}

/** {@link resolveTimes} of all clips of an edit. */
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

/** A time to work out: the start or the length of the clip with an index, or {@link END}. */
type TimeKey = number;

/** The end of the timeline. */
const END: TimeKey = -1;
const startKeyOf = (index: number): TimeKey => 2 * index;
const lengthKeyOf = (index: number): TimeKey => 2 * index + 1;

/** How to compute a time from other times. */
interface TimeFormula {
  readonly dependencies: readonly TimeKey[];
  readonly compute: (values: readonly Seconds[]) => MaybeSeconds;
}

/** Works times out without recursion: an edit may chain thousands of clips. */
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
    // A stack of its own instead of recursion: chains of clips are long.
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
    // The end of the clip before it in the track's array, whenever that one plays.
    if (inTrack === 0) return { dependencies: [], compute: () => ZERO };
    return {
      dependencies: [startKeyOf(index - 1), lengthKeyOf(index - 1)],
      compute: ([previousStart, previousLength]) => previousLength && previousStart?.add(previousLength),
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

/** What is left from a start to an end. */
function timeUntil(from: MaybeSeconds, end: MaybeSeconds): Seconds {
  const seconds = from && end?.sub(from);
  return seconds?.gt(0) === true ? seconds : ZERO;
}

function createCycleError(): KinoraError {
  const message =
    'timeline: the starts and lengths of some clips turn in a circle (through "auto", "end" or an alias); give one of them a number of seconds.';
  return new KinoraError('validation_failed', message);
}
