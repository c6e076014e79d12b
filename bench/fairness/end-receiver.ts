import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { listenLocally } from '../burst/serve-folder.ts';

/** The end of a piece of work. */
export interface WorkEnd {
  /** The submitting owner: the last part of the address of the callback. */
  readonly owner: string;
  /** Type and action of the callback. */
  readonly event: string;
  readonly ok: boolean;
  /** Milliseconds since the epoch, by the clock of Kinora. */
  readonly at: number;
}

const POLL_MS = 20;

/** Receives callbacks, and notes the ends that they report in the order of these ends. */
export class EndReceiver implements AsyncDisposable {
  readonly url: string;
  private readonly server: AsyncDisposable;
  private readonly noted: Map<string, WorkEnd>;

  private constructor(server: AsyncDisposable & { url: string }, noted: Map<string, WorkEnd>) {
    this.server = server;
    this.noted = noted;
    this.url = server.url;
  }

  static async start(): Promise<EndReceiver> {
    const noted = new Map<string, WorkEnd>();
    const hear = async (request: IncomingMessage): Promise<void> => {
      const body = (await json(request)) as Record<'type' | 'action' | 'id' | 'status' | 'completed', string>;
      noted.set(`${body.type} ${body.id}`, {
        owner: request.url?.split('/').at(-1) ?? '',
        event: `${body.type}/${body.action}`,
        ok: body.status !== 'failed',
        at: Date.parse(body.completed),
      });
    };
    const server = await listenLocally(
      createServer((request, response) => {
        void hear(request).finally(() => response.end());
      }),
    );
    return new EndReceiver(server, noted);
  }

  /** Returns the ends of a kind, in their order. @throws if one is a failure. */
  list(event: string): WorkEnd[] {
    const ends = [...this.noted.values()].filter((end) => end.event === event);
    if (ends.some(({ ok }) => !ok)) throw new Error(`A piece of work failed: ${event}.`);
    return ends.sort((a, b) => a.at - b.at);
  }

  /** Waits until something is true of the ends of a kind. */
  async waitFor(
    event: string,
    isEnough: (ends: readonly WorkEnd[]) => boolean,
    seconds = 600,
  ): Promise<WorkEnd[]> {
    const started = performance.now();
    while (!isEnough(this.list(event))) {
      if (performance.now() - started > seconds * 1000) throw new Error(`Not within ${seconds} s: ${event}.`);
      await wait(POLL_MS);
    }
    return this.list(event);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve(this.server[Symbol.asyncDispose]());
  }
}
