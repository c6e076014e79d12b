import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Logger } from '../../base/logger.ts';
import type { OutputPlan } from '../produce/produce-job.ts';
import type { SegmentStore } from './segment-store.ts';
import type { StreamToMake } from './stream-sharing.ts';

/** Maximum number of files that one render copies from or to the store at the same time. */
const MAX_CONCURRENT = 8;

/**
 * Exchanges the coded media of one render with the store. A failure of the store makes the render slower, but
 * never fails it. Wait for {@link SegmentExchange.finish} at the end.
 */
export class SegmentExchange {
  /** The folder with the coded media, named by identities. */
  readonly folder: string;
  private readonly store: SegmentStore;
  private readonly owner: string;
  private readonly log: Logger;
  private readonly limit = pLimit(MAX_CONCURRENT);
  private readonly keeping: Promise<unknown>[] = [];
  private hasFailed = false;

  /** @param folder the folder of the render. */
  constructor(store: SegmentStore, { owner, folder, log }: { owner: string; folder: string; log: Logger }) {
    this.store = store;
    this.owner = owner;
    this.folder = join(folder, 'streams');
    this.log = log;
  }

  /** Brings the kept media of an output into the folder. Returns the streams that are missing, each once. */
  async find(plan: OutputPlan): Promise<readonly StreamToMake[]> {
    await mkdir(this.folder, { recursive: true });
    const streams = listStreams(plan);
    const found = await Promise.all(streams.map(({ identity }) => this.limit(() => this.bring(identity))));
    return streams.filter((_stream, index) => found[index] !== true);
  }

  /** Brings a kept stream into the folder. Returns true if it is there. */
  async bring(identity: string): Promise<boolean> {
    const path = join(this.folder, identity);
    return (
      existsSync(path) || ((await this.attempt(() => this.store.find(this.owner, identity, path))) ?? false)
    );
  }

  /** Keeps media that was just made. The caller need not wait for it. */
  async keep(identity: string): Promise<void> {
    const path = join(this.folder, identity);
    const keeping = this.limit(() => this.attempt(() => this.store.keep(this.owner, identity, path)));
    this.keeping.push(keeping);
    await keeping;
  }

  /** Waits until everything is kept. */
  async finish(): Promise<void> {
    await Promise.all(this.keeping);
  }

  /** Uses the store. After a failure, this render uses it no more, so that it does not wait again and again. */
  private async attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.hasFailed) return undefined;
    try {
      return await work();
    } catch (error) {
      this.hasFailed = true;
      this.log.warn({ err: error }, 'The store of segments has failed. This render goes on without it.');
      return undefined;
    }
  }
}

/** Lists the coded streams of an output, each once. */
function listStreams({ segments, lengths, sound, hasSound }: OutputPlan): StreamToMake[] {
  const all = segments.map((identity, position) => ({ position, identity, frames: lengths[position] ?? 0 }));
  if (hasSound) all.push({ position: segments.length, identity: sound, frames: 0 });
  return [...new Map(all.toReversed().map((stream) => [stream.identity, stream])).values()].toReversed();
}
