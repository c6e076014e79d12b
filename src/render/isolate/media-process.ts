import type { ChildProcess } from 'node:child_process';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { HardwareFailed } from '../media/hardware.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { RenderProgress } from '../produce/progress.ts';
import { type FileHost, hostFiles } from './file-host.ts';
import type { ChildMessage, FileMessage, StepMessage, TaskMessage } from './messages.ts';
import { type ProcessLimits, type Watchdog, startWatchdog } from './watchdog.ts';

/** How one piece of work in a child process is watched. */
export interface WorkOptions {
  /** Kills the process. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
  readonly limits: ProcessLimits;
  /** When the limited time of the work began, by `performance.now()`; now where absent. */
  readonly began?: number | undefined;
}

type Outcome = Extract<ChildMessage, { kind: 'done' | 'failed' }>;

/** The work that is being done. */
interface Work {
  readonly watchdog: Watchdog;
  readonly onProgress: WorkOptions['onProgress'];
  readonly onOutcome: () => void;
  outcome?: Outcome;
}

/** A child process that works on media for us: what it is sent, what it sends, and how it ends. One piece of work at a time. */
export class MediaProcess {
  readonly process: ChildProcess;
  /** Resolves to how the process ended, when it is gone and all its messages have been received. */
  readonly ended: Promise<string>;
  private readonly log: Logger;
  private readonly host: FileHost;
  private readonly stderr: () => string;
  private work: Work | undefined;

  /** @param files those that it may ask for bytes of, at any time. */
  constructor(child: ChildProcess, files: Readonly<Record<string, SourceFile>>, log: Logger) {
    this.process = child;
    this.log = log;
    this.ended = endOf(child);
    this.stderr = tailOf(child);
    this.host = hostFiles(files, child);
    child.on('message', (message) => this.receive(message as ChildMessage));
  }

  /** The files, as they are sent to it. */
  get files(): Readonly<Record<string, FileMessage>> {
    return this.host.files;
  }

  /** Sends a job whose steps are asked for one by one, by {@link MediaProcess.run}. */
  open(job: TaskMessage): void {
    // If this cannot be sent, nothing else can: the first step fails.
    this.process.send(job, () => undefined);
  }

  /**
   * Has one piece of work done.
   *
   * @param until `end` if the process is gone afterwards, `outcome` if it stays for more.
   * @throws {HardwareFailed} when its hardware encoder failed.
   * @throws {KinoraError} what the work failed with, or why its process ended. See `runInChild`.
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
    }
  }

  /** Ends the process, whatever it does. */
  async end(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  private send(message: TaskMessage | StepMessage, watchdog: Watchdog): void {
    const onFailure = (cause: Error): void =>
      watchdog.end(new KinoraError('render_crashed', 'The render could not be started.', { cause }));
    this.process.send(message, (error) => error && onFailure(error));
  }

  /** @param how how the process ended, where it has. */
  private outcomeOf({ watchdog, outcome }: Work, how: string): unknown {
    if (watchdog.reason) throw watchdog.reason;
    if (outcome?.kind === 'done') return outcome.outcome;
    if (outcome?.kind === 'failed') throw toError(outcome);
    const stderr = this.stderr();
    this.log.error({ how, stderr }, 'a render process ended without an outcome');
    throw new KinoraError('render_crashed', 'The render process ended unexpectedly.', {
      cause: `${how}\n${stderr}`,
    });
  }

  private receive(message: ChildMessage): void {
    const { work } = this;
    work?.watchdog.onProgress();
    if (message.kind === 'progress') work?.onProgress?.(message.progress);
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

/** The end of what the child has written to its standard error. */
function tailOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (text = (text + piece).slice(-4000)));
  return () => text;
}
