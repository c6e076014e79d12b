/** Names that a message has at the most. */
const MAX_NAMED = 5;
/** Letters of a page's own words in a message. */
const MAX_QUOTE_LENGTH = 200;

/** Names in a sentence. */
export function listNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${names.slice(0, MAX_NAMED).join(', ')}${more}`;
}

/** Words of a page in a sentence of ours, without a stop at their end. */
export function quotePage(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH)}...` : line;
}
