import { describe, expect, it } from 'vitest';
import { createSettingReader, duration, formatDuration, type Setting, wholeNumber } from './setting.ts';

const COUNT: Setting<number> = {
  name: 'COUNT',
  default: 3,
  schema: wholeNumber(1, 9),
  mustBe: 'a whole number from 1 to 9',
  description: 'A number.',
};

const readCount = (text?: string, isSecret = false) =>
  createSettingReader({ COUNT: text })({ ...COUNT, isSecret });

describe('a setting', () => {
  it('is converted, without the spaces around it', () => {
    expect(readCount(' 7 ')).toBe(7);
  });

  it.each([undefined, '', '  '])('has its default if it is %j', (text) => {
    expect(readCount(text)).toBe(3);
  });

  it.each(['0', '10', '-1', '1.5', 'x'])('rejects %s', (text) => {
    expect(() => readCount(text)).toThrow(
      expect.objectContaining({
        code: 'invalid_setting',
        message: `\`COUNT\` must be a whole number from 1 to 9, not \`${text}\`.`,
      }),
    );
  });

  it('is not repeated in the message if it may hold a secret', () => {
    expect(() => readCount('x', true)).toThrow('`COUNT` must be a whole number from 1 to 9.');
  });
});

describe('a time span', () => {
  it.each([
    ['1m', 60_000, '1m'],
    ['90m', 5_400_000, '90m'],
    ['120m', 7_200_000, '2h'],
    ['12 h', 43_200_000, '12h'],
    ['1d', 86_400_000, '24h'],
    ['36500d', 3_153_600_000_000, '36500d'],
  ])('of %s is %d milliseconds', (text, milliseconds, shown) => {
    expect(duration.parse(text)).toBe(milliseconds);
    expect(formatDuration(milliseconds)).toBe(shown);
  });

  it.each(['0d', '36501d', '30', '1.5d', '-1h', '1w', 'd', '1H', '1h30m'])('cannot be %s', (text) => {
    expect(duration.safeParse(text).success).toBe(false);
  });
});
