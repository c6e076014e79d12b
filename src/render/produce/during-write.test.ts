import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { duringWrite } from './during-write.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'kinora-written-'))));
afterEach(() => rm(folder, { recursive: true }));

it('tells of a file as long as it changes, and waits for the end', async () => {
  const path = join(folder, 'file');
  const end = Promise.withResolvers<undefined>();
  let told = 0;
  const work = duringWrite(path, end.promise, () => told++, 5);
  for (let change = 1; change <= 3; change++) {
    const before = told;
    await appendFile(path, 'more');
    while (told === before) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  // Nothing is written any more, and nothing told: once for each change, and for the beginning of the file.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(told).toBeLessThanOrEqual(4);
  end.resolve(undefined);
  await work;
});

it('says nothing of a file that is not there, and fails as the work does', async () => {
  const full = new Error('The disk is full.');
  const work = new Promise<void>((_, reject) => setTimeout(() => reject(full), 50));
  const told = (): void => {
    throw new Error('It was told.');
  };
  await expect(duringWrite(join(folder, 'none'), work, told, 5)).rejects.toBe(full);
});
