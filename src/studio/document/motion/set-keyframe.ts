import { cutTween, type KnownTween, readTweens, withGaps, writeTween } from './cut-tweens.ts';

/**
 * Returns tweens that have a value at a moment. A step that begins or ends there gets the value there. Another one is
 * divided, and keeps its curve as well as it can. All other steps stay as they are.
 *
 * @param time seconds from the beginning of the clip.
 * @param near seconds within which a step begins or ends at the moment, such as half a frame.
 * @returns undefined if the tweens have placeholders.
 */
export function setKeyframe(
  tweens: readonly unknown[],
  time: number,
  value: number,
  near: number,
): readonly object[] | undefined {
  const sorted = readTweens(tweens);
  const [first, last] = [sorted?.[0], sorted?.at(-1)];
  if (!sorted || !first || !last) return undefined;
  const line = { curve: undefined, written: {} };
  if (time < first.start - near)
    return [
      writeTween({ ...line, from: value, to: first.from, start: time, end: first.start }),
      ...sorted.map(keepTween),
    ];
  if (time > last.end + near)
    return [
      ...sorted.map(keepTween),
      writeTween({ ...line, from: last.to, to: value, start: last.end, end: time }),
    ];
  return withGaps(sorted).flatMap((tween, index, all) =>
    passThrough(tween, all[index + 1], time, value, near),
  );
}

/** Returns a step with a value at a moment. A gap stays one unless it is divided: it follows from its neighbours. */
function passThrough(
  tween: KnownTween,
  next: KnownTween | undefined,
  time: number,
  value: number,
  near: number,
): object[] {
  const begins = Math.abs(tween.start - time) <= near;
  const ends = Math.abs(tween.end - time) <= near;
  // Where the value jumps, the later step counts.
  const isJoined = next === undefined || next.from === tween.to;
  const isStep = begins && ends;
  if (!tween.written && (begins || ends)) return [];
  if (isStep || (ends && isJoined)) return [writeTween({ ...tween, to: value })];
  if (begins) return [writeTween({ ...tween, from: value })];
  if (tween.start < time && time < tween.end) return divide(tween, time, value);
  return tween.written ? [keepTween(tween)] : [];
}

function divide(tween: KnownTween, time: number, value: number): object[] {
  const before = cutTween(tween, { from: 0, to: time });
  const after = cutTween(tween, { from: time, to: tween.end });
  const parts = [
    ...before.map((part, index) =>
      index === before.length - 1 && tween.curve !== 'constant' ? { ...part, to: value } : part,
    ),
    ...after.map((part, index) => ({
      ...part,
      start: part.start + time,
      end: part.end + time,
      ...(index === 0 && { from: value }),
    })),
  ];
  return parts.map((part) => writeTween({ ...part, written: part.written ?? {} }));
}

function keepTween(tween: KnownTween): object {
  return tween.written ?? writeTween(tween);
}
