import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { failureOf } from '../base/failure-of.fixture.ts';
import type { FileToSend } from './destination-adapter.ts';
import { readInParts } from './read-in-parts.ts';
import { createTestFile } from './sending.fixture.ts';

const NEVER = new AbortController().signal;

/** Returns a file whose streams all break after some bytes. @param offsets receives the offset of each stream. */
function breaking(
  file: FileToSend & { readonly content: Buffer },
  after: number,
  offsets: number[],
): FileToSend {
  return {
    ...file,
    open(from = 0) {
      offsets.push(from);
      const content = file.content;
      return Promise.resolve(
        Readable.from(
          (async function* () {
            await Promise.resolve();
            if (after > 0) yield content.subarray(from, from + after);
            if (from + after < content.length) throw new Error('other side closed');
          })(),
          { objectMode: false },
        ),
      );
    },
  };
}

async function whole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

test('resumes reading where it broke', async () => {
  const file = createTestFile(1000);
  const offsets: number[] = [];
  expect((await whole(readInParts(breaking(file, 130, offsets), 300, NEVER))).equals(file.content)).toBe(
    true,
  );
  expect(offsets).toEqual([0, 130, 260, 390, 520, 650, 780, 910]);
});

test('gives up if reading breaks repeatedly without a new byte', async () => {
  const offsets: number[] = [];
  expect(await failureOf(whole(readInParts(breaking(createTestFile(1000), 0, offsets), 300, NEVER)))).toMatch(
    /^storage_failed: /,
  );
  expect(offsets).toEqual([0, 0, 0, 0]);
});
