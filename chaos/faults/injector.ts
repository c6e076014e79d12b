import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderKind } from '../clients/order.ts';
import type { Installation } from '../installation/installation.ts';
import type { PostgresServer } from '../installation/postgres-server.ts';
import { findMediaProcesses, listOpenFiles } from '../installation/processes-of.ts';
import type { SupervisedProcess } from '../installation/supervised-process.ts';
import type { SmallDisk } from '../installation/small-disk.ts';
import type { FaultyProxy } from '../outside/faulty-proxy.ts';
import type { Random } from '../random.ts';
import { type FaultAction, type InjectedFault, type JobStage, nameFault, type Victim } from './fault.ts';
import type { JobWatch, SeenJob } from './job-watch.ts';

/** The targets of injected faults. */
export interface FaultTargets {
  readonly installation: Installation;
  readonly watch: JobWatch;
  readonly postgres: PostgresServer | undefined;
  readonly storage: FaultyProxy | undefined;
  readonly disk: SmallDisk | undefined;
  readonly random: Random;
  /** Submits an order that passes through a stage. */
  readonly bait: (kind: OrderKind) => Promise<void>;
}

/** A kind of order that passes through each stage. */
const BAITS: Readonly<Record<JobStage, OrderKind>> = {
  queued: 'mp4',
  generating: 'spoken',
  fetching: 'video source',
  preprocessing: 'spoken',
  rendering: 'video source',
  saving: 'stills',
  importing: 'fetched',
  rendition: 'put',
};
/** Milliseconds to wait for a job in a stage. */
const STAGE_MS = 10_000;
/** Milliseconds to wait for an API that is being started. */
const START_MS = 20_000;
/** Milliseconds after which another order is submitted, because the first has passed the stage unseen. */
const BAIT_MS = 2_500;
const LOOK_MS = 10;
/** Milliseconds to wait for a process that is just being started. */
const PROCESS_MS = 6_000;

