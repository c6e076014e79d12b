import { KinoraError } from '../../base/errors.ts';
import { type Seconds, seconds, ZERO } from '../../base/time.ts';
import {
  aliasIn,
  type Clip,
  type ClipPlace,
  clipsByAlias,
  clipsOf,
  type Edit,
  lengthOwners,
} from '../../edit/index.ts';

/** `length: auto` of what has no length of its own (contract 2.1). */
const STILL_SECONDS = seconds(3);

/** When a clip plays on the timeline, in exact seconds. */
export interface ClipTime {
  readonly start: Seconds;
  readonly length: Seconds;
}

/** Seconds that the media of a clip lasts after its trim; undefined for what has no length of its own. */
export type MediaLength = (place: ClipPlace) => Seconds | undefined;

/** The resolved times of an edit. */
export interface Times {
  /** Length of the timeline: the latest end of a clip whose length is not `end`. */
  readonly duration: Seconds;
  of(place: ClipPlace): ClipTime;
}

/**
 * Resolves `auto`, `end` and `alias://` (contract 2.1).
 *
 * @param edit as the parser leaves it: every alias is there, and nothing turns in a circle.
 * @throws {KinoraError} `validation_failed` for a circle all the same.
 */
export function resolveTimes(edit: Edit, mediaLength: MediaLength): Times {
  const places = clipsOf(edit);
  const resolver = new Resolver(places, mediaLength);
  const duration = resolver.value(END);
  const times = places.map((_, index) => ({
    start: resolver.value(start(index)),
    length: resolver.value(length(index)),
  }));
  const byClip = new Map(places.map(({ clip }, index) => [clip, times[index]]));
  return { duration, of: ({ clip }) => byClip.get(clip) ?? { start: ZERO, length: ZERO } };
}

/** A time to work out: the end of the timeline, or the start or the length of the clip with an index. */
type Wanted = 'end of the timeline' | `${'start' | 'length'} ${number}`;

const END: Wanted = 'end of the timeline';
const start = (index: number): Wanted => `start ${index}`;
const length = (index: number): Wanted => `length ${index}`;

/** How a time comes about: from which others, and how from their values. */
interface Recipe {
  readonly needs: readonly Wanted[];
  readonly make: (values: readonly Seconds[]) => Seconds;
}

/** Works times out without recursion: an edit may chain thousands of clips. */
class Resolver {
  private readonly places: readonly ClipPlace[];
  private readonly indexes: ReadonlyMap<Clip, number>;
  private readonly aliases: ReadonlyMap<string, ClipPlace>;
  private readonly mediaLength: MediaLength;
  private readonly known = new Map<Wanted, Seconds>();

  constructor(places: readonly ClipPlace[], mediaLength: MediaLength) {
    this.places = places;
    this.indexes = new Map(places.map(({ clip }, index) => [clip, index]));
    this.aliases = clipsByAlias(places);
    this.mediaLength = mediaLength;
  }

  value(wanted: Wanted): Seconds {
    const way = [{ wanted, recipe: this.recipe(wanted), next: 0 }];
    const onWay = new Set([wanted]);
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const { needs, make } = step.recipe;
      const need = needs[step.next];
      if (need === undefined) {
        this.known.set(step.wanted, make(needs.map((each) => this.known.get(each) ?? ZERO)));
        onWay.delete(step.wanted);
        way.pop();
      } else if (this.known.has(need)) {
        step.next += 1;
      } else {
        if (onWay.has(need)) throw circle();
        onWay.add(need);
        way.push({ wanted: need, recipe: this.recipe(need), next: 0 });
      }
    }
    return this.known.get(wanted) ?? ZERO;
  }

  private recipe(wanted: Wanted): Recipe {
    if (this.known.has(wanted)) return { needs: [], make: () => this.known.get(wanted) ?? ZERO };
    if (wanted === END) return this.end();
    const [what, index] = wanted.split(' ');
    const place = this.places[Number(index)];
    if (!place) return { needs: [], make: () => ZERO };
    return what === 'start' ? this.start(place, Number(index)) : this.length(place, Number(index));
  }

  private end(): Recipe {
    const owners = lengthOwners(this.places, this.aliases);
    const givers = this.places.flatMap((place, index) =>
      owners.get(place)?.clip.length === 'end' ? [] : [index],
    );
    return {
      needs: givers.flatMap((index) => [start(index), length(index)]),
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
    if (target !== undefined) return { needs: [start(target)], make: ([same]) => same ?? ZERO };
    // The end of the clip before it in the track's array, whenever that one plays.
    if (inTrack === 0) return { needs: [], make: () => ZERO };
    return {
      needs: [start(index - 1), length(index - 1)],
      make: ([from, lasts]) => (from ?? ZERO).add(lasts ?? ZERO),
    };
  }

  private length(place: ClipPlace, index: number): Recipe {
    const given = place.clip.length;
    if (typeof given === 'number') return { needs: [], make: () => seconds(given) };
    const target = this.target(given);
    if (target !== undefined) return { needs: [length(target)], make: ([same]) => same ?? ZERO };
    if (given !== 'end') return { needs: [], make: () => this.mediaLength(place) ?? STILL_SECONDS };
    return {
      needs: [END, start(index)],
      make: ([end, from]) => {
        const left = (end ?? ZERO).sub(from ?? ZERO);
        return left.gt(0) ? left : ZERO;
      },
    };
  }

  private target(value: Clip['start'] | Clip['length']): number | undefined {
    const place = this.aliases.get(aliasIn(value) ?? '');
    return place && this.indexes.get(place.clip);
  }
}

function circle(): KinoraError {
  const message =
    'timeline: the starts and lengths of some clips turn in a circle (through "auto", "end" or an alias); give one of them a number of seconds.';
  return new KinoraError('validation_failed', message);
}
