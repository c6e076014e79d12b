import { expect, it } from 'vitest';
import { listNames, quotePage } from './page-messages.ts';

it('quotes a page in one line, without what a terminal obeys', () => {
  expect(quotePage(' boom\n \u001b[2J\u009b31m\u202eend. ')).toBe('boom \\u001b[2J\\u009b31m\\u202eend');
  expect(quotePage('x'.repeat(300))).toBe(`${'x'.repeat(200)}...`);
});

it('lists names of a page in the same way', () => {
  expect(listNames(['a', '"\u202e"', 'c\n'])).toBe('a, "\\u202e", c\\u000a');
});
