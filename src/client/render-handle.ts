import type { Asset, ListedRender, Render, RenderEvent } from './built/types.ts';
import { Assets } from './assets.ts';
import { createEditCall, encodeSegment } from './api-calls.ts';
import type { CallOptions, Connection } from './connection.ts';
import { KinoraApiError, KinoraRenderError, KinoraTimeoutError } from './errors.ts';
import { readEventData } from './event-stream.ts';
import { Submission } from './submission/submission.ts';
import { createTimeLimit, DEFAULT_WAIT_MS, POLL_INTERVAL_MS, raceAbort, sleep } from './time-limit.ts';

/** The progress of a render. */
export type RenderChange = Pick<ListedRender, keyof RenderEvent>;

/** A render whose file can be downloaded. */
export interface FinishedRender extends Render {
  readonly status: 'done';
  readonly url: string;
}

/** Options for waiting for a render. */
export interface WaitOptions extends CallOptions {
  /** Time limit in milliseconds. Default: one hour. */
  readonly timeout?: number | undefined;
  /** Called with the current status, and again whenever it changes. */
  readonly onProgress?: ((change: RenderChange) => void) | undefined;
}

/**
 * Milliseconds without any bytes after which a stream counts as dead. The server sends something every 15
 * seconds, so a longer silence means that the connection is lost.
 */
const MAX_SILENCE_MS = 40_000;

/**
 * A render that was submitted or is being submitted. If the submission fails, every method rejects. The
 * handle itself is not a promise. Otherwise an async function could not return a handle, but only the
 * finished render.
 */
export class RenderHandle {
  /** The id of the render. Rejects if the render was not accepted. */
  readonly id: Promise<string>;
  private readonly connection: Connection;
  private readonly submission: Submission | undefined;

  /** Use `render` or `renders.handle` of a client instead. */
  constructor(connection: Connection, render: string | Submission) {
    this.connection = connection;
    this.submission = render instanceof Submission ? render : undefined;
    this.id = render instanceof Submission ? render.id : Promise.resolve(render);
  }

  /**
   * Returns the current render, without its edit.
   *
   * @throws {KinoraApiError} if the render was not accepted or no longer exists, or the server is
   *   unreachable.
   */
  async status({ signal }: CallOptions = {}): Promise<Render> {
    const path = await this.resolvePath(signal);
    return await this.connection.send(
      createEditCall<Render>('GET', path, { query: { data: false }, signal }),
    );
  }

  /**
   * Waits until the render is done.
   *
   * @throws {KinoraRenderError} if the render fails or is cancelled.
   * @throws {KinoraTimeoutError} if the time limit is over. The render continues, unless it was not accepted yet: then
   *   its submission ends, too, and every further call rejects with the same error.
   * @throws {KinoraApiError} as for {@link RenderHandle.status}.
   */
  async wait({ signal, timeout = DEFAULT_WAIT_MS, onProgress }: WaitOptions = {}): Promise<FinishedRender> {
    const tooLong = () =>
      this.submission?.giveUp(timeout) ??
      new KinoraTimeoutError(`The render did not finish within ${timeout} ms.`);
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
   * Waits for the render like {@link RenderHandle.wait}, and then for its files, until each file is ready or
   * has failed. The `status` of a file says whether the file is ready or has failed. The list is empty if no
   * file is hosted or sent to a destination.
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
   * Yields the current status of the render and every change. Ends when the render is done, failed or
   * deleted, or when the server ends the stream.
   *
   * @throws {KinoraApiError} as for {@link RenderHandle.status}, or if the server stops responding.
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
      // Every event of this stream is a `RenderEvent`.
      for await (const data of readEventData(body, silence)) yield toChange(JSON.parse(data) as RenderEvent);
    } finally {
      silence.end();
    }
  }

  /**
   * Cancels an unfinished render, which then fails with the error "Cancelled". Deletes a finished render and
   * its files. If there is no response, the client does not send the request again: the first request may
   * have cancelled the render, and a second request would delete the cancelled render.
   *
   * @throws {KinoraApiError} as for {@link RenderHandle.status}. If the code is `unreachable`, the server may
   *   have cancelled the render nevertheless.
   */
  async cancel({ signal }: CallOptions = {}): Promise<void> {
    const path = await this.resolvePath(signal);
    await this.connection.send(createEditCall('DELETE', path, { signal, sendOnce: true }));
  }

  private async resolvePath(signal: AbortSignal | undefined): Promise<string> {
    return `/render/${encodeSegment(await raceAbort(this.id, signal))}`;
  }

  /**
   * Reports the events of a stream until it ends.
   *
   * @returns true if there was at least one event. If so, opening another stream makes sense.
   */
  private async followEvents(report: (change: RenderChange) => void, signal: AbortSignal): Promise<boolean> {
    const events = this.events({ signal });
    let hasEvents = false;
    try {
      for (let next = await events.next(); next.done !== true; next = await events.next()) {
        hasEvents = true;
        report(next.value);
      }
    } catch {
      // The status request that follows reports errors that are not limited to the stream.
    }
    return hasEvents;
  }
}

function createSilenceError(): KinoraApiError {
  return new KinoraApiError('The server stopped responding.', { status: 0, code: 'timed_out' });
}

/** Omits the values that are not known yet, as the responses to status requests do. */
function toChange({ eta, error, url, ...change }: RenderEvent): RenderChange {
  return {
    ...change,
    ...(eta != null && { eta }),
    ...(error != null && { error }),
    ...(url != null && { url }),
  };
}

function isFinished(render: Render): render is FinishedRender {
  return render.status === 'done' && render.url !== undefined;
}

/** Returns a function that reports a change only if it differs from the last reported change. */
function reportChanges(onProgress: WaitOptions['onProgress']): (change: RenderChange) => void {
  let last = '';
  return ({ id, status, progress, eta, error, url, poster, thumbnail, captions, outputs, segments }) => {
    const change = {
      id,
      status,
      progress,
      poster,
      thumbnail,
      ...(eta !== undefined && { eta }),
      ...(error !== undefined && { error }),
      ...(url !== undefined && { url }),
      ...(captions !== undefined && { captions }),
      ...(outputs !== undefined && { outputs }),
      ...(segments !== undefined && { segments }),
    };
    if (JSON.stringify(change) === last) return;
    last = JSON.stringify(change);
    onProgress?.(change);
  };
}
