import { describe, expect, it } from 'vitest';
import { createSettingReader, type Setting, wholeNumber } from './setting.ts';

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
