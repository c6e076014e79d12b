import type { DraftClip, DraftEdit } from './edit-text.ts';
import { fillPlaceholders } from './placeholders.ts';

/** The types of clips whose words say what an edit is about. */
const WORDS: readonly (string | undefined)[] = ['title', 'rich-text', 'text', 'text-to-speech'];

/**
 * Returns the clip that an edit is named after: that of its first words on the timeline, or else its first clip. It has
 * the values of the placeholders.
 */
export function findNamingClip(edit: DraftEdit): DraftClip | undefined {
  const clips = (edit.timeline?.tracks ?? []).flatMap((track) => track.clips ?? []);
  const first = clips.filter(hasWords).toSorted(byStart)[0] ?? clips.toSorted(byStart)[0];
  return first && fillPlaceholders(first, edit);
}

function hasWords({ asset }: DraftClip): boolean {
  const { text } = asset ?? {};
  return WORDS.includes(asset?.type) && typeof text === 'string' && text.trim() !== '';
}

function byStart(one: DraftClip, other: DraftClip): number {
  return startOf(one) - startOf(other);
}

/** Returns the second at which a clip starts. A word such as `auto` comes after the numbers. */
function startOf({ start }: DraftClip): number {
  return typeof start === 'number' ? start : Number.MAX_VALUE;
}
