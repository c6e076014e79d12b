import { describe, expect, it, test } from 'vitest';
import { layOutUnits, type UnitKind, withSpacing } from './text-units.ts';

const NONE = { letter: 0, word: 0 };

/** A font whose letters are 10 wide. The "o" in "To" is moved by -2, and "fi" is a ligature of 18. */
function measure(text: string): number {
  const letters = text.replaceAll('\u200c', '');
  return letters.length * 10 - 2 * (letters.split('To').length - 1) - 2 * (text.split('fi').length - 1);
}

interface Given {
  readonly kind?: UnitKind;
  readonly rightToLeft?: boolean;
  readonly spacing?: { readonly letter: number; readonly word: number };
}

/** Formats units as text and position, "abc@0", with "+" between parts of a unit. */
function describeUnits(
  text: string,
  { kind = 'word', rightToLeft = false, spacing = NONE }: Given = {},
): string[] {
  return layOutUnits({ text, rightToLeft }, kind, measure, spacing).map(({ runs }) =>
    runs.map((part) => `${part.text}@${part.x}`).join('+'),
  );
}

describe('words', () => {
  it.each<[string, string, Given, string[]]>([
    ['include the space after them', 'one two', {}, ['one @0', 'two@40']],
    ['read from the right start on the right', 'אב גד', { rightToLeft: true }, ['אב @20', 'גד@0']],
    [
      'of another direction stay in order',
      'אב ab גד',
      { rightToLeft: true },
      ['אב @50', 'ab@30+ @20', 'גד@0'],
    ],
    ['of scripts without spaces are found', '日本語の文章。', {}, ['日本語@0', 'の@30', '文章。@40']],
    ['can be spaced', 'a b c', { spacing: { letter: 0, word: 5 } }, ['a @0', 'b @25', 'c@50']],
    ['can have letter spacing', 'ab cd', { spacing: { letter: 3, word: 0 } }, ['a@0+b@13+ @26', 'c@39+d@52']],
    ['do not exist in an empty line', '', {}, []],
  ])('%s', (_, text, given, expected) => {
    expect(describeUnits(text, given)).toEqual(expected);
  });
});

describe('characters', () => {
  const characters = (text: string, given: Given = {}): string[] =>
    describeUnits(text, { ...given, kind: 'character' });

  it.each<[string, string, string[]]>([
    ['include their accents', 'e\u0301x', ['e\u0301@0', 'x@20']],
    ['keep their kerning', 'aToa', ['a@0', 'T@10', 'o@18', 'a@28']],
    ['of an emoji are one', 'a👨‍👩‍👧', ['a@0', '👨‍👩‍👧@10']],
    ['of a syllable are one', 'क्षत्रि', ['क्ष@0', 'त्रि@30']],
    ['of an Arabic word are one', 'سلام', ['سلام@0']],
  ])('%s', (_, text, expected) => {
    expect(characters(text)).toEqual(expected);
  });

  test('are one in a ligature', () => {
    expect(characters('xfix').map((unit) => unit.split('@')[0])).toEqual(['x', 'fi', 'x']);
  });

  test('with letter spacing have no ligatures', () => {
    expect(characters('xfix', { spacing: { letter: 1, word: 0 } })).toHaveLength(4);
  });

  test('read from the right start on the right', () => {
    expect(characters('אבג', { rightToLeft: true })).toEqual(['א@20', 'ב@10', 'ג@0']);
  });

  test('of right-to-left text can be spaced', () => {
    const spacing = { letter: 4, word: 0 };
    expect(characters('אבג', { rightToLeft: true, spacing })).toEqual(['א@28', 'ב@14', 'ג@0']);
  });
});

describe('a line', () => {
  test('is one part without spacing', () => {
    expect(describeUnits('ab אב', { kind: 'line' })).toEqual(['ab אב@0']);
  });

  test('is split into words with word spacing', () => {
    expect(describeUnits('ab cd', { kind: 'line', spacing: { letter: 0, word: 7 } })).toEqual([
      'ab @0+cd@37',
    ]);
  });
});

describe('positions', () => {
  test('have no gaps, so that an underline has none', () => {
    const spans = layOutUnits({ text: 'one To three', rightToLeft: false }, 'word', measure, {
      letter: 2,
      word: 5,
    }).flatMap((unit) => unit.segments);
    for (const [index, { x, width }] of spans.slice(0, -1).entries())
      expect(x + width).toBeCloseTo(spans[index + 1]!.x, 6);
  });
});

test('need only a few measurements per letter, no matter how long the line is', () => {
  let measured = 0;
  const counting = (text: string): number => {
    measured += text.length;
    return measure(text);
  };
  const text = 'ab'.repeat(10_000);
  expect(layOutUnits({ text, rightToLeft: false }, 'word', counting, { letter: 1, word: 0 })).toHaveLength(1);
  expect(measured).toBeLessThan(100 * text.length);
});

describe('the measure of a spaced text', () => {
  it.each([
    ['ab', { letter: 3, word: 0 }, 23],
    ['a b', { letter: 0, word: 5 }, 35],
    ['a b', { letter: 3, word: 5 }, 41],
    // Joined letters stay joined.
    ['سلام', { letter: 3, word: 0 }, 40],
    ['', { letter: 3, word: 5 }, 0],
  ])('%j with %j', (text, spacing, width) => {
    expect(withSpacing(measure, spacing)(text)).toBe(width);
  });
});
