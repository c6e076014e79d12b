import type { Warning } from '../../../edit/index.ts';

/** The header with the warnings of a response whose body is a picture. */
export const WARNINGS_HEADER = 'x-kinora-warnings';
/** Maximum length of the header in bytes. Proxies reject much longer ones. */
const MAX_LENGTH = 4000;
/** Room for the remark that some warnings are left out, in bytes. */
const REMARK_LENGTH = 120;

/**
 * Formats warnings as the value of a header: a JSON list of `{ field, text }` in ASCII, at most 4000 bytes long.
 * If there is no room for all of them, the last one says how many are left out.
 */
export function formatWarningsHeader(warnings: readonly Warning[]): string {
  const items: string[] = [];
  let length = 2;
  for (const { field, text } of warnings) {
    const item = toAsciiJson({ field, text });
    const remark = items.length + 1 === warnings.length ? 0 : REMARK_LENGTH;
    if (length + item.length + 1 + remark > MAX_LENGTH) break;
    items.push(item);
    length += item.length + 1;
  }
  const omitted = warnings.length - items.length;
  if (omitted > 0) {
    const text = `The header has no room for ${omitted} more ${omitted === 1 ? 'warning' : 'warnings'}. A dry run returns all of them.`;
    items.push(toAsciiJson({ field: 'timeline', text }));
  }
  return `[${items.join(',')}]`;
}

/** Formats a value as JSON in ASCII, because a header cannot hold other characters. */
function toAsciiJson(value: Warning): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
