import type { ChildProcess } from 'node:child_process';
import { KinoraError, toKinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { type Measurement, measure } from '../../base/observe/measurement.ts';
import { HardwareFailed } from '../media/hardware.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { RenderProgress } from '../produce/progress.ts';
import { type FileHost, hostFiles } from './file-host.ts';
import type { ChildMessage, FileMessage, StepMessage, TaskMessage } from './messages.ts';
import { type ProcessLimits, type Watchdog, startWatchdog } from './watchdog.ts';

/** Options for one piece of work in a child process. */
export interface WorkOptions {
  /** The signal that kills the process. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
  readonly limits: ProcessLimits;
  /** Start of the time limit: a value of `performance.now()` in milliseconds. Default: now. */
  readonly began?: number | undefined;
}

type Outcome = Extract<ChildMessage, { kind: 'done' | 'failed' }>;

/** The work in progress. */
interface Work {
  readonly watchdog: Watchdog;
  readonly onProgress: WorkOptions['onProgress'];
  readonly onOutcome: () => void;
  outcome?: Outcome;
}

/** The parent's control of a child process that reads media. The process does one piece of work at a time. */
export class MediaProcess {
  readonly process: ChildProcess;
  /**
   * Resolves when the process has ended and all its messages were received. The value is the signal, the exit
   * code or the error of the process.
   */
  readonly ended: Promise<string>;
  private readonly log: Logger;
  private readonly host: FileHost;
  private readonly stderr: () => string;
  private work: Work | undefined;
  private task: Extract<Measurement, { kind: 'child cpu' }>['task'] = 'other';
  /** CPU milliseconds that were reported. */
  private told = 0;

  /**
   * @param files the files that the process may read. The process may ask for the bytes of these files at any
   *   time.
   */
  constructor(child: ChildProcess, files: Readonly<Record<string, SourceFile>>, log: Logger) {
    this.process = child;
    this.log = log;
    this.ended = endOf(child);
    this.stderr = tailOf(child);
    this.host = hostFiles(files, child);
    child.on('message', (message) => this.receive(message as ChildMessage));
  }

  /** True if the process has ended or can no longer receive messages. */
  get hasEnded(): boolean {
    return !this.process.connected;
  }

  /** The files of the task, ready to be sent to the process. */
  get files(): Readonly<Record<string, FileMessage>> {
    return this.host.files;
  }

  /** Sends a job. {@link MediaProcess.run} then asks for its steps one by one. */
  open(job: TaskMessage): void {
    this.task = job.kind === 'output' ? 'render' : job.kind === 'frames' ? 'frames' : 'other';
    // Ignore a failure: sending the first step will fail, too, and that failure is reported.
    this.process.send(job, () => undefined);
  }

  /**
   * Sends one piece of work to the process and waits for its outcome.
   *
   * @param until `end` if the process ends afterwards, `outcome` if the process stays open for more work.
   * @throws {HardwareFailed} if the hardware encoder failed.
   * @throws {KinoraError} the error of the work, or the reason why the process ended. See `runInChild`.
   */
  async run(
    message: TaskMessage | StepMessage,
    until: 'end' | 'outcome',
    options: WorkOptions,
  ): Promise<unknown> {
    const watchdog = startWatchdog(this.process, options.limits, options.began);
    const cancel = (): void => watchdog.end(new KinoraError('cancelled', 'The render was cancelled.'));
    const done = Promise.withResolvers<string>();
    const work: Work = {
      watchdog,
      onProgress: options.onProgress,
      onOutcome: () => done.resolve('outcome'),
    };
    this.work = work;
    if (options.signal.aborted) cancel();
    options.signal.addEventListener('abort', cancel, { once: true });
    try {
      this.send(message, watchdog);
      const how = await (until === 'end' ? this.ended : Promise.race([this.ended, done.promise]));
      return this.outcomeOf(work, how);
    } finally {
      options.signal.removeEventListener('abort', cancel);
      watchdog.stop();
      this.work = undefined;
      this.tellCpu(work);
    }
  }

  /** Kills the process and waits for its end. */
  async end(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  /** Measures the CPU time of a piece of work. A process that was killed has reported less than it used. */
  private tellCpu({ watchdog, outcome }: Work): void {
    // The process reads untrusted files, so it may report any value.
    const said = outcome?.cpuMilliseconds ?? 0;
    const cpu = Math.max(Number.isFinite(said) ? said : 0, watchdog.cpuMilliseconds, this.told);
    measure({ kind: 'child cpu', task: this.task, seconds: (cpu - this.told) / 1000 });
    this.told = cpu;
  }

  private send(message: TaskMessage | StepMessage, watchdog: Watchdog): void {
    const onFailure = (cause: Error): void =>
      watchdog.end(new KinoraError('render_crashed', 'The render could not be started.', { cause }));
    this.process.send(message, (error) => error && onFailure(error));
  }

  /**
   * Returns or throws the outcome of the work.
   *
   * @param how a description of the end of the process, for the log.
   */
  private outcomeOf({ watchdog, outcome }: Work, how: string): unknown {
    if (watchdog.reason) throw watchdog.reason;
    if (outcome?.kind === 'done') return outcome.outcome;
    if (outcome?.kind === 'failed') throw toError(outcome);
    const stderr = this.stderr();
    this.log.error({ how, stderr }, 'A render process ended without an outcome.');
    const cause = `${how}\n${stderr}`;
    const message = 'The render process ended unexpectedly.';
    // The text may say that a binary is not installed.
    throw toKinoraError(new KinoraError('render_crashed', message, { cause }));
  }

  private receive(message: ChildMessage): void {
    const { work } = this;
    work?.watchdog.onProgress();
    if (message.kind === 'uncontained')
      this.log.warn({ reason: message.obstacle }, 'A process that reads media is not contained.');
    else if (message.kind === 'progress') work?.onProgress?.(message.progress);
    else if (message.kind === 'fetch') this.host.respond(message);
    else if (work) {
      work.outcome = message;
      work.onOutcome();
    }
  }
}

function toError({ byHardware, code, message, detail }: Extract<Outcome, { kind: 'failed' }>): KinoraError {
  return byHardware ? new HardwareFailed(detail) : new KinoraError(code, message, { cause: detail });
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code ?? 'unknown'}`));
  });
}

/** Collects the standard error of a child. Returns a function that returns its last 4,000 characters. */
function tailOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (text = (text + piece).slice(-4000)));
  return () => text;
}
