import { expect, test } from 'vitest';
import { formatWarningsHeader } from './warnings-header.ts';

test('warnings in a header are JSON in ASCII', () => {
  const warnings = [{ field: 'timeline', text: 'It says "größer 👍\n".' }];
  const header = formatWarningsHeader(warnings);
  expect(header).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(header)).toEqual(warnings);
});

test.each([
  [100, 'x'.repeat(100)],
  [3, 'x'.repeat(1900)],
  [1, 'ö'.repeat(1000)],
])('a header with %i long warnings stays short and says how many are left out', (count, text) => {
  const warnings = Array.from({ length: count }, () => ({
    field: 'timeline.tracks[0].clips[0].asset',
    text,
  }));
  const header = formatWarningsHeader(warnings);
  expect(header.length).toBeLessThanOrEqual(4000);
  const shown = JSON.parse(header) as typeof warnings;
  expect(shown.slice(0, -1)).toEqual(warnings.slice(0, shown.length - 1));
  expect(shown.at(-1)?.text).toContain(`no room for ${count - shown.length + 1} more`);
});
