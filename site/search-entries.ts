import type { Passage } from './markdown.ts';
import type { SearchEntry } from './search-entry.ts';
import type { SitePage } from './site-map.ts';

/** Characters of a passage that are searched. A longer one is a table, whose rows are too many to show. */
const MAX_CHARACTERS = 1200;
const MAX_NOTE_CHARACTERS = 200;

/** Creates the search entries of a page: of engineering notes the headings, of others the texts, too. */
export function createSearchEntries(page: SitePage, passages: readonly Passage[]): SearchEntry[] {
  const isNote = ['Engineering notes', 'Decisions'].includes(page.section);
  const weight = weightOf(page, isNote);
  let object = '';
  return passages.map(({ id, level, title, text }) => {
    if (level === 2) object = title;
    // Many objects have fields of the same name.
    const isField = level === 3 && page.section === 'Edit reference' && object !== '';
    return {
      a: page.address,
      h: level === 1 ? '' : id,
      p: page.title,
      ...(weight !== 1 && { w: weight }),
      t: isField ? `${object}: ${title}` : title,
      x: text.slice(0, isNote ? MAX_NOTE_CHARACTERS : MAX_CHARACTERS),
    };
  });
}

/** Returns how likely readers look for a page. The fields of a clip are those of all assets. */
function weightOf({ section, address }: SitePage, isNote: boolean): number {
  if (isNote) return 0.3;
  if (section !== 'Edit reference') return 1;
  return /\/(edit|clip|timeline|output)$/.test(address) ? 1 : 0.6;
}
