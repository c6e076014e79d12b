import { aliasIn, voiceIn } from './alias.ts';
import { lengthOwners } from './lengths.ts';
import { pathOf, type ClipPlace } from './places.ts';
import { fieldOf, jsonTypeOf, MAX_PROBLEMS, type Path, type Problem, problemAt } from './problem.ts';
import type { Length, Start } from './schema/clip.ts';

type ByAlias = ReadonlyMap<string, ClipPlace>;

/** A time that a render has to find out: a start, a length, or the end of the timeline. */
interface Time {
  /** Where it stands in the edit; the end of the timeline stands nowhere. */
  readonly path?: () => Path;
  /** What stands there. */
  readonly given?: Start | Length;
  /** The times that must be known before this one. */
  readonly needs: Time[];
}

interface ClipTimes {
  readonly place: ClipPlace;
  readonly start: Time;
  readonly length: Time;
}

/** A problem for each circle of starts and lengths that wait for each other, by aliases, `auto` or `end`. */
export function circles(places: readonly ClipPlace[], byAlias: ByAlias): Problem[] {
  // Nothing else leads back: "auto" only ever waits for clips before it.
  const leadsBack = ({ clip }: ClipPlace): boolean =>
    clip.length === 'end' || [aliasIn(clip.start), aliasIn(clip.length), voiceIn(clip.asset)].some(Boolean);
  if (!places.some(leadsBack)) return [];
  const done = new Set<Time>();
  const found: Problem[] = [];
  for (const time of timesOf(places, byAlias)) {
    const circle = done.has(time) ? undefined : firstCircle(time, done);
    if (circle !== undefined) found.push(circleProblem(circle));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found;
}

/** The starts and lengths of all clips, in the order of the document, each with what it needs. */
function timesOf(places: readonly ClipPlace[], byAlias: ByAlias): Time[] {
  const all: ClipTimes[] = places.map((place) => ({
    place,
    start: { path: () => [...pathOf(place), 'start'], given: place.clip.start, needs: [] },
    length: { path: () => [...pathOf(place), 'length'], given: place.clip.length, needs: [] },
  }));
  const byPlace = new Map(all.map((times) => [times.place, times]));
  const referred = (alias: string | undefined) => {
    const place = byAlias.get(alias ?? '');
    return place && byPlace.get(place);
  };
  const end: Time = { needs: [] };
  const owners = lengthOwners(places, byAlias);
  for (const [index, { place, start, length }] of all.entries()) {
    const before = place.clip.start === 'auto' && place.index > 0 ? all[index - 1] : undefined;
    const startOf = referred(aliasIn(place.clip.start));
    const lengthOf = referred(aliasIn(place.clip.length));
    const voice = place.clip.length === 'auto' ? referred(voiceIn(place.clip.asset)) : undefined;
    start.needs.push(...(before ? [before.start, before.length] : []), ...(startOf ? [startOf.start] : []));
    length.needs.push(
      ...(lengthOf ? [lengthOf.length] : []),
      ...(place.clip.length === 'end' ? [start, end] : []),
      ...(voice ? [voice.start, voice.length, start] : []),
    );
    if (owners.get(place)?.clip.length !== 'end') end.needs.push(start, length);
  }
  return all.flatMap(({ start, length }) => [start, length]);
}

/** The first circle on the way from a time down to what it needs. Without recursion: the way may be long. */
function firstCircle(from: Time, done: Set<Time>): Time[] | undefined {
  const way = [{ time: from, next: 0 }];
  const onWay = new Set([from]);
  let circle: Time[] | undefined;
  for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
    const needed = step.time.needs[step.next];
    step.next += 1;
    if (needed === undefined) {
      way.pop();
      onWay.delete(step.time);
      done.add(step.time);
    } else if (onWay.has(needed)) {
      circle ??= way.slice(way.findIndex(({ time }) => time === needed)).map(({ time }) => time);
    } else if (!done.has(needed)) {
      way.push({ time: needed, next: 0 });
      onWay.add(needed);
    }
  }
  return circle;
}

/** Members of a circle that a message names besides the first. */
const NAMED = 4;

function circleProblem(circle: readonly Time[]): Problem {
  const at = circle.findIndex(({ path }) => path !== undefined);
  const others = [...circle.slice(at + 1), ...circle.slice(0, at)];
  const names = others
    .slice(0, NAMED)
    .map(({ path }) => (path === undefined ? 'the length of the timeline' : fieldOf(path())));
  const way = [...names, ...(others.length > NAMED ? ['others'] : [])].join(', ');
  const phrase = `depends on itself${way === '' ? '' : `, by way of ${way}`}; give a number of seconds instead`;
  return problemAt(circle[at]?.path?.() ?? [], 'circular', phrase, jsonTypeOf(circle[at]?.given));
}
