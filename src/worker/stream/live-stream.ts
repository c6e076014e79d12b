import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Logger } from '../../base/logger.ts';
import { SET_NAME } from '../../hosting/sets/file-set.ts';
import { ATTEMPT_LOST } from '../progress-writer.ts';

/** Milliseconds between two looks at the folder, and after a failure. */
const LOOK_MS = 100;
const FAILED_MS = 3_000;
/** Maximum number of pieces that are stored at the same time. */
const MAX_CONCURRENT = 4;
const MAIN_LIST = `${SET_NAME}.m3u8`;

/** What happens to the files of a stream. */
interface StreamTarget {
  /** Called once before any file is stored. */
  readonly begin: () => Promise<void>;
  readonly store: (path: string, name: string) => Promise<void>;
  /** Called when all lists are stored. */
  readonly announce: () => Promise<void>;
  readonly log: Logger;
}

/**
 * Stores the files with which players watch an HLS while it is made. A storage or a database that is away does not
 * fail the render: players wait until it is back. Close it with `await using`.
 */
export class LiveStream implements AsyncDisposable {
  /** The folder that the renderer fills. */
  readonly folder: string;
  /** Place of the HLS among the outputs of its edit. */
  readonly position: number;
  private readonly target: StreamTarget;
  private timer: NodeJS.Timeout;
  private working: Promise<boolean> = Promise.resolve(true);
  private hasBegun = false;
  private hasEnded = false;

  private constructor(folder: string, position: number, target: StreamTarget) {
    this.folder = folder;
    this.position = position;
    this.target = target;
    this.timer = this.schedule(LOOK_MS);
  }

  /** @param folder a folder that does not exist. @param position place of the HLS among the outputs of its edit. */
  static async open(folder: string, position: number, target: StreamTarget): Promise<LiveStream> {
    await mkdir(folder);
    return new LiveStream(folder, position, target);
  }

  /** Stores what remains, so that players need not wait for the finished files. */
  async finish(): Promise<void> {
    await this[Symbol.asyncDispose]();
    await this.take();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.timer);
    await this.working;
  }

  private schedule(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.working = this.take();
      void this.working.then((isDone) => {
        if (!this.hasEnded) this.timer = this.schedule(isDone ? LOOK_MS : FAILED_MS);
      });
    }, milliseconds);
  }

  /** Stores the files that are ready. Returns false if that has failed. */
  private async take(): Promise<boolean> {
    try {
      const names = (await readdir(this.folder)).filter((name) => !name.startsWith('.'));
      if (names.length === 0) return true;
      if (!this.hasBegun) await this.target.begin();
      this.hasBegun = true;
      const lists = names.filter((name) => name.endsWith('.m3u8'));
      // The main list names the others.
      for (const name of lists.filter((one) => one !== MAIN_LIST)) await this.store(name);
      if (lists.includes(MAIN_LIST)) {
        await this.store(MAIN_LIST);
        await this.target.announce();
      }
      const pieces = names.filter((name) => !lists.includes(name));
      await pLimit(MAX_CONCURRENT).map(pieces.toSorted(byPlace), (name) => this.store(name));
      return true;
    } catch (error) {
      if (error !== ATTEMPT_LOST)
        this.target.log.warn(
          { err: error },
          'Could not store a part of a render for those who watch it. Trying again.',
        );
      return false;
    }
  }

  private async store(name: string): Promise<void> {
    const path = join(this.folder, name);
    await this.target.store(path, name);
    await rm(path);
  }
}

/** Compares the names of pieces by their place in the film. */
function byPlace(one: string, other: string): number {
  return placeOf(one) - placeOf(other);
}

function placeOf(name: string): number {
  return Number(/-(\d+)\.\w+$/.exec(name)?.[1] ?? -1);
}
