import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { decodeFrames } from './decode-frames.ts';
import type { Kinora } from './measure.ts';
import { readPicture } from './picture.ts';

const run = promisify(execFile);

/** Time limits of the commands in milliseconds. A busy machine needs several times the usual time. */
const LIMITS = { frame: 120_000, render: 600_000, validate: 60_000 };
/** Lines of progress and of stack traces, which say nothing about a failure. */
const PROGRESS = /\.\.\.$|^\d+%, /;
const STACK = /^\s+at /;
/** Maximum length of what a command prints, in characters. */
const MAX_PRINTED = 16e6;

/**
 * A checkout of Kinora, used through `bin/kinora.js` with a home, settings and temporary files of its own.
 * Close it with `await using`.
 */
export class Checkout implements AsyncDisposable {
  private readonly command: string;
  private readonly folder: string;
  private readonly signal: AbortSignal;
  private count = 0;

  private constructor(command: string, folder: string, signal: AbortSignal) {
    this.command = command;
    this.folder = folder;
    this.signal = signal;
  }

  /**
   * Opens a checkout.
   *
   * @param root its folder, with the packages installed.
   * @param signal ends running commands if it is aborted.
   * @throws if the folder has no Kinora.
   */
  static async open(root: string, signal: AbortSignal): Promise<Checkout> {
    const command = resolve(root, 'bin/kinora.js');
    if (!existsSync(command)) throw new Error(`There is no Kinora in ${root}: bin/kinora.js is missing.`);
    const folder = await mkdtemp(join(tmpdir(), 'kinora-eyes-'));
    // The browser in the home runs as another user if Kinora runs as root.
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'tmp'));
    return new Checkout(command, folder, signal);
  }

  /** Returns a Kinora with a new, empty folder for one measure or sheet. */
  async use(): Promise<Kinora> {
    const folder = join(this.folder, `${++this.count}`);
    await mkdir(folder);
    let files = 0;
    const nameEdit = async (edit: object): Promise<string> => {
      const file = join(folder, `edit-${++files}.json`);
      await writeFile(file, JSON.stringify(edit));
      return file;
    };
    return {
      folder,
      frame: async (edit, at) => {
        const file = await nameEdit(edit);
        const picture = file.replace(/json$/, 'png');
        await this.run(folder, 'frame', [file, '--at', `${at}`, '-o', picture]);
        return readPicture(picture);
      },
      render: async (edit, name) => {
        const file = join(folder, name);
        await this.run(folder, 'render', [await nameEdit(edit), '-o', file]);
        return file;
      },
      frames: (file, range) => decodeFrames(resolve(folder, file), range),
      warnings: async (edit) => {
        const printed = await this.run(folder, 'validate', [await nameEdit(edit)]);
        return printed.split('\n').filter((line) => line.includes(': warning: '));
      },
    };
  }

  /** Removes all files that were made with the checkout. */
  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * Runs a command of Kinora in a folder.
   *
   * @returns its output.
   * @throws with its first lines of output if it fails, or if it takes too long.
   */
  private async run(folder: string, command: keyof typeof LIMITS, args: readonly string[]): Promise<string> {
    try {
      const { stdout, stderr } = await run(process.execPath, [this.command, command, ...args], {
        cwd: folder,
        env: {
          ...plainEnvironment(),
          KINORA_HOME: join(this.folder, 'home'),
          TMPDIR: join(this.folder, 'tmp'),
        },
        timeout: LIMITS[command],
        signal: this.signal,
        maxBuffer: MAX_PRINTED,
      });
      return `${stdout}\n${stderr}`;
    } catch (error) {
      this.signal.throwIfAborted();
      throw new Error(`kinora ${command}: ${describeFailure(error, LIMITS[command])}`, { cause: error });
    }
  }
}

/** Returns the environment without settings of Kinora, which would change what is drawn. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const isSetting = (name: string) => name.startsWith('KINORA_') || name === 'DATABASE_URL';
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name)));
}

/** Returns the first words of a command that failed, or says that it took too long. */
function describeFailure(error: unknown, limit: number): string {
  const { killed, stderr = '' } = error as { killed?: boolean; stderr?: string };
  if (killed) return `no result after ${limit / 1000} s`;
  const words = stderr.split('\n').filter((line) => line !== '' && !PROGRESS.test(line) && !STACK.test(line));
  return words.slice(0, 4).join('\n') || String(error);
}
