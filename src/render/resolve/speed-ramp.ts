import { earlierOf, laterOf, type Seconds, type Speed, toSeconds, toSpeed, ZERO } from '../../base/time.ts';
import { ease } from './easing.ts';
import type { Easing, ResolvedTween } from './animated-number.ts';
import { valueAt } from './tween.ts';

/** A speed that changes: at least one tween, in the order of their starts. Below 0, the source plays backwards. */
export type SpeedRamp = readonly ResolvedTween[];

/** A part of a ramp in which the speed changes by one rule. The last part has no end. */
interface RampPart extends Omit<ResolvedTween, 'end'> {
  readonly end: Seconds | undefined;
  /** Source seconds that the ramp has played when the part begins. */
  readonly played: Seconds;
  /** The moments within the part at which the speed passes 0, on the clock of the clip. */
  readonly turns: readonly Seconds[];
  /** Returns the integral of the easing curve from 0 to a progress. Absent if the part has no such curve. */
  readonly integral?: (progress: number) => number;
}

/** The parts of the ramps that were used so far. Each frame and each block of sound asks for them. */
const knownParts = new WeakMap<SpeedRamp, readonly RampPart[]>();

/** Number of steps into which the integral of an easing curve is divided. */
const STEPS = 512;
/** Halvings that find a moment within a part of a ramp to less than a microsecond. */
const HALVINGS = 40;

/** Returns the speed of a ramp at a second of the clip. */
export function speedAt(ramp: SpeedRamp, time: Seconds): Speed {
  return toSpeed(valueAt(ramp, time));
}

/** True if a ramp plays backwards at some time. */
export function goesBack(ramp: SpeedRamp): boolean {
  return partsOf(ramp).some(({ from, to, turns }) => from < 0 || to < 0 || turns.length > 0);
}

/**
 * Returns the source seconds that a ramp has played at a second of the clip: the integral of its speed. Seconds that
 * were played backwards count as negative.
 */
export function playedAt(ramp: SpeedRamp, time: Seconds): Seconds {
  const part = partsOf(ramp).findLast(({ start }) => start.lte(time));
  return part ? part.played.add(playedIn(part, time.sub(part.start))) : ZERO;
}

/**
 * Returns the source seconds that a ramp plays before its beginning, at most: the least that {@link playedAt} returns
 * up to a second of the clip, as a positive number.
 */
export function playedBefore(ramp: SpeedRamp, end: Seconds): Seconds {
  const turns = partsOf(ramp).flatMap((part) => [part.start, ...part.turns]);
  return [...turns, end].reduce<Seconds>(
    (most, time) => laterOf(most, playedAt(ramp, earlierOf(time, end)).neg()),
    ZERO,
  );
}

/**
 * Returns the first second of the clip at which a ramp has played some source seconds.
 *
 * @param played 0 or more.
 * @returns undefined if the ramp never plays so much.
 */
export function reachedAt(ramp: SpeedRamp, played: Seconds): Seconds | undefined {
  for (const part of partsOf(ramp)) {
    const left = played.sub(part.played);
    if (!part.end) return part.from > 0 ? part.start.add(left.div(toSpeed(part.from))) : undefined;
    // Between its turns, a part plays in one direction.
    let low: Seconds = ZERO;
    for (const moment of [...part.turns, part.end]) {
      const high = moment.sub(part.start);
      if (playedIn(part, high).gte(left)) return part.start.add(findWithin(part, low, high, left));
      low = high;
    }
  }
  return undefined;
}

function partsOf(ramp: SpeedRamp): readonly RampPart[] {
  const parts = knownParts.get(ramp) ?? listParts(ramp);
  knownParts.set(ramp, parts);
  return parts;
}

/** Divides a ramp into its tweens, the speeds that hold before and after them, and the gaps. */
function listParts(ramp: SpeedRamp): RampPart[] {
  const steps = ramp.flatMap((tween, index): ResolvedTween[] => {
    const before = ramp[index - 1];
    const start = before?.end ?? ZERO;
    const from = before?.to ?? tween.from;
    return [{ from, to: tween.from, start, end: tween.start, curve: 'linear' }, tween];
  });
  const parts: RampPart[] = [];
  let played: Seconds = ZERO;
  for (const step of steps.filter(({ start, end }) => end.gt(start))) {
    const { curve } = step;
    const isEased = curve !== 'linear' && curve !== 'constant';
    const part = {
      ...step,
      played,
      turns: listTurns(step),
      ...(isEased && { integral: createIntegral(curve) }),
    };
    parts.push(part);
    played = played.add(playedIn(part, step.end.sub(step.start)));
  }
  const last = ramp.at(-1);
  if (last)
    parts.push({
      from: last.to,
      to: last.to,
      start: last.end,
      end: undefined,
      curve: 'constant',
      played,
      turns: [],
    });
  return parts;
}

/** Lists the moments at which the speed of a tween passes 0, to a microsecond, or to a step of an easing curve. */
function listTurns({ from, to, start, end, curve }: ResolvedTween): Seconds[] {
  if (curve === 'constant') return [];
  if (curve === 'linear') return from * to < 0 ? [momentAt(from / (from - to))] : [];
  const speeds = Array.from(
    { length: STEPS + 1 },
    (_, index) => from + (to - from) * ease(curve, index / STEPS),
  );
  return speeds.flatMap((speed, index) => {
    const before = speeds[index - 1] ?? speed;
    return speed < 0 === before < 0 ? [] : [momentAt(index / STEPS)];
  });

  function momentAt(progress: number): Seconds {
    return start.add(end.sub(start).mul(toSeconds(progress))).round(6);
  }
}

/** Returns the source seconds that a part plays in its first seconds. */
function playedIn({ from, to, start, end, curve, integral }: RampPart, elapsed: Seconds): Seconds {
  const [first, change] = [toSpeed(from), toSpeed(to).sub(toSpeed(from))];
  const steady = first.mul(elapsed);
  if (!end || curve === 'constant' || from === to) return steady;
  const length = end.sub(start);
  if (!integral) return steady.add(change.mul(elapsed).mul(elapsed).div(length).div(2));
  const eased = integral(elapsed.div(length).valueOf()) * length.valueOf();
  return steady.add(change.mul(toSeconds(Number(eased.toFixed(9)))));
}

/** Returns a function that integrates an easing curve from 0 to a progress. */
function createIntegral(curve: Easing): NonNullable<RampPart['integral']> {
  const sums = [0];
  for (let step = 0; step < STEPS; step++)
    sums.push((sums[step] ?? 0) + areaBetween(curve, step / STEPS, (step + 1) / STEPS));
  return (progress) => {
    const step = Math.floor(progress * STEPS);
    return (sums[step] ?? 0) + areaBetween(curve, step / STEPS, progress);
  };
}

/** Returns the integral of an easing curve between two near progresses, by Simpson's rule. */
function areaBetween(curve: Easing, from: number, to: number): number {
  return ((to - from) / 6) * (ease(curve, from) + 4 * ease(curve, (from + to) / 2) + ease(curve, to));
}

/** Returns the second of a part, between two others, at which it has played some source seconds, to a microsecond. */
function findWithin(part: RampPart, from: Seconds, to: Seconds, played: Seconds): Seconds {
  let [low, high] = [from, to];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = low.add(high).div(2).round(9);
    if (playedIn(part, middle).lt(played)) low = laterOf(low, middle);
    else high = middle;
  }
  return high.round(6);
}
