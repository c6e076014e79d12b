import { expect, it, test } from 'vitest';
import { KinoraError } from '../errors.ts';
import { redactUrl } from '../redact-url.ts';
import { showControls, showInLine } from './show-controls.ts';

test.each([
  ['the escape of terminals', '\u001b[2J', '\\u001b[2J'],
  ['the clipboard of terminals (OSC 52)', '\u001b]52;c;YQ==\u0007', '\\u001b]52;c;YQ==\\u0007'],
  ['other C0 characters', '\0\b\v\f\r\u001f', '\\u0000\\u0008\\u000b\\u000c\\u000d\\u001f'],
  ['DEL and C1', '\u007f\u0080\u009b31m\u009f', '\\u007f\\u0080\\u009b31m\\u009f'],
  ['marks of direction', '\u061c\u200e\u200f', '\\u061c\\u200e\\u200f'],
  ['overrides of direction', '\u202a\u202e\u2066\u2069', '\\u202a\\u202e\\u2066\\u2069'],
  ['separators of lines', '\u2028\u2029', '\\u2028\\u2029'],
])('shows %s', (_what, text, shown) => {
  expect(showControls(text)).toBe(shown);
});

it('leaves all other characters as they are', () => {
  const text =
    'a\tb\nשלום, مرحبا, 日本語 \u00a0\u00e9\u200b\u200d\u2027\u202f\u2065\u206a \u{1f468}\u200d\u{1f469}';
  expect(showControls(text)).toBe(text);
});

it('keeps the meaning of JSON', () => {
  const value = { 'key\u009b\u202e': '\u001b\u0085\u2028\r\n\t"\\' };
  expect(JSON.parse(showControls(JSON.stringify(value, undefined, 2)))).toEqual(value);
});

it('shows line breaks and tabs, if the text must stay in its line', () => {
  expect(showInLine('done\n\tall is well\u001b')).toBe('done\\u000a\\u0009all is well\\u001b');
});

it('applies to the messages of errors and to URLs in them', () => {
  expect(new KinoraError('not_found', 'no \u009b31mfile\u202e').message).toBe('no \\u009b31mfile\\u202e');
  expect(redactUrl('no URL\n\u009b')).toBe('no URL\\u000a\\u009b');
});
