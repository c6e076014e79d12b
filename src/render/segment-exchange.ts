import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Logger } from '../base/logger.ts';
import type { OutputPlan } from './produce/produce-job.ts';
import type { SegmentStore } from './segment-store.ts';

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
  private readonly keeping: Promise<void>[] = [];
  private hasFailed = false;

  /** @param folder the folder of the render. */
  constructor(store: SegmentStore, { owner, folder, log }: { owner: string; folder: string; log: Logger }) {
    this.store = store;
    this.owner = owner;
    this.folder = join(folder, 'streams');
    this.log = log;
  }

  /** Brings the kept media of an output into the folder. */
  async find({ segments, sound }: OutputPlan): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const identities = new Set([...segments, sound]);
    const find = (identity: string) =>
      this.attempt(() => this.store.find(this.owner, identity, join(this.folder, identity)));
    await Promise.all([...identities].map((identity) => this.limit(() => find(identity))));
  }

  /** Keeps media that was just made. Does not wait for it. */
  keep(identity: string): void {
    const path = join(this.folder, identity);
    this.keeping.push(this.limit(() => this.attempt(() => this.store.keep(this.owner, identity, path))));
  }

  /** Waits until everything is kept. */
  async finish(): Promise<void> {
    await Promise.all(this.keeping);
  }

  /** Uses the store. After a failure, this render uses it no more, so that it does not wait again and again. */
  private async attempt(work: () => Promise<unknown>): Promise<void> {
    if (this.hasFailed) return;
    try {
      await work();
    } catch (error) {
      this.hasFailed = true;
      this.log.warn({ err: error }, 'The store of segments has failed. This render goes on without it.');
    }
  }
}
