import { pathOf } from '../clip-path.ts';
import { type ClipSpan, findClip } from '../clip-spans.ts';
import { describeChanges } from '../describe-changes.ts';
import { type Change, changeDraft, type DraftEdit } from '../edit-text.ts';
import { withFields } from '../motion/cut-motion.ts';
import { readSoundFades, type SoundFades, writeSoundFades } from '../motion/sound-fades.ts';
import type { Neighbours } from './neighbours.ts';

/** Seconds that are as good as none. */
const TINY = 0.002;

/** The fades of the sounds of both clips of a cut. */
type CutFades = Readonly<Record<keyof Neighbours, SoundFades>>;

/** Reads the fades of the sounds at a cut. Undefined unless both clips have a sound that can be faded. */
export function readCutFades(edit: DraftEdit, { before, after }: Neighbours): CutFades | undefined {
  const read = (span: ClipSpan): SoundFades | undefined =>
    readSoundFades(findClip(edit, span) ?? {}, span.length);
  const [first, second] = [read(before), read(after)];
  return first && second && { before: first, after: second };
}

/** True if one sound fades out while the other one fades in, for as long as both clips overlap. */
export function isCrossFaded(edit: DraftEdit, cut: Neighbours & { readonly overlap: number }): boolean {
  const fades = readCutFades(edit, cut);
  const isAsLong = (seconds: number): boolean => Math.abs(seconds - cut.overlap) < TINY;
  return cut.overlap > 0 && fades !== undefined && isAsLong(fades.before.out) && isAsLong(fades.after.in);
}

/** Reads the tweens with which the sound of a clip fades into a neighbour. Undefined if it has none. */
export function readSharedFades(edit: DraftEdit, span: ClipSpan): SoundFades | undefined {
  const clip = findClip(edit, span) ?? {};
  const fades = Array.isArray(clip.asset?.['volume']) ? readSoundFades(clip, span.length) : undefined;
  const following = findClip(edit, { ...span, clip: span.clip + 1 });
  const isShared = fades?.in === clip['overlap'] || fades?.out === following?.['overlap'];
  return isShared ? fades : undefined;
}

/**
 * Lets the sounds at a cut fade into each other, after some changes of the lengths of the clips.
 *
 * @param fades those before these changes.
 * @param seconds of the overlap after them. 0 removes the fades at the cut.
 */
export function crossFadeSounds(
  edit: DraftEdit,
  { before, after }: Neighbours,
  fades: CutFades,
  seconds: number,
  changes: readonly Change[],
): Change[] {
  const changed = changeDraft(edit, changes);
  const write = (span: ClipSpan, own: SoundFades, end: 'in' | 'out'): Change[] => {
    const clip = findClip(changed, span) ?? {};
    const length = typeof clip.length === 'number' ? clip.length : span.length;
    const other = end === 'in' ? 'out' : 'in';
    const next = { ...own, [end]: seconds, [other]: Math.min(own[other], length - seconds) };
    const { asset } = withFields(clip, writeSoundFades(clip, length, next));
    return describeChanges([...pathOf(span), 'asset'], clip.asset, asset);
  };
  return [...write(before, fades.before, 'out'), ...write(after, fades.after, 'in')];
}
