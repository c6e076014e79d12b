import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../bench/ratios.ts';
import { startFixtureServer } from '../../src/outbound/server.fixture.ts';
import type { ChaosOptions } from '../chaos-run.ts';
import { Api } from '../clients/api.ts';
import { createMaterial } from '../outside/material.ts';
import { startSourceServer } from '../outside/source-server.ts';
import { createRandom } from '../random.ts';
import { checkPromises, pickPromises } from './check-promises.ts';
import { cutNewHome } from './cut-new-home.ts';
import { freeze } from './freeze.ts';
import { Ledger, type PromiseKind } from './ledger.ts';
import type { PowerClient } from './power-client.ts';
import { PowerDisks } from './power-disks.ts';
import type { PowerResult } from './power-report.ts';
import { findPowerCutObstacle } from './prove-method.ts';
import { type CutResult, recover, type Wreck } from './recover.ts';
import { createCredentialsKey, listDisks, Site } from './site.ts';
import { work } from './work.ts';

/** The options of a run of power cuts. */
export interface PowerOptions extends Pick<
  ChaosOptions,
  'seed' | 'database' | 'kinora' | 'folder' | 'report' | 'signal'
> {
  /** Number of power cuts. */
  readonly cuts: number;
}

/** Size of a disk. Only written data takes space. */
const MEGABYTES = 8_000;
/** Milliseconds between two cuts: the shortest and the longest. */
const PAUSE_MS: readonly [number, number] = [200, 3_000];
/** Every fifth cut, beginning with the third, hits the first start of a new home. */
const NEW_HOME_EVERY = 5;
/** The time of that cut, as a multiple of a usual start. The first start takes longer. Some cuts come after it. */
const NEW_HOME_CUT: readonly [number, number] = [0.2, 2.5];
/** After every tenth cut, beginning with the first, all accepted work must come to its end. */
const END_EVERY = 10;
/** Milliseconds to wait for accepted work, usually and if it must come to its end. */
const TIMEOUT_MS = { usual: 1_500, end: 300_000 };
/** Milliseconds for answers that the server had sent before it was stopped. */
const ARRIVAL_MS = 30;

/** Cuts the power of a working Kinora again and again, and checks that nothing is lost. */
export async function runPowerCuts(options: PowerOptions): Promise<PowerResult> {
  const { cuts, seed, database, report } = options;
  await using stack = new AsyncDisposableStack();
  // PostgreSQL has a user of its own, who must reach the disk.
  const mounts = await mkdtemp(join(tmpdir(), 'kinora-power-'));
  stack.defer(() => rm(mounts, { recursive: true, force: true }));
  await chmod(mounts, 0o755);
  const skipped = await findPowerCutObstacle(mounts);
  const facts = { seed, database, cuts: 0, newHomes: 0, opened: 0, checked: {}, open: 0 };
  if (skipped !== undefined) return { ...facts, skipped, recoveries: [], problems: [] };
  report('A simulated power cut keeps what was synced and loses what was not.');
  const results: CutResult[] = [];
  const run = await open(options, mounts, stack);
  for (let number = 1; number <= cuts; number++) {
    const result = await cut(run, number, results);
    results.push(result);
    report(`power cut ${number} of ${cuts}: ${describe(result)}`);
  }
  return summarise(options, results);
}

/** A run that takes place. */
interface PowerRun {
  readonly options: PowerOptions;
  readonly mounts: string;
  readonly disks: PowerDisks;
  readonly client: PowerClient;
  readonly site: Wreck['site'];
  readonly moments: PowerClient['random'];
}

