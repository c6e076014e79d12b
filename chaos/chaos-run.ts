import type { ChaosArguments } from './arguments.ts';
import type { Api } from './clients/api.ts';
import type { Workload } from './clients/workload.ts';
import type { FaultInjector } from './faults/injector.ts';
import type { JobWatch } from './faults/job-watch.ts';
import type { Installation } from './installation/installation.ts';
import type { PostgresServer } from './installation/postgres-server.ts';
import type { SmallDisk } from './installation/small-disk.ts';
import type { Surroundings } from './outside/surroundings.ts';

/** A run that takes place. */
export interface ChaosRun {
  readonly options: ChaosOptions;
  readonly installation: Installation;
  readonly surroundings: Surroundings;
  readonly postgres: PostgresServer | undefined;
  readonly disk: SmallDisk | undefined;
  readonly watch: JobWatch;
  readonly api: Api;
  readonly workload: Workload;
  readonly injector: FaultInjector;
}

/** The options of a run. */
export interface ChaosOptions extends Pick<
  ChaosArguments,
  'minutes' | 'seed' | 'database' | 'storage' | 'kinora' | 'settle'
> {
  /** An existing folder for everything that the run makes. */
  readonly folder: string;
  /** Shows a line of progress. */
  readonly report: (line: string) => void;
  /** Ends the run early. */
  readonly signal: AbortSignal;
}
