import type { JsonPath } from '../document/edit-text.ts';
import type { NumberControl } from '../schema/form-field.ts';
import { roundNumber } from './read-number.ts';

/** The numbers that a field goes through step by step. */
export interface NumberSteps {
  readonly step: number;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

/** The keys that make a step larger or smaller. */
type StepKeys = Pick<KeyboardEvent | PointerEvent, 'shiftKey' | 'altKey'>;

/** Returns a number some steps further: with Shift ten times as far, with Alt a tenth. Stays within the limits. */
export function stepNumber(
  from: number,
  count: number,
  { step, minimum = -Infinity, maximum = Infinity }: NumberSteps,
  { shiftKey, altKey }: StepKeys,
): number {
  const own = step * (shiftKey ? 10 : 1) * (altKey ? 0.1 : 1);
  return Math.min(maximum, Math.max(minimum, roundNumber(from + count * own)));
}

/** The range of a slider. */
export interface SliderRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Ranges of numbers that have none, or that are rarely used to their ends. */
const USUAL_RANGES: Readonly<Record<string, SliderRange>> = {
  opacity: { from: 0, to: 1, step: 0.01 },
  scale: { from: 0, to: 3, step: 0.01 },
  speed: { from: 0, to: 4, step: 0.05 },
  'offset.x': { from: -1, to: 1, step: 0.01 },
  'offset.y': { from: -1, to: 1, step: 0.01 },
  'skew.x': { from: -2, to: 2, step: 0.01 },
  'skew.y': { from: -2, to: 2, step: 0.01 },
};

/** Returns the range of the slider of a number. Undefined if it has no ends. */
export function findRange(
  path: JsonPath,
  { minimum, maximum, isInteger }: NumberControl,
): SliderRange | undefined {
  const usual = USUAL_RANGES[path.slice(-2).join('.')] ?? USUAL_RANGES[String(path.at(-1))];
  if (usual) return usual;
  if (minimum === undefined || maximum === undefined) return undefined;
  const size = maximum - minimum;
  const steps = [0.01, 0.1, 1];
  const step = isInteger ? 1 : (steps.find((each) => size / each <= 600) ?? 1);
  return { from: minimum, to: maximum, step };
}

/** Returns the steps of a number. */
export function findSteps(path: JsonPath, control: NumberControl): NumberSteps {
  const { minimum, maximum, unit, isInteger } = control;
  const usual = unit === 's' ? 0.1 : 1;
  return { step: findRange(path, control)?.step ?? (isInteger ? 1 : usual), minimum, maximum };
}