/** Starts everything. The stack stops it again. */
async function open(options: PowerOptions, mounts: string, stack: AsyncDisposableStack): Promise<PowerRun> {
  const { kinora, database, seed, report } = options;
  const folder = join(options.folder, `power-${database}`);
  await mkdir(join(folder, 'material'), { recursive: true });
  const random = (purpose: string) => createRandom(seed, purpose);
  const sources = stack.adopt(
    await startSourceServer(createMaterial(join(folder, 'material')), random('sources')),
    (it) => it.close(),
  );
  sources.recover();
  const receiver = stack.adopt(
    await startFixtureServer((request, response) => {
      request.resume();
      response.writeHead(204).end();
    }),
    (it) => it.close(),
  );
  const disks = stack.adopt(
    await PowerDisks.create(join(folder, 'before'), join(mounts, 'before'), listDisks(database), MEGABYTES),
    (it) => it.remove(),
  );
  const common = { kinora, database, folder, credentialsKey: createCredentialsKey(), signal: options.signal };
  const site = await Site.create({ ...common, disks, name: 'before' });
  stack.defer(() => site.kill());
  await site.start('new');
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, options.signal]);
  let count = 0;
  const client: PowerClient = {
    site,
    signal,
    ledger: new Ledger(),
    random: random('deeds'),
    films: [],
    api: new Api(site.url, signal),
    key: (await site.readKeys()).v1,
    sources: sources.url,
    receiver: receiver.url,
    nextNumber: () => count++,
  };
  const working = work(client, report);
  stack.defer(async () => {
    over.abort();
    // A command of the operator ends with it.
    await site.kill();
    await working;
  });
  return { options, mounts, disks, client, site: { ...common, name: '' }, moments: random('moments') };
}

/** Cuts the power once at a random moment. */
async function cut(run: PowerRun, number: number, before: readonly CutResult[]): Promise<CutResult> {
  const { options, mounts, disks, client, moments } = run;
  const { cuts, signal } = options;
  const site = { ...run.site, name: `cut-${number}` };
  const wreck = { mounts, site, images: join(site.folder, site.name) };
  if (isNewHome(options, number)) {
    const start = 1000 * median(before.map(({ seconds }) => seconds ?? 2));
    return await cutNewHome(client, wreck, moments.between(...NEW_HOME_CUT) * start);
  }
  await sleep(moments.between(...PAUSE_MS), undefined, { signal });
  const thaw = await freeze(() => client.site.pids);
  let promises = client.ledger.list();
  try {
    await sleep(ARRIVAL_MS);
    promises = client.ledger.list();
    await disks.copyTo(wreck.images);
  } finally {
    thaw();
  }
  const picked = pickPromises(promises, moments, Date.now());
  const mustEnd = number % END_EVERY === 1 || number === cuts;
  return await recover({ ...wreck, key: client.key }, (survivor) =>
    checkPromises(survivor, picked, mustEnd ? TIMEOUT_MS.end : TIMEOUT_MS.usual, mustEnd),
  );
}

/** True if a cut hits a new home. The database of a new home with PostgreSQL is none of Kinora's. */
function isNewHome({ database }: PowerOptions, number: number): boolean {
  return database === 'embedded' && number % NEW_HOME_EVERY === 3;
}

function describe({ seconds, checks }: CutResult): string {
  const count = [...checks.checked.values()].reduce((sum, each) => sum + each, 0);
  const { broken, open } = checks;
  const lines = broken.map((each) => `\n    ${each}`).join('');
  if (seconds === undefined) return `the home does not open${lines}`;
  return `opened in ${seconds.toFixed(1)} s, ${count} promises, ${open} go on, ${broken.length} broken${lines}`;
}

function summarise(options: PowerOptions, results: readonly CutResult[]): PowerResult {
  const checked: Partial<Record<PromiseKind, number>> = {};
  for (const { checks } of results)
    for (const [kind, count] of checks.checked) checked[kind] = (checked[kind] ?? 0) + count;
  const recoveries = results.map(({ seconds }) => seconds).filter((each) => each !== undefined);
  return {
    seed: options.seed,
    database: options.database,
    cuts: results.length,
    checked,
    recoveries,
    opened: recoveries.length,
    newHomes: results.filter((_, index) => isNewHome(options, index + 1)).length,
    open: results.reduce((sum, { checks }) => sum + checks.open, 0),
    problems: results.flatMap(({ checks }, index) =>
      checks.broken.map((what) => ({ check: `power cut ${index + 1}`, what })),
    ),
  };
}
