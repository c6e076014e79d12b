import { countQueues, type QueueCount } from '../../jobs/job-table.ts';
import { WORK_QUEUES } from '../../jobs/work-rules.ts';
import type { AdminAnswer } from '../../operations/admin-operations.ts';
import type { Database } from '../../store/database.ts';
import { countRecentSegments } from '../../store/queue/operator-renders.ts';
import {
  findHeldWork,
  findRecentFaults,
  findWorkers,
  type HeldWork,
  type RecentFault,
  type WorkerView,
} from '../../store/queue/workers.ts';

type QueueAnswer = AdminAnswer<'showQueue'>;

/** Milliseconds without a sign of life after which others take up the work of a worker. */
const DEAD_AFTER_MS = 10_000;

/** Reports what waits in the queues, what the workers do, and what keeps them from working. */
export async function reportQueues(tables: Database['tables']): Promise<QueueAnswer> {
  const counts = await countQueues(tables);
  const held = await findHeldWork(tables);
  const workers = (await findWorkers(tables)).map((worker) => toWorkerReport(worker, held));
  const queues = WORK_QUEUES.map((name) =>
    toQueueCounts(
      name,
      counts.filter(({ queue }) => queue === name),
    ),
  );
  const faults = await findRecentFaults(tables);
  const segments = await countRecentSegments(tables);
  return { queues, workers, segments, problems: listProblems(queues, workers, faults) };
}

function toQueueCounts(queue: string, owners: QueueCount[]): QueueAnswer['queues'][number] {
  const sum = (field: 'waiting' | 'later' | 'running') =>
    owners.reduce((total, each) => total + each[field], 0);
  const oldest = owners.flatMap(({ oldestMs }) => oldestMs ?? []);
  return {
    queue,
    waiting: sum('waiting'),
    later: sum('later'),
    running: sum('running'),
    oldestMs: oldest.length === 0 ? null : Math.max(...oldest),
    owners,
  };
}

function toWorkerReport(worker: WorkerView, held: readonly HeldWork[]): QueueAnswer['workers'][number] {
  const holds = held.filter((each) => each.worker === worker.id);
  return { ...worker, alive: worker.silentMs <= DEAD_AFTER_MS, holds };
}

function listProblems(
  queues: QueueAnswer['queues'],
  workers: QueueAnswer['workers'],
  faults: readonly RecentFault[],
): string[] {
  const waiting = queues.reduce((sum, each) => sum + each.waiting, 0);
  const isIdle = waiting > 0 && !workers.some(({ alive }) => alive);
  return [
    ...(isIdle
      ? ['No worker is running, so nothing is taken. Start one: kinora serve, or kinora worker.']
      : []),
    ...workers.flatMap(({ name, alive, problem }) =>
      alive && problem !== null ? [`${name}: ${problem}`] : [],
    ),
    ...faults.map(describeFault),
  ];
}

function describeFault({ outcome, code, reason, number }: RecentFault): string {
  const isOne = number === 1;
  const lost = isOne ? 'attempt lost its worker' : 'attempts lost their workers';
  const late = isOne ? 'attempt was put off' : 'attempts were put off';
  const what = `${number} ${outcome === 'lost' ? lost : late}${code === null ? '' : ` (${code})`}`;
  return `In the last 5 minutes, ${what}. ${reason ?? ''}`.trim();
}
