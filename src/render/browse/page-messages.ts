import { showInLine } from '../../base/text/show-controls.ts';

/** Maximum number of names in a message. */
const MAX_NAMED = 5;
/** Maximum length of a quotation from a page, in characters. */
const MAX_QUOTE_LENGTH = 200;

/** Joins names for a sentence. */
export function listNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${names.slice(0, MAX_NAMED).map(showInLine).join(', ')}${more}`;
}

/** Shortens a text from a page for a sentence, removes its final full stop and shows its control characters. */
export function quotePage(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
  return showInLine(line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH)}...` : line);
}
