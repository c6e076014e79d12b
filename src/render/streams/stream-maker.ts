import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaProcess } from '../child/media-process.ts';
import { type ChildOptions, openPooledChild, runInPooledChild } from '../child/run-in-child.ts';
import type { SentJob } from '../child/tasks.ts';
import type { StreamRequest, TimelineRequest } from '../produce/produce-job.ts';
import type { StreamClaims, StreamToMake } from './stream-sharing.ts';

/** Makes one stream. @param onFrame called with the number of finished frames. */
export type MakeStream = (stream: StreamToMake, onFrame: (finished: number) => void) => Promise<void>;

/** Makes streams of one output in a child process of its own. Ends the process when disposed. */
export class StreamMaker implements AsyncDisposable {
  private readonly job: SentJob;
  private readonly output: TimelineRequest;
  private readonly options: ChildOptions;
  private child: MediaProcess | undefined;

  /** @param job the job of the render. Its folder belongs to this maker alone. */
  constructor(job: SentJob, output: TimelineRequest, options: ChildOptions) {
    this.job = job;
    this.output = output;
    this.options = options;
  }

  /** Makes a stream. @param path the file to write. @throws {KinoraError} the error of the render. */
  async make({ position }: StreamToMake, path: string, onFrame: (finished: number) => void): Promise<void> {
    if (!this.child || this.child.hasEnded) this.child = openPooledChild(this.job, this.options);
    const made = join(this.job.folder, 'stream');
    const request: StreamRequest = { step: 'streams', ...this.output, position, path: made };
    await runInPooledChild(this.child, request, 'outcome', {
      ...this.options,
      onProgress: ({ frame }) => onFrame(frame ?? 0),
    });
    await rename(made, path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.child?.end();
  }
}

/** Makes streams until there is none to claim at this moment. Returns their number. */
export async function makeClaimed(
  claims: StreamClaims,
  make: MakeStream,
  { mayGoOn = () => true }: { readonly mayGoOn?: () => boolean | Promise<boolean> } = {},
): Promise<number> {
  let count = 0;
  for (let stream = await claims.claim(); stream; stream = await claims.claim()) {
    const claimed = stream;
    await make(claimed, (finished) => claims.report(claimed, finished));
    await claims.finish(claimed);
    count += 1;
    if (!(await mayGoOn())) break;
  }
  return count;
}
