import { mkdir, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attack, tabulate } from './corpus/attack.ts';
import { type BaseFile, makeBaseFiles } from './corpus/base-files.ts';
import { mutateFiles } from './corpus/corpus.ts';
import { childrenOf } from './e2e/processes.ts';
import { endServer, startServer } from './e2e/server-process.ts';
import { createOneClipEdit, serveFiles } from './e2e/try-render.ts';
import { createMediaFolder } from './media/render-edit.ts';

/** Number of damaged files to read: each base file with each mutation, some several times. */
const COUNT = 1500;
/** Number of damaged files that go through a server. */
const SERVED = 60;
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

it('a server answers others meanwhile, and keeps nothing of damaged files', async () => {
  const served = [
    ...mutateFiles(
      bases.filter(({ type }) => type !== 'edit' && type !== 'page'),
      SERVED,
      SEED,
    ),
  ];
  const intact = bases.find(({ name }) => name === 'film.mp4');
  if (!intact) throw new Error('There is no film.');
  const named = served.map(({ bytes }, index) => [`file-${index}`, bytes] as const);
  await using files = {
    ...(await serveFiles(Object.fromEntries([...named, ['film.mp4', intact.bytes]]))),
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
  const server = await startServer(media.path('.'), { KINORA_RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  const probe = async (name: string, version: 'v1' | 'stage'): Promise<number> => {
    const url = `${server.url}/${version}/probe/${encodeURIComponent(`${files.url}/${name}`)}`;
    return (await fetch(url, { headers: { 'x-api-key': server.keys[version] } })).status;
  };
  try {
    const others: number[] = [];
    const draw = async (name: string, type: string): Promise<number> => {
      const body = JSON.stringify(createOneClipEdit({ type, src: `${files.url}/${name}` }));
      const headers = { 'x-api-key': server.keys.v1, 'content-type': 'application/json' };
      return (await fetch(`${server.url}/v1/frame?at=0`, { method: 'POST', headers, body })).status;
    };
    for (const [index, { base }] of served.entries()) {
      const type = base.type === 'font' || base.type === 'caption' ? 'image' : base.type;
      const answers = await Promise.all([
        probe(`file-${index}`, 'v1'),
        draw(`file-${index}`, type),
        probe('film.mp4', 'stage'),
        fetch(`${server.url}/health`).then(({ status }) => status),
      ]);
      expect(
        answers.slice(0, 2).every((status) => status === 200 || status === 400),
        String(answers),
      ).toBe(true);
      others.push(...answers.slice(2));
    }
    expect(new Set(others)).toEqual(new Set([200]));
    // The process of the last frame stays for half a minute, and one process waits for the next work.
    await sleep(35_000);
    expect((await childrenOf(server.child.pid ?? NaN)).length).toBeLessThanOrEqual(2);
    expect(await readdir(media.path('tmp'))).toEqual([]);
  } finally {
    await endServer(server);
  }
});
