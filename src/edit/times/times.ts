import { KinoraError } from '../../base/errors.ts';
import { type Seconds, seconds, ZERO } from '../../base/time.ts';
import { aliasIn, voiceIn } from '../alias.ts';
import { lengthOwners } from '../lengths.ts';
import { clipsOf, type ClipPlace } from '../places.ts';
import { clipsByAlias } from '../references.ts';
import type { Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/** `length: auto` of what has no length of its own, such as an image (contract 2.1). */
export const STILL_LENGTH = seconds(3);

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
export type MediaLength<Time extends MaybeSeconds = MaybeSeconds> = (place: ClipPlace) => Time;

/** The resolved times of an edit. What depends on an unknown media length is unknown as well. */
export interface Times<Time extends MaybeSeconds = MaybeSeconds> {
  /** Length of the timeline: the latest end of a clip whose length is not `end`. */
  readonly duration: Time;
  /** @param place one of `clipsOf` the same edit. */
  of(place: ClipPlace): ClipTime<Time>;
}

/** {@link resolveTimes} where every media length is known, and so every time. */
export function resolveTimes(edit: Edit, mediaLength: MediaLength<Seconds>): Times<Seconds>;
/**
 * Resolves `auto`, `end` and `alias://` (contract 2.1).
 *
 * @param edit as the parser leaves it: every alias is there, and nothing turns in a circle.
 * @param mediaLength is asked once for each clip with `length: auto`, but for captions of a voice, which end with it.
 * @throws {KinoraError} `validation_failed` for a circle all the same, and whatever `mediaLength` throws.
 */
export function resolveTimes(edit: Edit, mediaLength: MediaLength): Times;
export function resolveTimes(edit: Edit, mediaLength: MediaLength): Times {
  return timesOf(clipsOf(edit), mediaLength);
}

/** {@link resolveTimes} of all clips of an edit. */
export function timesOf(places: readonly ClipPlace[], mediaLength: MediaLength): Times {
  const resolver = new Resolver(places, mediaLength);
  const duration = resolver.value(END);
  const times = new Map(
    places.map(({ clip }, index) => [
      clip,
      { start: resolver.value(startOf(index)), length: resolver.value(lengthOf(index)) },
    ]),
  );
  return { duration, of: ({ clip }) => times.get(clip) ?? { start: undefined, length: undefined } };
}

/** A time to work out: the start or the length of the clip with an index, or {@link END}. */
type Wanted = number;

/** The end of the timeline. */
const END: Wanted = -1;
const startOf = (index: number): Wanted => 2 * index;
const lengthOf = (index: number): Wanted => 2 * index + 1;

/** How a time comes about: from which others, and how from their values, each of which is known by then. */
interface Recipe {
  readonly needs: readonly Wanted[];
  readonly make: (values: readonly Seconds[]) => MaybeSeconds;
}

/** Works times out without recursion: an edit may chain thousands of clips. */
class Resolver {
  private readonly places: readonly ClipPlace[];
  private readonly indexes: ReadonlyMap<Clip, number>;
  private readonly aliases: ReadonlyMap<string, ClipPlace>;
  private readonly mediaLength: MediaLength;
  private readonly found = new Map<Wanted, MaybeSeconds>();

  constructor(places: readonly ClipPlace[], mediaLength: MediaLength) {
    this.places = places;
    this.indexes = new Map(places.map(({ clip }, index) => [clip, index]));
    this.aliases = clipsByAlias(places);
    this.mediaLength = mediaLength;
  }

  value(wanted: Wanted): MaybeSeconds {
    if (this.found.has(wanted)) return this.found.get(wanted);
    const way = [{ wanted, recipe: this.recipe(wanted), next: 0 }];
    const onWay = new Set([wanted]);
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const need = step.recipe.needs[step.next];
      if (need === undefined) {
        this.found.set(step.wanted, this.made(step.recipe));
        onWay.delete(step.wanted);
        way.pop();
      } else if (this.found.has(need)) {
        step.next += 1;
      } else {
        if (onWay.has(need)) throw circle();
        onWay.add(need);
        way.push({ wanted: need, recipe: this.recipe(need), next: 0 });
      }
    }
    return this.found.get(wanted);
  }

  private made({ needs, make }: Recipe): MaybeSeconds {
    const values = needs.flatMap((need) => this.found.get(need) ?? []);
    return values.length === needs.length ? make(values) : undefined;
  }

  private recipe(wanted: Wanted): Recipe {
    if (wanted === END) return this.end();
    const index = Math.floor(wanted / 2);
    const place = this.places[index];
    if (!place) return { needs: [], make: () => undefined };
    return wanted === startOf(index) ? this.start(place, index) : this.length(place, index);
  }

  private end(): Recipe {
    const owners = lengthOwners(this.places, this.aliases);
    const givers = this.places.flatMap((place, index) =>
      owners.get(place)?.clip.length === 'end' ? [] : [index],
    );
    return {
      needs: givers.flatMap((index) => [startOf(index), lengthOf(index)]),
      make: (values) =>
        givers.reduce<Seconds>((latest, _, at) => {
          const end = (values[2 * at] ?? ZERO).add(values[2 * at + 1] ?? ZERO);
          return end.gt(latest) ? end : latest;
        }, ZERO),
    };
  }

  private start({ clip, index: inTrack }: ClipPlace, index: number): Recipe {
    const given = clip.start;
    if (typeof given === 'number') return { needs: [], make: () => seconds(given) };
    const target = this.target(given);
    if (target !== undefined) return { needs: [startOf(target)], make: ([same]) => same };
    // The end of the clip before it in the track's array, whenever that one plays.
    if (inTrack === 0) return { needs: [], make: () => ZERO };
    return {
      needs: [startOf(index - 1), lengthOf(index - 1)],
      make: ([from, lasts]) => lasts && from?.add(lasts),
    };
  }

  private length(place: ClipPlace, index: number): Recipe {
    const given = place.clip.length;
    if (typeof given === 'number') return { needs: [], make: () => seconds(given) };
    const target = this.target(given);
    if (target !== undefined) return { needs: [lengthOf(target)], make: ([same]) => same };
    if (given === 'end') return { needs: [END, startOf(index)], make: ([end, from]) => left(from, end) };
    const voice = this.named(voiceIn(place.clip.asset));
    if (voice === undefined) return { needs: [], make: () => this.mediaLength(place) };
    return {
      needs: [startOf(index), startOf(voice), lengthOf(voice)],
      make: ([from, begins, lasts]) => left(from, lasts && begins?.add(lasts)),
    };
  }

  private target(value: Clip['start'] | Clip['length']): number | undefined {
    return this.named(aliasIn(value));
  }

  private named(alias: string | undefined): number | undefined {
    const place = this.aliases.get(alias ?? '');
    return place && this.indexes.get(place.clip);
  }
}

/** What is left from a start to an end. */
function left(from: MaybeSeconds, end: MaybeSeconds): Seconds {
  const seconds = from && end?.sub(from);
  return seconds?.gt(0) === true ? seconds : ZERO;
}

function circle(): KinoraError {
  const message =
    'timeline: the starts and lengths of some clips turn in a circle (through "auto", "end" or an alias); give one of them a number of seconds.';
  return new KinoraError('validation_failed', message);
}
