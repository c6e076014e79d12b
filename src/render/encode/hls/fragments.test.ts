import { expect, it } from 'vitest';
import { readSpan } from './fragments.ts';

/** A file that gives at most three bytes at a time. */
function fileOf(text: string) {
  const all = Buffer.from(text);
  return {
    read: (buffer: Buffer, at: number, bytes: number, offset: number) =>
      Promise.resolve({ bytesRead: all.copy(buffer, at, offset, offset + Math.min(bytes, 3)) }),
  };
}

it('reads a part to its end, however little each read returns', async () => {
  expect(String(await readSpan(fileOf('0123456789'), { offset: 1, bytes: 8 }))).toBe('12345678');
  expect(await readSpan(fileOf('0'), { offset: 0, bytes: 0 })).toHaveLength(0);
});

it('fails if the file ends within the part', async () => {
  await expect(readSpan(fileOf('0123456789'), { offset: 4, bytes: 8 })).rejects.toThrow(
    'The file ends at 10, not at 12.',
  );
});
