import type { Random } from '../random.ts';
import { type FaultAction, JOB_STAGES, type PlannedFault, type Victim } from './fault.ts';

/** The parts of the installation that can break. */
export interface Breakable {
  readonly victims: readonly Victim[];
  /** True if the database is a server of its own. */
  readonly database: boolean;
  /** True if the storage is a service behind a proxy. */
  readonly storage: boolean;
  /** True if a small file system could be mounted. */
  readonly disk: boolean;
}

/** Seconds that a process is stopped: longer than the lease of a worker. */
const STOP_SECONDS = 15;
/** The longest outage of the storage and the longest time with a full disk, in seconds. */
const MAX_OUTAGE = 60;
/** Seconds between two faults: the shortest and the longest. */
const GAP: readonly [number, number] = [3, 8];
/** Seconds of a run without faults: at the start, so that there is work. */
const QUIET = 4;

/**
 * Plans the faults of a run. Deals all possible faults in a random order, again and again, until the time is
 * up. So in a long run, each kind occurs about equally often.
 *
 * @param seconds the length of the run.
 */
export function planFaults(random: Random, breakable: Breakable, seconds: number): PlannedFault[] {
  const plan: PlannedFault[] = [];
  let at = QUIET;
  for (;;) {
    for (const action of random.shuffle(listActions(random, breakable, seconds))) {
      if (at + durationOf(action) > seconds) {
        if (at > seconds) return plan;
        continue;
      }
      plan.push({ at, action });
      at += random.between(...GAP);
    }
    at += random.between(...GAP);
  }
}

/** Returns the seconds until the fault itself is over. */
function durationOf(action: FaultAction): number {
  return 'seconds' in action ? action.seconds : 0;
}

/** Lists each possible fault once, with random durations. */
function listActions(random: Random, breakable: Breakable, seconds: number): FaultAction[] {
  const longest = Math.min(MAX_OUTAGE, seconds / 8);
  const last = (): number => Math.round(random.between(longest / 4, longest));
  const processes = breakable.victims.filter((victim) => victim !== 'child');
  const actions: FaultAction[] = breakable.victims.flatMap((victim) => [
    { kind: 'kill', victim },
    ...JOB_STAGES.map((stage) => ({ kind: 'kill', victim, stage }) as const),
  ]);
  for (const victim of processes)
    actions.push({ kind: 'terminate', victim }, { kind: 'stop', victim, seconds: STOP_SECONDS });
  if (breakable.database)
    for (const how of ['fast', 'immediate', 'backend'] as const) actions.push({ kind: 'database', how });
  if (breakable.storage)
    for (const how of ['500', '503', 'hang', 'reset', 'cut'] as const)
      actions.push({ kind: 'outage', how, seconds: last() });
  if (breakable.disk) actions.push({ kind: 'disk full', seconds: last() });
  return actions;
}
