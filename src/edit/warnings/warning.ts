import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { formatPath, type Path } from '../problems/problem.ts';

/** A remark on a valid edit that probably does not do what its author meant. */
export interface Warning {
  /** The path in readable form: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  /** Public message: what is unexpected, and what to do. */
  readonly text: string;
}

/**
 * Creates a warning about a clip or one of its fields.
 *
 * @param path path from the clip to the field.
 * @param phrase what is unexpected and what to do, without the last full stop. The phrase follows the field
 *   name.
 */
export function createClipWarning(location: ClipLocation, path: Path, phrase: string): Warning {
  const field = formatPath([...clipPathOf(location), ...path]);
  return { field, text: `${field} ${phrase}.` };
}

/** Formats seconds or a factor for a message, rounded to 3 decimal places. */
export function formatNumber(number: number): string {
  return String(Number(number.toFixed(3)));
}