/** The id of the job in the path of its temporary folder. */
const JOB_FOLDER = /\/tmp\/(?:finished\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** Injects one fault after the other. */
export class FaultInjector {
  readonly injected: InjectedFault[] = [];
  /** Faults that were planned but could not be injected, with the reason. */
  readonly missed: { readonly name: string; readonly why: string }[] = [];
  private readonly targets: FaultTargets;
  private readonly running = new Set<Promise<void>>();

  constructor(targets: FaultTargets) {
    this.targets = targets;
  }

  /** Injects a fault. Returns when it has begun. Those that last are ended by {@link FaultInjector.finish}. */
  async inject(action: FaultAction): Promise<void> {
    const name = nameFault(action);
    const done = await this.begin(action, name);
    if (done !== undefined) this.missed.push({ name, why: done });
  }

  /** Waits until all faults are over. */
  async finish(): Promise<void> {
    await Promise.all(this.running);
  }

  /** Returns why the fault could not be injected, or undefined. */
  private async begin(action: FaultAction, name: string): Promise<string | undefined> {
    switch (action.kind) {
      case 'kill':
        return await this.kill(action.victim, action.stage, name);
      case 'terminate':
        return await this.signalOne(action.victim, 'SIGTERM', name);
      case 'stop':
        return await this.stop(action.victim, action.seconds, name);
      case 'database':
        return await this.breakDatabase(action.how, name);
      case 'outage': {
        const { storage } = this.targets;
        if (storage === undefined) return 'there is no storage service';
        storage.break(action.how);
        this.last(name, action.seconds, () => {
          storage.break(undefined);
          return Promise.resolve();
        });
        return undefined;
      }
      case 'disk full': {
        const { disk } = this.targets;
        if (disk === undefined) return 'there is no small disk';
        await disk.fill();
        this.last(name, action.seconds, () => disk.free());
        return undefined;
      }
    }
  }

  private async kill(victim: Victim, stage: JobStage | undefined, name: string): Promise<string | undefined> {
    const job = stage === undefined ? undefined : await this.waitForStage(stage);
    if (stage !== undefined && job === undefined) return `no job was seen ${stage}`;
    if (victim !== 'child') return await this.signalOne(victim, 'SIGKILL', name, job);
    const parents = this.servicesOf('worker').flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
    const parent = parents.find((pid) => pid === job?.pid);
    const child = await this.chooseChild(parent === undefined ? parents : [parent], job);
    if (child === undefined) return 'no media process was seen';
    killProcess(child.pid);
    // The attempts of the worker go on, except for that of the child.
    this.note(name, [], child.subject === undefined ? job : { id: child.subject, pid: undefined });
    return undefined;
  }

  /** Returns a media process: that of the job, else one that works, else any. */
  private async chooseChild(
    parents: readonly number[],
    job: SeenJob | undefined,
  ): Promise<{ readonly pid: number; readonly subject: string | undefined } | undefined> {
    const { installation, random } = this.targets;
    const folders = [installation.folder, ...installation.homes];
    const pids = (await Promise.all(parents.map(findMediaProcesses))).flat();
    const children = await Promise.all(
      pids.map(async (pid) => {
        const open = await listOpenFiles(pid, folders);
        const subject = open.map((path) => JOB_FOLDER.exec(path)?.[1]).find((id) => id !== undefined);
        return { pid, subject, works: open.length > 0 };
      }),
    );
    const itsOwn = children.find(({ subject }) => subject !== undefined && subject === job?.id);
    if (itsOwn !== undefined) return itsOwn;
    const working = children.filter(({ works }) => works);
    const candidates = working.length > 0 ? working : children;
    return candidates.length > 0 ? random.pick(candidates) : undefined;
  }

  private async signalOne(
    victim: Victim,
    signal: NodeJS.Signals,
    name: string,
    job?: SeenJob,
  ): Promise<string | undefined> {
    const service = await this.chooseService(victim, job);
    const pid = service?.signal(signal);
    if (pid === undefined) return 'the process was not running';
    this.note(name, [pid], job);
    return undefined;
  }

  private async stop(victim: Victim, seconds: number, name: string): Promise<string | undefined> {
    const service = await this.chooseService(victim);
    const pid = service?.signal('SIGSTOP');
    if (service === undefined || pid === undefined) return 'the process was not running';
    const fault = this.note(name, [pid], undefined);
    this.run(async () => {
      await sleep(seconds * 1000);
      if (service.pid === pid) service.signal('SIGCONT');
      // Work goes on elsewhere while the process is stopped, so recovery counts from the stop.
      fault.until = fault.at;
    });
    return undefined;
  }

  private async breakDatabase(
    how: 'fast' | 'immediate' | 'backend',
    name: string,
  ): Promise<string | undefined> {
    const { postgres, watch, random } = this.targets;
    if (postgres === undefined) return 'there is no database server';
    if (how === 'backend') {
      const backends = await watch.listBackends();
      if (backends.length === 0) return 'no connection was seen';
      killProcess(random.pick(backends));
      const fault = this.note(name, undefined, undefined);
      // All connections end, and the server recovers.
      await postgres.waitUntilReady();
      fault.until = Date.now();
      return undefined;
    }
    const fault = this.note(name, undefined, undefined);
    await postgres.restart(how, random.between(0, 6_000));
    fault.until = Date.now();
    return undefined;
  }

  /** Notes a fault that lasts, and ends it later. */
  private last(name: string, seconds: number, end: () => Promise<void>): void {
    const fault = this.note(name, undefined, undefined);
    this.run(async () => {
      await sleep(seconds * 1000);
      await end();
      fault.until = Date.now();
    });
  }

  private run(work: () => Promise<void>): void {
    const running = work().finally(() => this.running.delete(running));
    this.running.add(running);
  }

  private note(name: string, pids: readonly number[] | undefined, job: SeenJob | undefined): InjectedFault {
    const at = Date.now();
    const load = (loadavg()[0] ?? 0) / availableParallelism();
    const fault = { name, at, until: at, pids, load, subjects: job === undefined ? [] : [job.id] };
    this.injected.push(fault);
    return fault;
  }

  private async waitForStage(stage: JobStage): Promise<SeenJob | undefined> {
    const { watch, bait, installation } = this.targets;
    // While the API is away, nothing new passes through a stage. On a busy machine, its start takes long.
    const answering = Date.now() + START_MS;
    while (Date.now() < answering && !(await installation.isAnswering())) await sleep(LOOK_MS);
    const until = Date.now() + STAGE_MS;
    for (let baitAt = 0; Date.now() < until;) {
      const job = await watch.find(stage);
      if (job !== undefined) return job;
      if (Date.now() > baitAt) {
        await bait(BAITS[stage]);
        baitAt = Date.now() + BAIT_MS;
      }
      await sleep(LOOK_MS);
    }
    return undefined;
  }

  /** Returns the service that works on a job, or a random one. Waits for one that is being started. */
  private async chooseService(victim: Victim, job?: SeenJob): Promise<SupervisedProcess | undefined> {
    const services = this.servicesOf(victim);
    const until = Date.now() + PROCESS_MS;
    do {
      const running = services.filter(({ pid }) => pid !== undefined);
      const itsOwn = running.find(({ pid }) => pid === job?.pid);
      if (running.length > 0) return itsOwn ?? this.targets.random.pick(running);
      await sleep(LOOK_MS);
    } while (Date.now() < until);
    return undefined;
  }

  private servicesOf(victim: Victim): readonly SupervisedProcess[] {
    const { api, workers } = this.targets.installation;
    return victim === 'api' || workers.length === 0 ? [api] : workers;
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
