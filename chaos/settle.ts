import { setTimeout as sleep } from 'node:timers/promises';
import { listLeftovers } from './checks/check-machines.ts';
import { checkRows } from './checks/check-rows.ts';
import { openRecord } from './checks/read-record.ts';
import type { ChaosRun } from './chaos-run.ts';

const LOOK_MS = 2_000;
/** Milliseconds without a callback after which no more are expected. Longer than the second pause of retries. */
const QUIET_MS = 35_000;
/** Milliseconds within which Kinora removes what dead processes leave, without a restart. */
const CLEAN_UP_MS = 5.5 * 60_000;

/** Waits until all orders have ended, their callbacks and copies have arrived, and everything is cleaned up. */
export async function settle(run: ChaosRun): Promise<void> {
  const { options, installation, workload, surroundings } = run;
  const until = Date.now() + options.settle * 60_000;
  const left = (): number => Math.max(0, until - Date.now());
  await installation.waitUntilAnswering();
  await workload.settle(left());
  const { receiver, destination } = surroundings;
  await waitFor(left(), () => {
    const taken = new Set(receiver.arrivals.filter(({ isTaken }) => isTaken).map(({ id }) => id));
    return receiver.arrivals.every(({ id }) => taken.has(id));
  });
  await waitFor(left(), () =>
    workload.orders.every(
      ({ plan, outcome }) =>
        outcome !== 'done' || plan.end.copy === undefined || destination.files.has(plan.end.copy),
    ),
  );
  if (run.postgres === undefined) await waitUntilQuiet(run, left());
  options.report('All work has ended. Waiting for Kinora to clean up after its dead processes.');
  await waitFor(CLEAN_UP_MS, () => isEverythingClean(run));
}

/** Waits until a condition is true. Returns false if that takes too long. */
async function waitFor(milliseconds: number, isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  const until = Date.now() + milliseconds;
  while (!(await isTrue())) {
    if (Date.now() > until) return false;
    await sleep(LOOK_MS);
  }
  return true;
}

/** Waits until no callback has arrived for a while. The embedded database cannot be asked meanwhile. */
async function waitUntilQuiet({ surroundings: { receiver } }: ChaosRun, milliseconds: number): Promise<void> {
  const until = Date.now() + milliseconds;
  let [count, since] = [receiver.arrivals.length, Date.now()];
  while (Date.now() < until && Date.now() - since < QUIET_MS) {
    await sleep(LOOK_MS);
    if (receiver.arrivals.length !== count) [count, since] = [receiver.arrivals.length, Date.now()];
  }
}

async function isEverythingClean({ installation, postgres }: ChaosRun): Promise<boolean> {
  if ((await listLeftovers(installation)).length > 0) return false;
  if (postgres === undefined) return true;
  await using record = await openRecord(postgres.url);
  return (await checkRows(record.query)).length === 0;
}
