import { type ClipPlace, pathOf } from '../places.ts';
import { fieldOf, type Path } from '../problem.ts';

/** Something of an edit that is allowed and can be rendered, but is hardly meant. */
export interface Warning {
  /** The path as one reads it: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  /** One public sentence. */
  readonly text: string;
}

/**
 * A warning about a clip, or about a field of it.
 *
 * @param steps from the clip to the field.
 * @param phrase what is hardly meant and what would be right, without a full stop; the name of the field is put before it.
 */
export function warningAt(place: ClipPlace, steps: Path, phrase: string): Warning {
  const field = fieldOf([...pathOf(place), ...steps]);
  return { field, text: `${field} ${phrase}.` };
}

/** Seconds or factors as a sentence has them, without the noise of floats. */
export function shownNumber(number: number): string {
  return String(Number(number.toFixed(3)));
}
