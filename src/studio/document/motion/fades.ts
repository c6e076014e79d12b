import { usualTransitionSeconds } from '../../../base/vocabulary/transition-seconds.ts';
import { readAt } from '../../schema/walk-schema.ts';
import type { DraftClip } from '../edit-text.ts';
import { roundFine } from './cut-curve.ts';

/** A transition of a clip. */
export interface DraftTransition {
  readonly name: string;
  /** Seconds that it lasts. */
  readonly seconds: number;
  readonly easing: unknown;
  /** What its author wrote. */
  readonly written: unknown;
}

/** The transitions of a clip at its two ends. */
export interface DraftTransitions {
  readonly in: DraftTransition | undefined;
  readonly out: DraftTransition | undefined;
}

/** Reads the transitions of a clip. Each of two lasts at most half of the clip. @param length seconds of the clip. */
export function readTransitions(clip: DraftClip, length: number): DraftTransitions {
  const [enter, leave] = ['in', 'out'].map((way) => readTransition(readAt(clip, ['transition', way])));
  const most = enter && leave ? length / 2 : length;
  const limited = (step: DraftTransition | undefined): DraftTransition | undefined =>
    step && { ...step, seconds: Math.min(step.seconds, most) };
  return { in: limited(enter), out: limited(leave) };
}

function readTransition(written: unknown): DraftTransition | undefined {
  const step = typeof written === 'string' ? { name: written } : written;
  const name = readAt(step, ['name']);
  if (typeof name !== 'string' || name === 'none') return undefined;
  const duration = readAt(step, ['duration']);
  const seconds = typeof duration === 'number' ? duration : usualTransitionSeconds(name);
  if (seconds === undefined || seconds <= 0) return undefined;
  return { name, seconds, easing: readAt(step, ['easing']), written };
}

/** Returns a transition as it is written if it lasts as long as before in a clip that is shorter. */
export function writeTransition(step: DraftTransition, length: number): unknown {
  const usual = readTransition(step.written)?.seconds ?? 0;
  if (Math.min(usual, length) === step.seconds) return step.written;
  const given = typeof step.written === 'object' ? step.written : { name: step.name };
  return { ...given, duration: step.seconds };
}

/** True for a transition that changes only the opacity, along a curve that stays between its ends. */
export function isFade({ name, easing }: DraftTransition): boolean {
  return /^fade(Slow|Fast)?$/.test(name) && !(typeof easing === 'string' && easing.endsWith('Back'));
}

/** Returns the tweens that do the same as fades at the ends of a clip. */
export function fadeTweens(
  value: number,
  length: number,
  fades: { readonly in?: DraftTransition | undefined; readonly out?: DraftTransition | undefined },
): object[] {
  const { in: enter, out: leave } = fades;
  return [
    ...(enter ? [{ from: 0, to: value, start: 0, length: enter.seconds, ...writeCurve(enter) }] : []),
    ...(leave
      ? [
          {
            from: value,
            to: 0,
            start: roundFine(length - leave.seconds),
            length: leave.seconds,
            ...writeCurve(leave),
          },
        ]
      : []),
  ];
}

function writeCurve({ easing = 'easeInOut' }: DraftTransition): object {
  return easing === 'linear' ? {} : { interpolation: 'bezier', easing };
}
