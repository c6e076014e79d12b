import { expect, test } from 'vitest';
import type { RichCaptionAsset } from '../../../edit/index.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import type { Cue } from '../../media/media.ts';
import { evenCue } from './cue.fixture.ts';
import { checkRichCaption } from './check-rich-caption.ts';

const ACTIVE = { font: { color: '#ffe100' } };

function checkTexts(
  cues: readonly Cue[],
  given: Partial<Omit<RichCaptionAsset, 'type' | 'src'>> = {},
  box = { width: 640, height: 360 },
): string[] {
  const asset = { type: 'rich-caption', src: 'x', font: { size: 40 }, active: ACTIVE, ...given } as const;
  return checkRichCaption({ asset, cues }, box, BUILT_IN_FONTS, 'asset').map(({ text }) => text);
}

test('a correct caption has no warnings', () => {
  expect(checkTexts([evenCue('Hello there', 0, 1), evenCue('and here', 1, 2)])).toEqual([]);
});

test('words that are broken are a warning', () => {
  const cues = [evenCue('Hello', 0, 1), evenCue('Llanfairpwllgwyngyllgogerychwyrndrobwll', 1, 2)];
  expect(checkTexts(cues, { font: { size: 80 } })).toEqual([
    'Words that are wider than the box are broken: 1. The first is "Llanfairpwllgwyngyllgogerychwyrndrobwll". Use a smaller font.size, a larger width, or less padding.',
  ]);
});

test('quoted texts are shortened', () => {
  const [told] = checkTexts([evenCue('x'.repeat(500), 0, 1)]);
  expect(told).toContain('are broken: 1.');
  expect(told?.length).toBeLessThan(400);
});

test('characters that no font has are a warning', () => {
  expect(checkTexts([evenCue('a \u{10FFFE}', 0, 1)])[0]).toContain('No font has a glyph for');
});

test('a style without a visible effect is a warning', () => {
  expect(checkTexts([evenCue('Hello', 0, 1)], { active: {} })[0]).toContain(
    'The style "highlight" is visible only through',
  );
  expect(checkTexts([evenCue('Hello', 0, 1)], { active: {}, animation: { style: 'pop' } })).toEqual([]);
});

test('an unknown font is an error with its field', () => {
  expect(() => checkTexts([], { font: { family: 'Robotoo' } })).toThrow(/^asset\.font\.family: /);
  expect(() => checkTexts([], { active: { font: { family: 'Robotoo' } } })).toThrow(
    /^asset\.active\.font\.family: /,
  );
});
