import {
  type ApiCallOptions,
  type CreateOptions,
  createIdempotencyKey,
  createJsonCall,
  DEFAULT_PAGE_SIZE,
  encodeSegment,
  listPages,
} from './api-calls.ts';
import type { Checked } from './checked.ts';
import { type ApiCall, type CallOptions, ClientPart } from './connection.ts';
import type {
  CreatedSource,
  IngestStatus,
  NewSource,
  RenditionTransformation,
  Source,
} from './built/types.ts';
import { poll } from './time-limit.ts';

/** Options for listing sources. */
export interface ListSourcesOptions extends CallOptions {
  /** Number of sources that one request fetches. Default: 100. */
  readonly pageSize?: number | undefined;
}

/** Options for waiting for a source. */
export interface SourceWaitOptions extends CallOptions {
  /** Time limit in milliseconds. Default: one hour. */
  readonly timeout?: number | undefined;
  /** Called with the source at the beginning, and again whenever it changes. */
  readonly onChange?: ((source: Source) => void) | undefined;
}

const UNFINISHED: readonly IngestStatus[] = ['queued', 'importing'];

/**
 * The ingested files of an account in one environment. Every method throws a `KinoraApiError` if the request
 * fails.
 */
export class Sources extends ClientPart {
  /** Requests the import of the file at a URL. To wait for it, call `wait`. */
  async create<const Given>(
    source: Checked<Given, NewSource, '`const source: NewSource = ...`'>,
    { idempotencyKey = createIdempotencyKey(), signal }: CreateOptions = {},
  ): Promise<CreatedSource> {
    const headers = { 'idempotency-key': idempotencyKey };
    const { data } = await this.send<{ data: CreatedSource }>('POST', '', { body: source, signal, headers });
    return { id: data.id };
  }

  /** Yields all sources, newest first. Requests each page only when the caller reaches that page. */
  list({ pageSize = DEFAULT_PAGE_SIZE, signal }: ListSourcesOptions = {}): AsyncGenerator<Source, void> {
    const callFor = (cursor: string | undefined) =>
      createCall<SourcePage>('GET', '', { query: { limit: pageSize, cursor }, signal });
    return listPages(this.connection, callFor, ({ data }) => data.map(({ attributes }) => attributes));
  }

  /** Returns a source in its current state, with its renditions and its transcription. */
  async get(id: string, { signal }: CallOptions = {}): Promise<Source> {
    const { data } = await this.send<{ data: SourceData }>('GET', `/${encodeSegment(id)}`, { signal });
    return data.attributes;
  }

  /**
   * Makes further renditions of a source that is ready. To wait for them, call `wait`.
   *
   * @returns the ids of the renditions, in order.
   */
  async addRenditions(
    id: string,
    renditions: readonly RenditionTransformation[],
    { signal }: CallOptions = {},
  ): Promise<readonly string[]> {
    const path = `/${encodeSegment(id)}/renditions`;
    // If the response is lost, another try would make them again.
    const call = { body: { renditions }, signal, sendOnce: true };
    const { data } = await this.send<{ data: { renditions: string[] } }>('POST', path, call);
    return data.renditions;
  }

  /** Deletes a source with its renditions, its transcription and all their files. */
  async delete(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.send('DELETE', `/${encodeSegment(id)}`, { signal });
  }

  /**
   * Waits until a source is ready or has failed, and so has every rendition and its transcription. Their
   * `status` and `error` state the results.
   *
   * @throws {KinoraTimeoutError} if the time limit is over. The work continues.
   * @throws {KinoraApiError} as for {@link Sources.get}.
   */
  wait(id: string, { onChange, ...options }: SourceWaitOptions = {}): Promise<Source> {
    let reported = '';
    const ask = async (signal: AbortSignal): Promise<Source> => {
      const source = await this.get(id, { signal });
      const state = JSON.stringify(source);
      if (state !== reported) onChange?.(source);
      reported = state;
      return source;
    };
    return poll(ask, isFinished, 'The source was not finished', options);
  }

  private send<Answer>(
    method: ApiCall<Answer>['method'],
    path: string,
    more: ApiCallOptions,
  ): Promise<Answer> {
    return this.connection.send(createCall<Answer>(method, path, more));
  }
}

function createCall<Answer>(
  method: ApiCall<Answer>['method'],
  path: string,
  more: ApiCallOptions,
): ApiCall<Answer> {
  return createJsonCall(method, 'ingest', `/sources${path}`, more);
}

function isFinished({ status, outputs: { renditions = [], transcription } = {} }: Source): boolean {
  const files = [...renditions, ...(transcription ? [transcription] : [])];
  return [status, ...files.map((file) => file.status)].every((each) => !UNFINISHED.includes(each));
}

interface SourceData {
  readonly attributes: Source;
}

interface SourcePage {
  readonly data: readonly SourceData[];
  readonly cursor?: string | null;
}
