import { join } from 'node:path';
import type { Order } from '../clients/order.ts';
import { type ChaosResult, countNames } from '../report.ts';
import type { ChaosRun } from '../chaos-run.ts';
import { type JudgedJob, summariseFaults, type Verdict } from '../summary.ts';
import { checkAttempts, checkReasons, checkUnknownPayments } from './check-attempts.ts';
import { checkCallbacks, checkCopies, checkPayments } from './check-deliveries.ts';
import { checkMachines, listFalls } from './check-machines.ts';
import { checkOrders } from './check-orders.ts';
import { checkRecoveries } from './check-recoveries.ts';
import { checkDoubles } from './check-doubles.ts';
import { checkRows } from './check-rows.ts';
import { checkStorage } from './check-storage.ts';
import type { Problem } from './problem.ts';
import { openRecord, readJobRecord } from './read-record.ts';

/** Wrong answers to show. */
const SHOWN = 5;

/** Checks all that a run has left, stops the installation, and sums the run up. */
export async function checkEverything(run: ChaosRun, settled: number): Promise<ChaosResult> {
  const { options, installation, surroundings, workload, api, injector } = run;
  const { orders } = workload;
  const problems: Problem[] = [
    ...(await checkOrders(orders, join(options.folder, 'downloads'), options.report)),
    ...(await checkCopies(orders, surroundings.destination)),
    ...checkPayments(surroundings.listPaidTexts()),
    ...workload.errors.map((what) => ({ check: 'clients', what })),
    ...checkAnswers(api.bad),
  ];
  await installation.stop();
  problems.push(...(await checkMachines(installation)));
  await using record = await openRecord(run.postgres?.url ?? installation.embeddedFolder);
  problems.push(...(await checkRows(record.query)), ...(await checkDoubles(record.query, orders)));
  const isS3 = surroundings.storage !== undefined;
  const storage = await checkStorage(record.query, surroundings.storedFiles, isS3);
  problems.push(...storage.problems);
  const callbacks = await checkCallbacks(record.query, orders, surroundings.receiver);
  problems.push(...callbacks.problems);
  const jobRecord = await readJobRecord(record.query);
  const attemptFacts = {
    record: jobRecord,
    faults: injector.injected,
    homeOf: (pid: number) => installation.homeOf(pid),
    nextStart: (pid: number) => installation.nextStart(pid),
  };
  problems.push(...checkReasons(orders, attemptFacts));
  problems.push(...checkAttempts(attemptFacts), ...checkUnknownPayments(orders, attemptFacts));
  const recoveries = checkRecoveries(attemptFacts);
  problems.push(...recoveries.problems);
  const facts = {
    faults: injector.injected,
    jobs: orders.filter(({ accepted }) => accepted !== undefined).map((order) => judge(order, problems)),
    record: jobRecord,
  };
  return {
    seed: options.seed,
    minutes: options.minutes,
    database: options.database,
    storage: options.storage,
    rows: summariseFaults(facts),
    outside: {
      ...countNames(surroundings.sources.faults.map(({ kind }) => `source: ${kind}`)),
      'callback refused': surroundings.receiver.failures,
      'copy refused': surroundings.destination.failures,
      'storage request spoilt': surroundings.storage?.spoilt ?? 0,
      'upload cut off': storage.cutOff,
      // A start ends with one line if the database goes away in the middle. The service manager starts it again.
      'start given up': listFalls(installation, false).length,
    },
    missed: countNames(injector.missed.map(({ name, why }) => `${name} (${why})`)),
    orders: countNames(orders.map(({ plan }) => plan.kind)),
    answers: Object.fromEntries(api.counts),
    callbacks: callbacks.counts,
    recoveries: recoveries.counts,
    settled,
    problems,
  };
}

/** Reports answers that no client should see: 500, and 503 without `retry-after`. */
function checkAnswers(bad: readonly string[]): Problem[] {
  if (bad.length === 0) return [];
  return [
    { check: 'answers', what: `${bad.length} wrong answers, such as ${bad.slice(0, SHOWN).join('; ')}` },
  ];
}

function judge({ plan, ids, outcome }: Order, problems: readonly Problem[]): JudgedJob {
  const [id = ''] = ids;
  const own = problems.filter(({ order }) => order === plan.number);
  return { id, verdict: verdictOf(outcome, own) };
}

function verdictOf(outcome: Order['outcome'], problems: readonly Problem[]): Verdict {
  if (problems.some(({ isDouble }) => isDouble === true)) return 'doubled';
  if (outcome === undefined || problems.some(({ check }) => check === 'orders')) return 'lost';
  return outcome;
}
