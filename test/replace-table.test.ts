import { expect, it } from 'vitest';
import { replaceTable } from '../scripts/replace-table.mjs';

const replace = (text: string): string => replaceTable(text, 'rows', '| new |', 'docs/rows.md');

it('replaces the table between the markers, and nothing else', () => {
  expect(replace('before\n<!-- rows -->\n\n| old |\n\n<!-- /rows -->\nafter\n')).toBe(
    'before\n<!-- rows -->\n\n| new |\n<!-- /rows -->\nafter\n',
  );
});

it.each([
  ['the first', 'before\n<!-- /rows -->\nafter\n', 'docs/rows.md has no line "<!-- rows -->".'],
  ['the second', 'before\n<!-- rows -->\nafter\n', 'docs/rows.md has no "<!-- /rows -->" after'],
  ['the order', '<!-- /rows -->\n<!-- rows -->\n', 'docs/rows.md has no "<!-- /rows -->" after'],
])('names the document and the marker if %s is missing', (_, text, message) => {
  expect(() => replace(text)).toThrow(message);
});
