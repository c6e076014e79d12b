import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { duringWrite } from './during-write.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'kinora-written-'))));
afterEach(() => rm(folder, { recursive: true }));

it('reports progress while the file changes, and waits for the work', async () => {
  const path = join(folder, 'file');
  const end = Promise.withResolvers<undefined>();
  let reports = 0;
  const work = duringWrite(path, end.promise, () => reports++, 5);
  for (let change = 1; change <= 3; change++) {
    const before = reports;
    await appendFile(path, 'more');
    while (reports === before) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  // At most one report per change, and one for the creation of the file.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(reports).toBeLessThanOrEqual(4);
  end.resolve(undefined);
  await work;
});

it('reports nothing if the file does not exist, and fails with the error of the work', async () => {
  const full = new Error('The disk is full.');
  const work = new Promise<void>((_, reject) => setTimeout(() => reject(full), 50));
  const onWrite = (): void => {
    throw new Error('It was called.');
  };
  await expect(duringWrite(join(folder, 'none'), work, onWrite, 5)).rejects.toBe(full);
});
