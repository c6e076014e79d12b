import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosOptions, ChaosRun } from './chaos-run.ts';
import { checkEverything } from './checks/check-everything.ts';
import { Api } from './clients/api.ts';
import type { Owner } from './clients/order.ts';
import { Workload } from './clients/workload.ts';
import { nameFault } from './faults/fault.ts';
import { FaultInjector } from './faults/injector.ts';
import { watchApi, watchPostgres } from './faults/job-watch.ts';
import { type Breakable, planFaults } from './faults/schedule.ts';
import { createOwners } from './installation/create-owners.ts';
import { Installation } from './installation/installation.ts';
import { PostgresServer } from './installation/postgres-server.ts';
import { SmallDisk } from './installation/small-disk.ts';
import { startSurroundings } from './outside/surroundings.ts';
import { createRandom } from './random.ts';
import type { ChaosResult } from './report.ts';
import { settle } from './settle.ts';

/** Size of the small disk in megabytes. */
const DISK_MEGABYTES = 700;
/** Free gigabytes below which Kinora takes no work: less than the small disk has. */
const MIN_FREE_GB = '0.1';
/** Milliseconds between two lines of progress. */
const REPORT_MS = 15_000;

/** Runs Kinora under faults and checks the result. Ends all processes and services that it has started. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  await using stack = new AsyncDisposableStack();
  const run = await open(options, stack);
  const began = Date.now();
  await cause(run, began);
  options.report(`${clock(began)} The faults are over. ${describe(run)}. Waiting for everything to settle.`);
  const faultsEnded = Date.now();
  await settle(run);
  const settled = (Date.now() - faultsEnded) / 1000;
  options.report(`${clock(began)} Checking ${run.workload.orders.length} orders and what is left.`);
  return await checkEverything(run, settled);
}

/** Starts everything. The stack stops it again. */
async function open(options: ChaosOptions, stack: AsyncDisposableStack): Promise<ChaosRun> {
  const { folder, seed, database, storage, kinora, report, signal } = options;
  for (const name of ['logs', 'services']) await mkdir(join(folder, name), { recursive: true });
  const small = join(folder, 'small');
  const disk = await SmallDisk.mount(small, DISK_MEGABYTES);
  if (disk !== undefined) stack.defer(() => disk.unmount());
  else report('This user cannot mount a small file system, so no disk is filled.');
  const postgres =
    database === 'postgres'
      ? stack.adopt(await PostgresServer.start(join(folder, 'logs/postgres.log')), (it) => it.stop())
      : undefined;
  const owners: Owner[] = [];
  const secretOf = (name: string): string => owners.find((owner) => owner.name === name)?.webhookSecret ?? '';
  const surroundings = stack.adopt(
    await startSurroundings({ folder, seed, storage, files: join(small, 'files'), secretOf }),
    (it) => it.close(),
  );
  const installation = await Installation.create({
    kinora,
    folder,
    database,
    postgres,
    smallDisk: disk?.folder,
    settings: { KINORA_MIN_FREE_GB: MIN_FREE_GB, ...surroundings.settings },
    random: createRandom(seed, 'pauses'),
  });
  stack.defer(() => installation.stop());
  report(`Starting Kinora: ${installation.services.map(({ name }) => name).join(', ')}.`);
  await installation.start();
  owners.push(...(await createOwners(installation, surroundings.destination.url)));
  const api = new Api(installation.url, signal);
  const watch = stack.adopt(
    postgres === undefined ? watchApi(api, owners) : watchPostgres(postgres.url),
    (it) => it.close(),
  );
  const workload = new Workload({
    api,
    owners,
    random: createRandom(seed, 'orders'),
    run: `chaos-${Date.now()}`,
    addresses: { sources: surroundings.sources.url, receiver: surroundings.receiver.url },
  });
  const injector = new FaultInjector({
    installation,
    watch,
    postgres,
    disk,
    storage: surroundings.storage,
    random: createRandom(seed, 'victims'),
    bait: (kind) => workload.submit(kind),
  });
  return { options, installation, surroundings, postgres, disk, watch, api, workload, injector };
}

/** Submits orders and injects faults until the time is up. */
async function cause(run: ChaosRun, began: number): Promise<void> {
  const { options, workload, injector } = run;
  const { minutes, seed, signal, report } = options;
  const over = new AbortController();
  const ending = AbortSignal.any([over.signal, signal]);
  const work = Promise.all([workload.submitUntil(ending), workload.watchUntil(ending)]);
  const timer = setInterval(() => report(`${clock(began)} ${describe(run)}`), REPORT_MS);
  try {
    for (const { at, action } of planFaults(createRandom(seed, 'faults'), listBreakable(run), minutes * 60)) {
      await sleep(Math.max(0, began + at * 1000 - Date.now()), undefined, { signal });
      // Waiting for stages takes time, so a slow run may be late.
      if (Date.now() > began + minutes * 60_000) break;
      report(`${clock(began)} ${nameFault(action)}`);
      await injector.inject(action);
    }
    await sleep(Math.max(0, began + minutes * 60_000 - Date.now()), undefined, { signal });
    await injector.finish();
  } finally {
    clearInterval(timer);
    over.abort();
    run.surroundings.recover();
    await work;
  }
}

function listBreakable({ installation, postgres, surroundings, disk }: ChaosRun): Breakable {
  const isShared = installation.workers.length > 0;
  return {
    victims: isShared ? ['api', 'worker', 'child'] : ['server', 'child'],
    database: postgres !== undefined,
    storage: surroundings.storage !== undefined,
    disk: disk !== undefined,
  };
}

/** Returns the minutes and seconds since a time. */
function clock(began: number): string {
  const seconds = Math.floor((Date.now() - began) / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

function describe({ workload, injector }: ChaosRun): string {
  const count = (what: string): number => workload.orders.filter(({ outcome }) => outcome === what).length;
  const accepted = workload.orders.filter(({ accepted }) => accepted !== undefined).length;
  return `${accepted} accepted, ${count('done')} done, ${count('failed')} failed, ${injector.injected.length} faults`;
}
