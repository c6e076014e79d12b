import { nameClip } from './clip-spans.ts';
import type { DraftClip, DraftEdit } from './edit-text.ts';

/** Most characters of a name. */
const MOST_CHARACTERS = 60;
/** The types of clips whose words say what an edit is about. */
const WORDS: readonly (string | undefined)[] = ['title', 'rich-text', 'text', 'text-to-speech'];

/** Returns a name for an edit: its first words on the timeline, or else the name of its first clip. */
export function nameEdit({ timeline = {}, merge = [] }: DraftEdit): string | undefined {
  const clips = (timeline.tracks ?? []).flatMap((track) => track.clips ?? []);
  const first = clips.filter(hasWords).toSorted(byStart)[0] ?? clips.toSorted(byStart)[0];
  if (!first) return undefined;
  const values = new Map(merge.map(({ find, replace }) => [find, replace]));
  const name = nameClip(first).replaceAll(/\{\{([^{}]+)\}\}/g, (whole, field: string) => {
    const value = values.get(field.trim());
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
  return name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS - 1)}…` : name;
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
