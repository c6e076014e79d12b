/** The name under which the file of the search has its passages. */
export const SEARCH_ENTRIES = 'kinoraSearchEntries';

/** A passage of a page in the file that the search loads. */
export interface SearchEntry {
  /** Address of the page, without a suffix. */
  readonly a: string;
  /** Anchor in the page. Empty for its beginning. */
  readonly h: string;
  /** Name of the page. */
  readonly p: string;
  /** Factor for the rank of the passage: the likelihood that readers look for it. Absent for 1. */
  readonly w?: number;
  /** Heading of the passage, in the edit reference with the object above it. */
  readonly t: string;
  /** Its text. */
  readonly x: string;
}
