import type { Asset, FinishedRender, Render, RenderChange } from './responses.ts';
import { Assets } from './assets.ts';
import { createEditCall } from './api-calls.ts';
import type { CallOptions, Connection } from './connection.ts';
import { KinoraApiError, KinoraRenderError, KinoraTimeoutError } from './errors.ts';
import { readEventData } from './event-stream.ts';
import { sleep, createTimeLimit, raceAbort } from './time-limit.ts';

/** How to wait for a render. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds, an hour when absent. */
  readonly timeout?: number;
  /** Told how far the render is, now and whenever that has changed. */
  readonly onProgress?: (change: RenderChange) => void;
}

const DEFAULT_WAIT_MS = 3_600_000;
/** Milliseconds between two requests for the status, if there is no stream of events. */
const POLL_INTERVAL_MS = 1000;
/** Milliseconds without a sign of life after which a stream is given up: the server gives one every 15 seconds. */
const MAX_SILENCE_MS = 40_000;

/**
 * A render that was submitted, or is just being submitted; a submission that fails is told by every method. It is no promise
 * itself, so that async functions can hand it on.
 */
export class RenderHandle {
  /** The id of the render; rejects when it was not accepted. */
  readonly id: Promise<string>;
  private readonly connection: Connection;

  /** Clients get one from `render` or `renders.handle`. */
  constructor(connection: Connection, id: Promise<string>) {
    this.connection = connection;
    this.id = id;
    // Told by whatever is asked of the handle; that nothing was asked yet is no reason to end the process.
    id.catch(() => undefined);
  }

  /**
   * How the render is now, without its edit.
   *
   * @throws {KinoraApiError} when it was not accepted, is not there any more, or the server cannot be asked.
   */
  async status({ signal }: CallOptions = {}): Promise<Render> {
    const path = await this.resolvePath(signal);
    return await this.connection.send(
      createEditCall<Render>('GET', path, { query: { data: false }, signal }),
    );
  }

  /**
   * Waits until the file is there.
   *
   * @throws {KinoraRenderError} when the render fails or is cancelled.
   * @throws {KinoraTimeoutError} when it takes longer than the timeout; the render goes on.
   * @throws {KinoraApiError} as {@link RenderHandle.status}.
   */
  async wait({ signal, timeout = DEFAULT_WAIT_MS, onProgress }: WaitOptions = {}): Promise<FinishedRender> {
    const tooLong = () => new KinoraTimeoutError(`The render has not finished within ${timeout} ms.`);
    const limit = createTimeLimit(timeout, tooLong, signal);
    const report = reportChanges(onProgress);
    try {
      let streaming = true;
      for (;;) {
        if (streaming) streaming = await this.followEvents(report, limit.signal);
        const render = await this.status({ signal: limit.signal });
        report(render);
        if (render.status === 'failed') throw new KinoraRenderError(render);
        if (isFinished(render)) return render;
        await sleep(POLL_INTERVAL_MS, limit.signal);
      }
    } finally {
      limit.end();
    }
  }

  /**
   * Waits until the render has finished, as {@link RenderHandle.wait}, and then until every file of it is at its place, or has failed to
   * get there: their `status` says which. Empty where nothing is hosted or sent anywhere.
   */
  async assets({ timeout = DEFAULT_WAIT_MS, ...options }: WaitOptions = {}): Promise<readonly Asset[]> {
    const end = Date.now() + timeout;
    const { id } = await this.wait({ ...options, timeout });
    const left = Math.max(0, end - Date.now());
    try {
      return await new Assets(this.connection).wait(id, { signal: options.signal, timeout: left });
    } catch (error) {
      if (error instanceof KinoraApiError && error.status === 404) return [];
      throw error;
    }
  }

  /**
   * Every change of the render as it comes, beginning with how it is now; ends when it is done, failed or gone, or when the
   * server ends the stream.
   *
   * @throws {KinoraApiError} as {@link RenderHandle.status}, or when nothing is heard of the server any more.
   */
  async *events({ signal }: CallOptions = {}): AsyncGenerator<RenderChange, void, undefined> {
    const path = `${await this.resolvePath(signal)}/events`;
    const headers = { accept: 'text/event-stream' };
    const body = await this.connection.send({
      method: 'GET',
      api: 'edit',
      path,
      headers,
      signal,
      read: (response) => Promise.resolve(response.body),
    });
    if (body === null) return;
    const silence = createTimeLimit(MAX_SILENCE_MS, createSilenceError, signal);
    try {
      // The server sends nothing else.
      for await (const data of readEventData(body, silence)) yield JSON.parse(data) as RenderChange;
    } finally {
      silence.end();
    }
  }

  /**
   * Cancels the render, which then fails with the error "Cancelled". A render that has already finished is forgotten, and its
   * files deleted; so that when there is no answer, this is not tried again.
   *
   * @throws {KinoraApiError} as {@link RenderHandle.status}; with the code `unreachable` it may have been cancelled all the same.
   */
  async cancel({ signal }: CallOptions = {}): Promise<void> {
    const path = await this.resolvePath(signal);
    await this.connection.send(createEditCall('DELETE', path, { signal, sendOnce: true }));
  }

  private async resolvePath(signal: AbortSignal | undefined): Promise<string> {
    return `/render/${encodeURIComponent(await raceAbort(this.id, signal))}`;
  }

  /** Reports the events of the stream until it ends. @returns true if there were any, so that another stream makes sense. */
  private async followEvents(report: (change: RenderChange) => void, signal: AbortSignal): Promise<boolean> {
    const events = this.events({ signal });
    let hasEvents = false;
    try {
      for (let next = await events.next(); next.done !== true; next = await events.next()) {
        hasEvents = true;
        report(next.value);
      }
    } catch {
      // Asking for the status comes next, and will say whether more is wrong than the stream.
    }
    return hasEvents;
  }
}

function createSilenceError(): KinoraApiError {
  return new KinoraApiError('Nothing is heard of the server any more.', { status: 0, code: 'timed_out' });
}

function isFinished(render: Render): render is FinishedRender {
  return render.status === 'done' && render.url !== undefined;
}

/** Reports a change only if it differs from the last one. */
function reportChanges(onProgress: WaitOptions['onProgress']): (change: RenderChange) => void {
  let last = '';
  return ({ id, status, progress, eta, error, url, poster, thumbnail }) => {
    const change = {
      id,
      status,
      progress,
      poster,
      thumbnail,
      ...(eta !== undefined && { eta }),
      ...(error !== undefined && { error }),
      ...(url !== undefined && { url }),
    };
    if (JSON.stringify(change) === last) return;
    last = JSON.stringify(change);
    onProgress?.(change);
  };
}
