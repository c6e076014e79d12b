import { mkdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { attack } from './corpus/attack.ts';
import { makeBaseFiles } from './corpus/base-files.ts';
import { mutateFiles } from './corpus/corpus.ts';
import { createMediaFolder } from './media/render-edit.ts';

/** Number of damaged files to read: each base file about twice. The long test reads thousands. */
const COUNT = 80;
const SEED = Number(process.env['KINORA_CORPUS_SEED'] ?? 1);

it('a damaged file of any kind is read or rejected with a reason, within its limits', async () => {
  await using media = await createMediaFolder();
  await mkdir(media.path('bases'));
  await mkdir(media.path('files'));
  const bases = await makeBaseFiles((name) => media.path(`bases/${name}`));
  const files = mutateFiles(bases, COUNT, SEED);
  const options = { folder: media.path('files'), draws: (index: number) => index % 4 === 0, processes: 2 };
  const { results, faults, leftovers } = await attack(files, options);
  expect(faults, `of seed ${SEED}`).toEqual([]);
  expect(leftovers).toEqual([]);
  expect(results).toHaveLength(COUNT);
  // Otherwise the mutations damage nothing, or everything at once.
  const outcomes = results.flatMap(({ answer }) => Object.values(answer?.outcomes ?? {}));
  for (const start of ['read', 'asset_not_media'])
    expect(outcomes.filter((outcome) => outcome.startsWith(start)).length).toBeGreaterThan(COUNT / 4);
}, 120_000);
