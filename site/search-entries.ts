import type { Passage } from './markdown.ts';
import type { SearchEntry } from './search-entry.ts';
import type { SitePage } from './site-map.ts';

/** Characters of a passage that are searched. A longer one is a table, whose rows are too many to show. */
const MAX_CHARACTERS = 1200;

/** Creates what the search finds on a page: of engineering notes the headings, of others the texts, too. */
export function createSearchEntries(page: SitePage, passages: readonly Passage[]): SearchEntry[] {
  const hasTexts = !['Engineering notes', 'Decisions'].includes(page.section);
  return passages.map(({ id, level, title, text }) => ({
    a: page.address,
    h: level === 1 ? '' : id,
    p: page.title,
    ...(!hasTexts && { n: 1 as const }),
    t: title,
    x: text.slice(0, hasTexts ? MAX_CHARACTERS : 200),
  }));
}
