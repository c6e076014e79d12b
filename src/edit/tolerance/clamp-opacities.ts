import { formatPath, MAX_PROBLEMS, type Path } from '../problems/problem.ts';
import type { Edit } from '../schema/edit.ts';
import type { Track } from '../schema/clip.ts';
import { formatNumber, type Warning } from '../warnings/warning.ts';
import { mapParts } from './map-parts.ts';

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
  const tracks = clampIn(timeline.tracks, ['timeline', 'tracks'], (path, value) => {
    const clamped = Math.min(Math.max(value, 0), 1);
    if (clamped !== value && warnings.length < MAX_PROBLEMS) warnings.push(createWarning(path, value));
    return clamped;
  });
  if (tracks === timeline.tracks) return { edit, warnings };
  // Clamping keeps the type of every value.
  return { edit: { ...edit, timeline: { ...timeline, tracks: tracks as Track[] } }, warnings };
}

type Clamp = (path: Path, value: number) => number;

/** Clamps the opacities at any depth of a value. */
function clampIn(value: unknown, path: Path, clamp: Clamp): unknown {
  return mapParts(value, (part, step) =>
    step === 'opacity'
      ? clampOpacity(part, [...path, step], clamp)
      : clampIn(part, typeof part === 'object' ? [...path, step] : path, clamp),
  );
}

/** Clamps an opacity: a number, or a list of tweens. */
function clampOpacity(opacity: unknown, path: Path, clamp: Clamp): unknown {
  if (typeof opacity === 'number') return clamp(path, opacity);
  return mapParts(opacity, (tween, index) =>
    mapParts(tween, (part, name) =>
      (name === 'from' || name === 'to') && typeof part === 'number'
        ? clamp([...path, index, name], part)
        : part,
    ),
  );
}

function createWarning(path: Path, value: number): Warning {
  const meaning = value < 0 ? '0 (transparent)' : '1 (opaque)';
  const text = `This opacity is ${formatNumber(value)} and counts as ${meaning}. Set it to a number from 0 to 1.`;
  return { field: formatPath(path), text };
}
