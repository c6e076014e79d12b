import { aliasIn } from './alias.ts';
import { lengthOwners } from './lengths.ts';
import { pathOf, type ClipPlace } from './places.ts';
import { fieldOf, problemAt, type Path, type Problem } from './problem.ts';
import { MAX_PROBLEMS } from './schema/list.ts';

/** The times of an edit as numbers: 2i is the start of clip i, 2i + 1 its length, and one more the end of the timeline. */
interface Times {
  /** How many times there are. */
  readonly count: number;
  /** The times that must be known before this one. */
  needs(time: number): readonly number[];
  /** Where the time stands in the edit; the end of the timeline stands nowhere. */
  path(time: number): Path | undefined;
}

/** A problem for each circle of starts and lengths that wait for each other, by aliases, `auto` or `end`. */
export function circles(places: readonly ClipPlace[], byAlias: ReadonlyMap<string, ClipPlace>): Problem[] {
  const times = timesOf(places, byAlias);
  const done = new Set<number>();
  const found: Problem[] = [];
  for (let time = 0; time < times.count && found.length < MAX_PROBLEMS; time += 1) {
    const circle = done.has(time) ? undefined : firstCircle(time, times, done);
    if (circle !== undefined) found.push(circleProblem(circle, times));
  }
  return found;
}

function timesOf(places: readonly ClipPlace[], byAlias: ReadonlyMap<string, ClipPlace>): Times {
  const indexes = new Map(places.map((place, index) => [place, index]));
  const owners = lengthOwners(places, byAlias);
  const end = places.length * 2;
  const givers = places.flatMap((place, index) =>
    owners.get(place)?.clip.length === 'end' ? [] : [index * 2, index * 2 + 1],
  );
  const referred = (value: unknown) => {
    const place = byAlias.get(aliasIn(value) ?? '');
    return place === undefined ? undefined : indexes.get(place);
  };
  const needsOfStart = (index: number, { clip, index: inTrack }: ClipPlace) => {
    if (clip.start === 'auto') return inTrack === 0 ? [] : [index * 2 - 2, index * 2 - 1];
    const other = referred(clip.start);
    return other === undefined ? [] : [other * 2];
  };
  const needsOfLength = (index: number, { clip }: ClipPlace) => {
    if (clip.length === 'end') return [index * 2, end];
    const other = referred(clip.length);
    return other === undefined ? [] : [other * 2 + 1];
  };
  return {
    count: end + 1,
    needs: (time) => {
      const index = Math.floor(time / 2);
      const place = places[index];
      if (place === undefined) return givers;
      return time % 2 === 0 ? needsOfStart(index, place) : needsOfLength(index, place);
    },
    path: (time) => {
      const place = places[Math.floor(time / 2)];
      return place && [...pathOf(place), time % 2 === 0 ? 'start' : 'length'];
    },
  };
}

/** The first circle that is met on the way from a time down to what it needs. Without recursion: chains may be long. */
function firstCircle(from: number, times: Times, done: Set<number>): number[] | undefined {
  const way = [{ time: from, needs: times.needs(from), next: 0 }];
  const onWay = new Set([from]);
  let circle: number[] | undefined;
  for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
    const needed = step.needs[step.next];
    step.next += 1;
    if (needed === undefined) {
      way.pop();
      onWay.delete(step.time);
      done.add(step.time);
    } else if (onWay.has(needed)) {
      circle ??= way.slice(way.findIndex(({ time }) => time === needed)).map(({ time }) => time);
    } else if (!done.has(needed)) {
      way.push({ time: needed, needs: times.needs(needed), next: 0 });
      onWay.add(needed);
    }
  }
  return circle;
}

/** Members of a circle that a message names. */
const NAMED = 4;

function circleProblem(circle: readonly number[], times: Times): Problem {
  const first = Math.min(...circle);
  const at = circle.indexOf(first);
  const others = [...circle.slice(at + 1), ...circle.slice(0, at)].map((time) => {
    const path = times.path(time);
    return path === undefined ? 'the length of the timeline' : fieldOf(path);
  });
  const way = [...others.slice(0, NAMED), ...(others.length > NAMED ? ['others'] : [])].join(', ');
  const phrase = `depends on itself${way === '' ? '' : `, by way of ${way}`}; give a number of seconds instead`;
  return problemAt(times.path(first) ?? [], 'circular', phrase);
}
