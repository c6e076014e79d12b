import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import { raceWithAbort } from '../base/race-with-abort.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import type { SynthesisAnswer, SynthesisRequest } from './synthesis.ts';

/** A program that speaks. */
export interface SynthesisProgram {
  readonly file: URL;
  readonly arguments: readonly string[];
  /** The files and folders that the program may read besides its own code. `*` stands for all. */
  readonly reads: readonly string[];
  /** True if the program loads native code. */
  readonly isNative: boolean;
  /** The message if the program fails. */
  readonly failure: string;
}

/** The limits of a process. */
export interface SynthesisLimits {
  /** Milliseconds for one piece of text, including the start of the process. */
  readonly pieceMs: number;
  /** Milliseconds after which a process without work ends. */
  readonly idleMs: number;
}

const LIMITS: SynthesisLimits = { pieceMs: 60_000, idleMs: 5_000 };
/** Megabytes of the heap. */
const HEAP = 512;
/** Pages of 64 KiB that WebAssembly may use: 512 MiB. */
const WASM_PAGES = 8192;
/** The last characters of the error output of a process, for the operator. */
const KEPT_ERROR_TEXT = 2_000;

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../package.json', import.meta.url));

/** The arguments of Node.js with which a process ends with this one, whatever it does. Linux only. */
const BOUND =
  process.platform === 'linux'
    ? [
        '--no-warnings',
        fileURLToPath(new URL('./programs/start-bound.ts', import.meta.url)),
        String(process.pid),
      ]
    : [];

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * A synthesiser in a process of its own. A text is untrusted, so the process inherits no environment,
 * may read only its own files, may not write files or start programs, and has limits of memory and time. The
 * process waits a few seconds for more work before it ends.
 */
export class SynthesisProcess {
  private readonly program: SynthesisProgram;
  private readonly limits: SynthesisLimits;
  /** One piece after the other. */
  private readonly queue = pLimit(1);
  private running: RunningProcess | undefined;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(program: SynthesisProgram, limits: SynthesisLimits = LIMITS) {
    this.program = program;
    this.limits = limits;
  }

  /**
   * Speaks a piece of text.
   *
   * @throws {KinoraError} `speech_failed` if the process fails or takes too long, `cancelled`.
   */
  async speak(request: SynthesisRequest, signal: AbortSignal): Promise<SynthesisAnswer> {
    const work = this.queue(() => this.speakNow(request, signal));
    try {
      return await raceWithAbort(work, signal);
    } catch (error) {
      if (signal.aborted) throw new KinoraError('cancelled', 'The speech was cancelled.', { cause: error });
      throw error;
    }
  }

  /** Ends the process. Work that goes on fails. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    await this.running?.end();
  }

  private async speakNow(request: SynthesisRequest, signal: AbortSignal): Promise<SynthesisAnswer> {
    signal.throwIfAborted();
    if (this.isClosed) throw new KinoraError('stopping', 'Kinora is stopping.');
    clearTimeout(this.idle);
    const running = this.running?.isUsable === true ? this.running : new RunningProcess(this.program);
    this.running = running;
    const timeLimit = AbortSignal.timeout(this.limits.pieceMs);
    try {
      return await raceWithAbort(running.ask(request), AbortSignal.any([signal, timeLimit]));
    } catch (error) {
      await running.end();
      if (error instanceof KinoraError || signal.aborted) throw error;
      throw new KinoraError('speech_failed', 'The text takes too long to speak.', { cause: error });
    } finally {
      this.idle = setTimeout(() => void running.end(), this.limits.idleMs).unref();
    }
  }
}

/** A started process. */
class RunningProcess {
  private readonly child: Child;
  private readonly exited: Promise<void>;
  private readonly failure: string;
  private errorText = '';
  private isEnding = false;
  private waiting: PromiseWithResolvers<SynthesisAnswer> | undefined;

  constructor({ file, arguments: words, reads, isNative, failure }: SynthesisProgram) {
    this.failure = failure;
    const options = [
      ...BOUND,
      '--permission',
      ...[FOLDER, fileURLToPath(new URL('.', file)), PACKAGE, ...reads].map(
        (path) => `--allow-fs-read=${path}`,
      ),
      ...(isNative ? ['--allow-addons'] : []),
      `--max-old-space-size=${HEAP}`,
      `--wasm-max-mem-pages=${WASM_PAGES}`,
      '--no-warnings',
    ];
    this.child = spawn(process.execPath, [...options, fileURLToPath(file), ...words], {
      env: {},
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    this.exited = new Promise((resolve) => {
      this.child.once('exit', () => resolve()).once('error', () => resolve());
    });
    this.listen();
  }

  get isUsable(): boolean {
    return !this.isEnding;
  }

  /** Sends a request and waits for its answer. @throws {KinoraError} `speech_failed`. */
  async ask(request: SynthesisRequest): Promise<SynthesisAnswer> {
    const waiting = Promise.withResolvers<SynthesisAnswer>();
    this.waiting = waiting;
    this.keepAlive(true);
    this.child.stdin.write(`${JSON.stringify(request)}\n`);
    try {
      return await waiting.promise;
    } finally {
      this.keepAlive(false);
    }
  }

  /** Kills the process and waits for its end. */
  async end(): Promise<void> {
    this.isEnding = true;
    this.child.ref();
    this.child.kill('SIGKILL');
    await this.exited;
  }

  private listen(): void {
    const fail = (cause: unknown): void => {
      this.isEnding = true;
      const error = new Error(`The process of the voice has ended. ${this.errorText}`, { cause });
      this.waiting?.reject(new KinoraError('speech_failed', this.failure, { cause: error }));
    };
    // `close` comes after the last output, so that the error text is complete.
    this.child.once('close', fail).once('error', fail);
    // A process that has ended does not read its input. Its end is reported by `close`.
    this.child.stdin.on('error', () => undefined);
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errorText = `${this.errorText}${text}`.slice(-KEPT_ERROR_TEXT);
    });
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      // A native library may print lines of its own.
      if (!line.startsWith('{"sampleRate":')) return;
      // The last line of a process that was killed may be incomplete. Its end is reported by `close`.
      const answer = tryParseJson(line);
      // The cast is safe: the child is our own program.
      if (answer !== undefined) this.waiting?.resolve(answer as SynthesisAnswer);
    });
  }

  /** Determines whether the process keeps Kinora running. Without work, it does not. */
  private keepAlive(isWorking: boolean): void {
    for (const handle of [this.child, this.child.stdin, this.child.stdout, this.child.stderr])
      // Pipes are sockets, which have these methods. Their type does not say so.
      (handle as unknown as NodeJS.RefCounted)[isWorking ? 'ref' : 'unref']();
  }
}
