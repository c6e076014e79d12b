/** The stages of a job at which its processes are killed. */
export const JOB_STAGES = [
  'queued',
  'generating',
  'fetching',
  'preprocessing',
  'rendering',
  'saving',
  'importing',
  'rendition',
] as const;
/** One of {@link JOB_STAGES}. */
export type JobStage = (typeof JOB_STAGES)[number];

/** The processes that faults hit. `server` is an API and a worker in one process. */
export type Victim = 'server' | 'api' | 'worker' | 'child';

/**
 * The kinds of faults that the program injects itself. `stop` is SIGSTOP for a while, as of a virtual machine
 * that is moved. `outage` is an answer of the storage.
 */
export type FaultAction =
  | { readonly kind: 'kill'; readonly victim: Victim; readonly stage?: JobStage }
  | { readonly kind: 'terminate'; readonly victim: Victim }
  | { readonly kind: 'stop'; readonly victim: Victim; readonly seconds: number }
  | { readonly kind: 'database'; readonly how: 'fast' | 'immediate' | 'backend' }
  | {
      readonly kind: 'outage';
      readonly how: '500' | '503' | 'hang' | 'reset' | 'cut';
      readonly seconds: number;
    }
  | { readonly kind: 'disk full'; readonly seconds: number };

/** A fault and its time. */
export interface PlannedFault {
  /** Seconds since the start of the run. */
  readonly at: number;
  readonly action: FaultAction;
}

/** A fault that was injected. All times are milliseconds since 1970. */
export interface InjectedFault {
  /** Row of the table. */
  readonly name: string;
  readonly at: number;
  /** The end of the fault: at once for a kill, the next answer for a service. */
  until: number;
  /** The processes whose attempts it has broken. Undefined for those of all. */
  readonly pids: readonly number[] | undefined;
  /** Ids of the jobs that were seen to be touched. Others follow from the record of attempts. */
  readonly subjects: readonly string[];
  /** Processes that wanted a processor in the minute before, per processor. */
  readonly load: number;
}

/** Returns the row of the table that a fault belongs to. */
export function nameFault(action: FaultAction): string {
  switch (action.kind) {
    case 'kill':
      return `kill -9 ${action.victim}${action.stage === undefined ? '' : `, ${action.stage}`}`;
    case 'terminate':
      return `SIGTERM ${action.victim}`;
    case 'stop':
      return `SIGSTOP ${action.victim}`;
    case 'database':
      return action.how === 'backend' ? 'kill -9 of a database backend' : `database restarted, ${action.how}`;
    case 'outage':
      return `storage: ${action.how}`;
    case 'disk full':
      return 'disk full';
  }
}
