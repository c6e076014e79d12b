import { expect, it } from 'vitest';
import { findVisualRuns } from './bidi.ts';

/** Returns the runs from left to right, with right-to-left runs in braces. */
function describeRuns(text: string, rightToLeft = false): string[] {
  return findVisualRuns(text, rightToLeft).map((run) => {
    const part = text.slice(run.from, run.to);
    return run.rightToLeft ? `{${part}}` : part;
  });
}

it.each<[string, string, boolean, string[]]>([
  ['a single language', 'abc, 12!', false, ['abc, 12!']],
  ['nothing', '', true, []],
  ['Hebrew in English', 'abc שלום עולם def', false, ['abc ', '{שלום עולם}', ' def']],
  ['English in Hebrew', 'שלום abc עולם', true, ['{ עולם}', 'abc', '{שלום }']],
  ['punctuation at the end of a Hebrew sentence', 'שלום abc.', true, ['{.}', 'abc', '{שלום }']],
  ['numbers in Hebrew', 'שלום 3.14 עולם', true, ['{ עולם}', '3.14', '{שלום }']],
  ['a number after Hebrew in English', 'a שלום 12', false, ['a ', '12', '{שלום }']],
  ['two numbers in Arabic', 'مرحبا 12 و 34', true, ['34', '{ و }', '12', '{مرحبا }']],
  ['an amount', 'שקל $5 ו', true, ['{ ו}', '$5', '{שקל }']],
  ['an Arabic question', 'a مرحبا؟ b', false, ['a ', '{مرحبا؟}', ' b']],
  ['an emoji of several letters', 'א 👨‍👩‍👧 ב', true, ['{א 👨‍👩‍👧 ב}']],
])('orders %s', (_, text, rightToLeft, expected) => {
  expect(describeRuns(text, rightToLeft)).toEqual(expected);
});
