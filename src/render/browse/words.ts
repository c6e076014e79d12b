/** Names that a message has at the most. */
const NAMED = 5;
/** Letters of a page's own words in a message. */
const LONGEST = 200;

/** Names in a sentence. */
export function listed(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}

/** Words of a page in a sentence of ours, without a stop at their end. */
export function said(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}...` : line;
}
