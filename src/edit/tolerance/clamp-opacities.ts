import { formatPath, MAX_PROBLEMS, type Path } from '../problems/problem.ts';
import type { Edit } from '../schema/edit.ts';
import type { Track } from '../schema/clip.ts';
import { formatNumber, type Warning } from '../warnings/warning.ts';
import { mapLeaves } from './map-parts.ts';

/** An edit whose opacities all lie between 0 and 1, with a warning for each that was changed. */
export interface ClampedEdit {
  readonly edit: Edit;
  /** At most {@link MAX_PROBLEMS} warnings. */
  readonly warnings: readonly Warning[];
}

/**
 * Clamps every opacity of an edit to 0–1: those of clips and of assets, numbers and tweens (contract C49). The
 * result shares the unchanged parts with the edit.
 */
export function clampOpacities(edit: Edit): ClampedEdit {
  const warnings: Warning[] = [];
  const { timeline } = edit;
  const tracks = mapLeaves(timeline.tracks, (value, path) => {
    if (typeof value !== 'number' || !isOpacity(path)) return value;
    const clamped = Math.min(Math.max(value, 0), 1);
    if (clamped !== value && warnings.length < MAX_PROBLEMS) warnings.push(createWarning(path, value));
    return clamped;
  });
  if (tracks === timeline.tracks) return { edit, warnings };
  // Clamping keeps the type of every value.
  return { edit: { ...edit, timeline: { ...timeline, tracks: tracks as Track[] } }, warnings };
}

/** True for the place of an opacity, or of an end of its tweens. */
function isOpacity(path: Path): boolean {
  const [owner, , field] = path.slice(-3);
  return path.at(-1) === 'opacity' || (owner === 'opacity' && (field === 'from' || field === 'to'));
}

/** @param path from the tracks. */
function createWarning(path: Path, value: number): Warning {
  const meaning = value < 0 ? '0 (transparent)' : '1 (opaque)';
  const text = `This opacity is ${formatNumber(value)} and counts as ${meaning}. Set it to a number from 0 to 1.`;
  return { field: formatPath(['timeline', 'tracks', ...path]), text };
}
