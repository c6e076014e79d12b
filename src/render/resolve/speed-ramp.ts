import { earlierOf, laterOf, type Seconds, type Speed, toSeconds, toSpeed, ZERO } from '../../base/time.ts';
import { ease } from './easing.ts';
import type { ResolvedTween } from './animated-number.ts';
import { valueAt } from './tween.ts';

/** A speed that changes: at least one tween, in the order of their starts. Below 0, the source plays backwards. */
export type SpeedRamp = readonly ResolvedTween[];

/** A part of a ramp in which the speed changes by one rule. The last part has no end. */
interface RampPart extends Omit<ResolvedTween, 'end'> {
  readonly end: Seconds | undefined;
}

/** Steps of Simpson's rule for the integral of an easing curve. */
const STEPS = 512;
/** Halvings that find a moment within a part of a ramp to less than a microsecond. */
const HALVINGS = 40;

/** Returns the speed of a ramp at a second of the clip. */
export function speedAt(ramp: SpeedRamp, time: Seconds): Speed {
  return toSpeed(valueAt(ramp, time));
}

/** True if a ramp plays backwards at some time. */
export function goesBack(ramp: SpeedRamp): boolean {
  return ramp.some(({ from, to }) => from < 0 || to < 0);
}

/**
 * Returns the source seconds that a ramp has played at a second of the clip: the integral of its speed. Seconds that
 * were played backwards count as negative.
 */
export function playedAt(ramp: SpeedRamp, time: Seconds): Seconds {
  return listParts(ramp)
    .filter(({ start }) => start.lt(time))
    .reduce<Seconds>(
      (played, part) => played.add(playedIn(part, endBefore(part, time).sub(part.start))),
      ZERO,
    );
}

/**
 * Returns the source seconds that a ramp plays before its beginning, at most: the least that {@link playedAt} returns
 * up to a second of the clip, as a positive number.
 */
export function playedBefore(ramp: SpeedRamp, end: Seconds): Seconds {
  const turns = listParts(ramp).map((part) => endBefore(part, end));
  return turns.reduce<Seconds>(
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
  let before: Seconds = ZERO;
  for (const part of listParts(ramp)) {
    const left = played.sub(before);
    if (!part.end) return part.from > 0 ? part.start.add(left.div(toSpeed(part.from))) : undefined;
    const length = part.end.sub(part.start);
    const inPart = playedIn(part, length);
    if (inPart.gte(left)) return part.start.add(findWithin(part, length, left));
    before = before.add(inPart);
  }
  return undefined;
}

/** Divides a ramp into its tweens, what holds before and after them, and the gaps. Each only speeds up or slows down in one direction. */
function listParts(ramp: SpeedRamp): RampPart[] {
  const parts = ramp.flatMap((tween, index): RampPart[] => {
    const before = ramp[index - 1];
    const start = before?.end ?? ZERO;
    const from = before?.to ?? tween.from;
    return [{ from, to: tween.from, start, end: tween.start, curve: 'linear' }, tween];
  });
  const last = ramp.at(-1);
  const rest: RampPart[] = last
    ? [{ from: last.to, to: last.to, start: last.end, end: undefined, curve: 'linear' }]
    : [];
  return [...parts.filter(({ start, end }) => end?.gt(start)).flatMap(splitAtZero), ...rest];
}

/** Divides a linear part where its speed passes 0. */
function splitAtZero(part: RampPart): RampPart[] {
  const { from, to, start, end, curve } = part;
  if (!end || curve !== 'linear' || from * to >= 0) return [part];
  const turn = start.add(
    end
      .sub(start)
      .mul(toSpeed(from))
      .div(toSpeed(from).sub(toSpeed(to))),
  );
  return [
    { ...part, to: 0, end: turn },
    { ...part, from: 0, start: turn },
  ];
}

function endBefore({ end }: RampPart, time: Seconds): Seconds {
  return end ? earlierOf(end, time) : time;
}

/** Returns the source seconds that a part plays in its first seconds. @param elapsed at most its length. */
function playedIn({ from, to, start, end, curve }: RampPart, elapsed: Seconds): Seconds {
  const [first, change] = [toSpeed(from), toSpeed(to).sub(toSpeed(from))];
  const steady = first.mul(elapsed);
  if (!end || curve === 'constant' || from === to) return steady;
  const length = end.sub(start);
  if (curve === 'linear') return steady.add(change.mul(elapsed).mul(elapsed).div(length).div(2));
  const eased = integrateEasing(curve, elapsed.div(length).valueOf()) * length.valueOf();
  return steady.add(change.mul(toSeconds(Number(eased.toFixed(9)))));
}

/** Returns the integral of an easing curve from 0 to a progress, by Simpson's rule. */
function integrateEasing(
  curve: Exclude<ResolvedTween['curve'], 'linear' | 'constant'>,
  progress: number,
): number {
  const step = progress / STEPS;
  let sum = ease(curve, 0) + ease(curve, progress);
  for (let index = 1; index < STEPS; index++) sum += ease(curve, index * step) * (index % 2 === 0 ? 2 : 4);
  return (sum * step) / 3;
}

/** Returns the second of a part at which it has played some source seconds, to a microsecond. */
function findWithin(part: RampPart, length: Seconds, played: Seconds): Seconds {
  let [low, high]: [Seconds, Seconds] = [ZERO, length];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = low.add(high).div(2).round(9);
    if (playedIn(part, middle).lt(played)) low = laterOf(low, middle);
    else high = middle;
  }
  return high.round(6);
}
