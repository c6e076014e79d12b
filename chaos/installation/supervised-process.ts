import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ignoreMissing } from '../../src/base/ignore-missing.ts';

/** The program to run, with its settings. */
export interface ServiceOptions {
  /** Name for people and for the log file, such as `worker-1`. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Working folder. The child processes of the service have it, too. */
  readonly folder: string;
  /** File for the output. */
  readonly log: string;
  /** Returns the milliseconds until a process that has ended is started again. */
  readonly pause: () => number;
}

/** The end of a process of a service. */
export interface ServiceEnd {
  readonly name: string;
  readonly pid: number;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** True if this program had asked for it. */
  readonly expected: boolean;
  /** True if it was ready before. */
  readonly wasReady: boolean;
}

/** Milliseconds that a process may take to stop. Longer than the longest wait of Kinora itself. */
const STOP_MS = 40_000;

/** A process that is started again whenever it ends, as by the service manager of an operating system. */
export class SupervisedProcess {
  readonly name: string;
  /** The unexpected ends, and those of processes that did not stop in time. */
  readonly unexpected: ServiceEnd[] = [];
  /** All processes so far, with the milliseconds since 1970 of their starts. */
  readonly starts: { readonly pid: number; readonly at: number }[] = [];
  private readonly options: ServiceOptions;
  private child: ChildProcess | undefined;
  /** Changes while the loop waits. */
  private state: 'running' | 'stopping' = 'running';
  /** True if this program has sent a signal that ends the process. */
  private isSignalled = false;
  private loop: Promise<void> | undefined;

  constructor(options: ServiceOptions) {
    this.options = options;
    this.name = options.name;
  }

  /** Id of the running process. Undefined between two processes. */
  get pid(): number | undefined {
    return this.child?.exitCode === null && this.child.signalCode === null ? this.child.pid : undefined;
  }

  /** Starts the process, and again after each end. */
  start(): void {
    this.state = 'running';
    this.loop = this.run();
  }

  /** Sends a signal to the running process. Returns its id, or undefined if there is none. */
  signal(name: NodeJS.Signals): number | undefined {
    const { pid } = this;
    if (pid === undefined) return undefined;
    if (name !== 'SIGSTOP' && name !== 'SIGCONT') this.isSignalled = true;
    process.kill(pid, name);
    return pid;
  }

  /** Ends the process as a service manager does: with SIGTERM, and with SIGKILL if it takes too long. */
  async stop(): Promise<void> {
    this.state = 'stopping';
    this.signal('SIGCONT');
    const pid = this.signal('SIGTERM');
    const timer = setTimeout(() => {
      const end = { name: this.name, pid: pid ?? 0, code: null, signal: 'SIGKILL' } as const;
      if (this.signal('SIGKILL') !== undefined)
        this.unexpected.push({ ...end, expected: false, wasReady: true });
    }, STOP_MS);
    await this.loop;
    clearTimeout(timer);
  }

  /** The home of all processes of the service. */
  get home(): string | undefined {
    return this.options.env['KINORA_HOME'];
  }

  /** True if a process of the service has said that it is ready. */
  async isReady(pid = this.pid): Promise<boolean> {
    const log = (await ignoreMissing(readFile(this.options.log, 'utf8'))) ?? '';
    const [, own = ''] = log.split(`starts as ${pid}\n`);
    return /^Kinora is ready/m.test(own.replace(/^---[^]*/m, ''));
  }

  private mayRun(): boolean {
    return this.state === 'running';
  }

  private hasSignalled(): boolean {
    return this.isSignalled;
  }

  private async run(): Promise<void> {
    const log = await open(this.options.log, 'a');
    try {
      while (this.mayRun()) {
        await this.runOnce(log);
        const until = Date.now() + this.options.pause();
        while (this.mayRun() && Date.now() < until) await sleep(50);
      }
    } finally {
      await log.close();
    }
  }

  private async runOnce(log: FileHandle): Promise<void> {
    const { program, args, env, folder, name } = this.options;
    this.isSignalled = false;
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', log.fd, log.fd] });
    this.child = child;
    // It may end before the log is written.
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    const pid = child.pid ?? 0;
    this.starts.push({ pid, at: Date.now() });
    await log.write(`--- ${new Date().toISOString()} ${name} starts as ${pid}\n`);
    const [code, signal] = await ended;
    await log.write(`--- ${new Date().toISOString()} ${name} ${pid} ended: ${signal ?? code}\n`);
    const end = { name, pid, code, signal, expected: this.hasSignalled() || !this.mayRun() };
    if (!end.expected) this.unexpected.push({ ...end, wasReady: await this.isReady(pid) });
  }
}
