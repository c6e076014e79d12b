import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { failed } from '../base/failed.fixture.ts';
import type { SentFile } from './destination.ts';
import { partsOf } from './parts.ts';
import { testFile } from './sending.fixture.ts';

const NEVER = new AbortController().signal;

/** A file whose streams break, each after some bytes. @param asked gets where each was to begin. */
function breaking(file: SentFile & { readonly content: Buffer }, after: number, asked: number[]): SentFile {
  return {
    ...file,
    open(from = 0) {
      asked.push(from);
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

test('reading goes on where it broke', async () => {
  const file = testFile(1000);
  const asked: number[] = [];
  expect((await whole(partsOf(breaking(file, 130, asked), 300, NEVER))).equals(file.content)).toBe(true);
  expect(asked).toEqual([0, 130, 260, 390, 520, 650, 780, 910]);
});

test('reading that breaks without a byte in between has an end', async () => {
  const asked: number[] = [];
  expect(await failed(whole(partsOf(breaking(testFile(1000), 0, asked), 300, NEVER)))).toMatch(
    /^storage_failed: /,
  );
  expect(asked).toEqual([0, 0, 0, 0]);
});
