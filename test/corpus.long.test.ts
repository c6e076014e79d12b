import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attack, tabulate } from './corpus/attack.ts';
import { type BaseFile, makeBaseFiles } from './corpus/base-files.ts';
import { mutateFiles } from './corpus/corpus.ts';
import { createMediaFolder } from './media/render-edit.ts';

/** How many damaged files are read: each base file with each mutation several times. */
const COUNT = 3000;
const SEED = Number(process.env['KINORA_CORPUS_SEED'] ?? 23);

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let bases: BaseFile[];
beforeAll(async () => {
  media = await createMediaFolder();
  for (const name of ['bases', 'files', 'tmp']) await mkdir(media.path(name));
  bases = await makeBaseFiles((name) => media.path(`bases/${name}`));
});
afterAll(() => media[Symbol.asyncDispose]());

it('thousands of damaged files are read or rejected with a reason, within their limits', async () => {
  const files = mutateFiles(bases, COUNT, SEED);
  const options = { folder: media.path('files'), draws: (index: number) => index % 5 === 0, processes: 2 };
  const report = await attack(files, options);
  console.log(`Seed ${SEED}. Set KINORA_CORPUS_SEED for another one.\n${tabulate(report)}`);
  expect(report.faults, `of seed ${SEED}`).toEqual([]);
  expect(report.leftovers).toEqual([]);
  expect(report.results).toHaveLength(COUNT);
});
