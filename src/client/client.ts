import type { DryRun, Media } from './responses.ts';
import { Assets } from './assets.ts';
import { createIdempotentCall, type CreateOptions, createEditCall } from './api-calls.ts';
import { type CallOptions, type ClientOptions, Connection } from './connection.ts';
import type { EditInput } from './edit-input.ts';
import { RenderHandle } from './render-handle.ts';
import { Renders } from './renders.ts';
import { Templates } from './templates.ts';

/** How a frame is to be made. */
export interface FrameOptions extends CallOptions {
  /** Default `png`. */
  readonly format?: 'png' | 'jpeg';
}

/**
 * One environment of a Kinora server, seen with one key. A request that found no answer or a busy server is sent again, a few
 * times, and creates nothing twice; a method that is refused throws a `KinoraApiError`.
 */
export class KinoraClient {
  readonly renders: Renders;
  readonly templates: Templates;
  readonly assets: Assets;
  private readonly connection: Connection;

  /** See `createClient`. */
  constructor(connection: Connection) {
    this.connection = connection;
    this.renders = new Renders(connection);
    this.templates = new Templates(connection);
    this.assets = new Assets(connection);
  }

  /** Submits an edit. @returns the render at once; what goes wrong, its methods tell. */
  render(edit: EditInput, options: CreateOptions = {}): RenderHandle {
    const sent = this.connection.send(createIdempotentCall<{ id: string }>('/render', edit, options));
    return new RenderHandle(
      this.connection,
      sent.then(({ id }) => id),
    );
  }

  /** What a render of the edit would make, and what is hardly meant in it, without rendering it. */
  dryRun(edit: EditInput, options: CallOptions = {}): Promise<DryRun> {
    return this.connection.send(
      createEditCall<DryRun>('POST', '/render', { query: { dryRun: true }, body: edit, ...options }),
    );
  }

  /**
   * The picture that the edit shows at a second of its timeline.
   *
   * @returns the bytes of a PNG or a JPEG file.
   */
  frame(edit: EditInput, at: number, { format = 'png', signal }: FrameOptions = {}): Promise<Uint8Array> {
    return this.connection.send({
      method: 'POST',
      api: 'edit',
      path: '/frame',
      query: { at },
      body: edit,
      signal,
      headers: { accept: `image/${format}` },
      read: async (response) => new Uint8Array(await response.arrayBuffer()),
    });
  }

  /** What the media file at a URL is. */
  async probe(url: string, options: CallOptions = {}): Promise<Media> {
    const call = createEditCall<{ metadata: Media }>('GET', `/probe/${encodeURIComponent(url)}`, options);
    return (await this.connection.send(call)).metadata;
  }
}

/**
 * A client for a Kinora server; works in browsers and in Node.js.
 *
 * @example
 *   const kinora = createClient({ url: 'http://127.0.0.1:3000', key: '...' });
 *   const { url } = await kinora.render(edit).wait();
 * @throws {TypeError} when the URL is none.
 */
export function createClient(options: ClientOptions): KinoraClient {
  return new KinoraClient(new Connection(options));
}
