import { parseAlias } from '../../../base/vocabulary/alias-reference.ts';
import { pathOf } from '../clip-path.ts';
import { type ClipPlace, type ClipSpan, findClip } from '../clip-spans.ts';
import type { Change, DraftClip, DraftEdit } from '../edit-text.ts';
import { roundTime } from '../frame-grid.ts';
import { readSharedFades } from './cross-fade-sound.ts';
import { cutMotion, type FieldValue } from '../motion/cut-motion.ts';
import { writeSoundFades } from '../motion/sound-fades.ts';

/** Gives a clip a start of its own. Only a clip that follows another one can overlap it. */
export function startAt(edit: DraftEdit, place: ClipPlace, start: number): Change[] {
  const hasOverlap = findClip(edit, place)?.['overlap'] !== undefined;
  return [
    { path: [...pathOf(place), 'start'], value: roundTime(start) },
    ...(hasOverlap ? [{ path: [...pathOf(place), 'overlap'], value: undefined }] : []),
  ];
}

/**
 * Gives a clip a length in seconds, and cuts what its numbers do after it.
 *
 * @param from seconds of the clip that are left out at its beginning.
 */
export function setLength(edit: DraftEdit, span: ClipSpan, length: number, from = 0): Change[] {
  const clip = findClip(edit, span) ?? {};
  const rounded = roundTime(length);
  const motion = cutMotion(clip, { from, to: from + rounded }) ?? [];
  const fields = [{ path: ['length'], value: rounded }, ...motion, ...keepCrossFades(edit, span, rounded)];
  return [
    ...(needsStart(clip) ? startAt(edit, span, span.start) : []),
    ...fields.map(({ path, value }) => ({ path: [...pathOf(span), ...path], value })),
  ];
}

/** Keeps the fades of a sound as tweens at the ends of its clip, as named fades are, where it fades into another one. */
function keepCrossFades(edit: DraftEdit, span: ClipSpan, length: number): FieldValue[] {
  const fades = readSharedFades(edit, span);
  if (!fades || fades.in + fades.out > length) return [];
  return writeSoundFades(findClip(edit, span) ?? {}, length, fades);
}

/**
 * True if a clip that gets a length needs a start, too: the end of the timeline, which then depends on this clip, must
 * not depend on clips that last until the end of the timeline.
 */
export function needsStart({ start, length }: DraftClip): boolean {
  return typeof start !== 'number' && (length === 'end' || parseAlias(length) !== undefined);
}
