import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasAllBoxes } from './boxes.ts';
import { FileBytes } from './file-bytes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-boxes-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Makes a box. With `wide`, its size is written in 64 bits. */
function box(type: string, content: Buffer, wide?: bigint): Buffer {
  const header = Buffer.alloc(wide === undefined ? 8 : 16);
  header.writeUInt32BE(wide === undefined ? 8 + content.length : 1, 0);
  header.write(type, 4, 'latin1');
  if (wide !== undefined) header.writeBigUInt64BE(wide, 8);
  return Buffer.concat([header, content]);
}

async function isComplete(...boxes: Buffer[]): Promise<boolean> {
  const path = join(folder, 'file.mp4');
  await writeFile(path, Buffer.concat(boxes));
  using bytes = new FileBytes(path);
  return hasAllBoxes(bytes);
}

test('a file is complete if all of its boxes end within it, also those with wide sizes', async () => {
  const first = box('ftyp', Buffer.alloc(4));
  expect(await isComplete(first, box('mdat', Buffer.alloc(9), 25n))).toBe(true);
  expect(await isComplete(first, box('mdat', Buffer.alloc(9), 26n))).toBe(false);
});

test.each([0n, 8n, 15n])('a wide size of %i, shorter than its own header, ends the search', async (size) => {
  const damaged = box('mdat', Buffer.alloc(9), size);
  expect(await isComplete(box('ftyp', Buffer.alloc(4)), damaged)).toBe(true);
  expect(await isComplete(box('moov', damaged))).toBe(true);
});
