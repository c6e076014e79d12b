import type { DraftClip, DraftEdit } from './edit-text.ts';

/** The types of clips whose words say what an edit is about. */
const WORDS: readonly (string | undefined)[] = ['title', 'rich-text', 'text', 'text-to-speech'];

/** Returns the clip that an edit is named after: that of its first words on the timeline, or else its first clip. */
export function findNamingClip({ timeline = {}, merge = [] }: DraftEdit): DraftClip | undefined {
  const clips = (timeline.tracks ?? []).flatMap((track) => track.clips ?? []);
  const first = clips.filter(hasWords).toSorted(byStart)[0] ?? clips.toSorted(byStart)[0];
  const text = first?.asset?.['text'];
  if (typeof text !== 'string') return first;
  const values = new Map(merge.map(({ find, replace }) => [find, replace]));
  const filled = text.replaceAll(/\{\{([^{}]+)\}\}/g, (whole, field: string) => {
    const value = values.get(field.trim());
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
  return { ...first, asset: { ...first?.asset, text: filled } };
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
