/** A passage of a page in the file that the search loads. */
export interface SearchEntry {
  /** Address of the page, without a suffix. */
  readonly a: string;
  /** Anchor in the page. Empty for its beginning. */
  readonly h: string;
  /** Name of the page. */
  readonly p: string;
  /** 1 for an engineering note. Absent for pages that more readers look for. */
  readonly n?: 1;
  /** Heading of the passage. */
  readonly t: string;
  /** Its text. */
  readonly x: string;
}
