import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { formatPath, type Path } from '../problems/problem.ts';

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
 * @param path from the clip to the field.
 * @param phrase what is hardly meant and what would be right, without a full stop; the name of the field is put before it.
 */
export function createClipWarning(location: ClipLocation, path: Path, phrase: string): Warning {
  const field = formatPath([...clipPathOf(location), ...path]);
  return { field, text: `${field} ${phrase}.` };
}

/** Seconds or factors as a sentence has them, without the noise of floats. */
export function formatNumber(number: number): string {
  return String(Number(number.toFixed(3)));
}
