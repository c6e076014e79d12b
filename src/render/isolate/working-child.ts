import type { ChildProcess } from 'node:child_process';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { HardwareFailed } from '../media/hardware.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { Progress } from '../produce/progress.ts';
import type { ChildMessage, NextFrame, ToldFile, ToldTask } from './messages.ts';
import { type Offer, offerFiles } from './offer-files.ts';
import { type Limits, type Watcher, watch } from './watch.ts';

/** How one piece of work in a child process is watched. */
export interface WorkOptions {
  /** Kills the process. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly limits: Limits;
  /** When the work began whose time is limited, as `performance.now()` told it; now where absent. */
  readonly began?: number | undefined;
}

type Outcome = Extract<ChildMessage, { kind: 'done' | 'failed' }>;

/** The work that is being done. */
interface Work {
  readonly watcher: Watcher;
  readonly onProgress: WorkOptions['onProgress'];
  readonly told: () => void;
  outcome?: Outcome;
}

/** A child process that works for us: what it is sent, what it says, and how it ends. One piece of work at a time. */
export class WorkingChild {
  readonly process: ChildProcess;
  /** Resolves to how the process ended, when it is gone and everything it said was heard. */
  readonly ended: Promise<string>;
  private readonly log: Logger;
  private readonly offer: Offer;
  private readonly stderr: () => string;
  private work: Work | undefined;

  /** @param files those that it may ask for bytes of, at any time. */
  constructor(child: ChildProcess, files: Readonly<Record<string, SourceFile>>, log: Logger) {
    this.process = child;
    this.log = log;
    this.ended = endOf(child);
    this.stderr = tail(child);
    this.offer = offerFiles(files, child);
    child.on('message', (message) => this.hear(message as ChildMessage));
  }

  /** The files as they are told to it. */
  get files(): Readonly<Record<string, ToldFile>> {
    return this.offer.told;
  }

  /**
   * Has one piece of work done.
   *
   * @param until whether the process is gone afterwards, or stays for more.
   * @throws {HardwareFailed} when its hardware encoder failed.
   * @throws {KinoraError} what the work failed with, or why its process ended. See {@link inChildProcess}.
   */
  async do(message: ToldTask | NextFrame, until: 'end' | 'outcome', options: WorkOptions): Promise<unknown> {
    const watcher = watch(this.process, options.limits, options.began);
    const cancel = (): void => watcher.end(new KinoraError('cancelled', 'The render was cancelled.'));
    const told = Promise.withResolvers<string>();
    const work: Work = { watcher, onProgress: options.onProgress, told: () => told.resolve('outcome') };
    this.work = work;
    if (options.signal.aborted) cancel();
    options.signal.addEventListener('abort', cancel, { once: true });
    try {
      this.send(message, watcher);
      const how = await (until === 'end' ? this.ended : Promise.race([this.ended, told.promise]));
      return this.settled(work, how);
    } finally {
      options.signal.removeEventListener('abort', cancel);
      watcher.stop();
      this.work = undefined;
    }
  }

  /** Ends the process, whatever it does. */
  async end(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  private send(message: ToldTask | NextFrame, watcher: Watcher): void {
    const failed = (cause: Error): void =>
      watcher.end(new KinoraError('render_crashed', 'The render could not be started.', { cause }));
    this.process.send(message, (error) => error && failed(error));
  }

  private settled({ watcher, outcome }: Work, how: string): unknown {
    if (watcher.reason) throw watcher.reason;
    if (outcome?.kind === 'done') return outcome.outcome;
    if (outcome?.kind === 'failed') throw failure(outcome);
    const stderr = this.stderr();
    this.log.error({ how, stderr }, 'a render process ended without an outcome');
    throw new KinoraError('render_crashed', 'The render process ended unexpectedly.', {
      cause: `${how}\n${stderr}`,
    });
  }

  /** Keeps the outcome that the child sends, and passes on the rest of what it says. */
  private hear(said: ChildMessage): void {
    const { work } = this;
    work?.watcher.moved();
    if (said.kind === 'progress') work?.onProgress?.(said.progress);
    else if (said.kind === 'wanted') this.offer.answer(said);
    else if (work) {
      work.outcome = said;
      work.told();
    }
  }
}

function failure({ byHardware, code, message, detail }: Extract<Outcome, { kind: 'failed' }>): KinoraError {
  return byHardware ? new HardwareFailed(detail) : new KinoraError(code, message, { cause: detail });
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code ?? 'unknown'}`));
  });
}

/** The last of what the child wrote to its standard error. */
function tail(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (text = (text + piece).slice(-4000)));
  return () => text;
}
