import type {
  Account,
  CreatedSource,
  DryRun,
  GenerationAsset,
  GenerationModel,
  GenerationResponse,
  Media,
  SpokenText,
  Layers,
  Voice,
  Waveform,
} from './built/types.ts';
import { Assets } from './assets.ts';
import {
  createBytesCall,
  createIdempotentCall,
  createEditCall,
  createJsonCall,
  createPictureCall,
  type RenderOptions,
  encodeSegment,
} from './api-calls.ts';
import { type CallOptions, type ClientOptions, Connection, type DialectOptions } from './connection.ts';
import { CreatedAssets } from './created-assets.ts';
import type { CheckedEdit } from './checked.ts';
import { type GenerateOptions, Generations } from './generations.ts';
import { Brands } from './brands.ts';
import { Edits } from './edits.ts';
import { Keys } from './keys.ts';
import { Tokens } from './tokens.ts';
import { RenderHandle } from './render-handle.ts';
import { Renders } from './renders.ts';
import { Sources } from './sources.ts';
import { Submission } from './submission/submission.ts';
import { Templates } from './templates.ts';
import { Upload, type UploadOptions } from './upload.ts';

/** Options for a dry run. */
export interface DryRunOptions extends CallOptions, DialectOptions {
  /** `free` has the media made that cost nothing, such as speech, and adds the list of those that are `missing`. */
  readonly generate?: 'free' | undefined;
}

/** Options for reading the account of a key. */
interface AccountOptions extends CallOptions, DialectOptions {}

/** The JSON Schema of an edit (draft 2020-12). */
export type EditSchema = Readonly<Record<string, unknown>>;

/** An OpenAPI document (3.1). */
export type ApiDescription = Readonly<Record<string, unknown>>;

/** Options for rendering a frame. */
export interface FrameOptions extends CallOptions, DialectOptions {
  /** Image format. Default: `png`. */
  readonly format?: 'png' | 'jpeg' | undefined;
  /** Place of the output in `outputs` of the edit, from 0. Default: the first one. */
  readonly output?: number | undefined;
}

/** Options for rendering a sheet. */
export interface SheetOptions extends FrameOptions {
  /** Number of frames, 1 to 64, spread evenly over the edit. Default: 9. */
  readonly moments?: number | undefined;
  /** Seconds of the timeline to show in place of even ones, 1 to 64. */
  readonly at?: readonly number[] | undefined;
  /** Number of columns. Default: the square root of the number of frames, rounded up. */
  readonly columns?: number | undefined;
  /** Width of the whole picture in pixels, 64 to 4096. Default: 1280. */
  readonly width?: number | undefined;
  /** False to leave out the times below the frames. Default: true. */
  readonly times?: boolean | undefined;
}

/** Options for measuring a waveform. */
export interface WaveformOptions extends CallOptions, DialectOptions {
  /** Number of levels, 1 to 4000. Default: 500. */
  readonly points?: number | undefined;
  /** Place of the output in `outputs` of the edit, from 0. Default: the first one. */
  readonly output?: number | undefined;
}

/** Options for the layers of an edit. */
export interface LayersOptions extends CallOptions, DialectOptions {
  /** Height of the view in pixels, 90 to 2160. Default: 540. */
  readonly height?: number | undefined;
  /** Place of the output in `outputs` of the edit, from 0. Default: the first one. */
  readonly output?: number | undefined;
}

/**
 * A client for one environment of a Kinora server. It retries a request a few times if the server is busy or
 * unreachable, without creating anything twice. A method throws a `KinoraApiError` if its request fails.
 */
export class KinoraClient {
  readonly renders: Renders;
  readonly templates: Templates;
  readonly edits: Edits;
  readonly brand: Brands;
  readonly assets: Assets;
  readonly sources: Sources;
  readonly createdAssets: CreatedAssets;
  readonly generations: Generations;
  readonly keys: Keys;
  readonly tokens: Tokens;
  private readonly connection: Connection;

  /** Use `createClient` instead. */
  constructor(connection: Connection) {
    this.connection = connection;
    this.renders = new Renders(connection);
    this.templates = new Templates(connection);
    this.edits = new Edits(connection);
    this.brand = new Brands(connection);
    this.assets = new Assets(connection);
    this.sources = new Sources(connection);
    this.createdAssets = new CreatedAssets(connection);
    this.generations = new Generations(connection);
    this.keys = new Keys(connection);
    this.tokens = new Tokens(connection);
  }

  /**
   * Submits an edit.
   *
   * @returns a handle of the render, without waiting for the submission. If the submission fails, the methods
   *   of the handle reject.
   */
  render<const Given>(edit: CheckedEdit<Given>, options: RenderOptions = {}): RenderHandle {
    const call = createIdempotentCall<{ id: string }>('/render', edit, options);
    return new RenderHandle(this.connection, new Submission(this.connection, call));
  }

  /** Returns what a render of the edit would make, and the warnings for the edit. Renders nothing. */
  dryRun<const Given>(
    edit: CheckedEdit<Given>,
    { generate, ...options }: DryRunOptions = {},
  ): Promise<DryRun> {
    const query = { dryRun: true, generate };
    return this.connection.send(createEditCall<DryRun>('POST', '/render', { query, body: edit, ...options }));
  }

  /**
   * Renders the frame at a second of the timeline.
   *
   * @returns the bytes of a PNG or a JPEG file.
   */
  frame<const Given>(
    edit: CheckedEdit<Given>,
    at: number,
    { format = 'png', output, ...options }: FrameOptions = {},
  ): Promise<Uint8Array> {
    const query = { at, output };
    return this.connection.send({ ...createPictureCall('/frame', query, format), body: edit, ...options });
  }

  /**
   * Renders several frames into one picture, each with its time.
   *
   * @returns the bytes of a PNG or a JPEG file.
   */
  sheet<const Given>(
    edit: CheckedEdit<Given>,
    { format = 'png', moments, at, columns, width, times, output, ...options }: SheetOptions = {},
  ): Promise<Uint8Array> {
    const query = { moments, at: at?.join(','), columns, width, times, output };
    return this.connection.send({ ...createPictureCall('/sheet', query, format), body: edit, ...options });
  }

  /** Measures the levels of the sound of an edit, to draw a waveform. Renders nothing. */
  waveform<const Given>(
    edit: CheckedEdit<Given>,
    { points, output, ...options }: WaveformOptions = {},
  ): Promise<Waveform> {
    return this.connection.send(
      createEditCall<Waveform>('POST', '/waveform', { query: { points, output }, body: edit, ...options }),
    );
  }

  /** Returns what a page needs to play an edit. Its ids are those of files for `layerFile`. */
  layers<const Given>(
    edit: CheckedEdit<Given>,
    { height, output, ...options }: LayersOptions = {},
  ): Promise<Layers> {
    return this.connection.send(
      createEditCall<Layers>('POST', '/layers', { query: { height, output }, body: edit, ...options }),
    );
  }

  /**
   * Returns a file of the layers of an edit: a picture, or a piece of a video or a sound.
   *
   * @param piece the place of the piece in its source, from 0. Leave it out for a picture.
   */
  layerFile(id: string, piece?: number, options: CallOptions = {}): Promise<Uint8Array> {
    const path = `/layers/${encodeSegment(id, 'id')}${piece === undefined ? '' : `/${piece}`}`;
    const call = createBytesCall(path, 'application/octet-stream');
    return this.connection.send({ ...call, method: 'GET', ...options });
  }

  /** Returns the voices that an edit may name, with their languages. */
  async voices(options: CallOptions = {}): Promise<readonly Voice[]> {
    const call = createEditCall<{ voices: readonly Voice[] }>('GET', '/voices', options);
    return (await this.connection.send(call)).voices;
  }

  /**
   * Speaks a text with a built-in voice, at once. An edit with an equal `text-to-speech` asset uses the same speech.
   *
   * @returns the bytes of an MP3 file.
   */
  speak(speech: SpokenText, options: CallOptions = {}): Promise<Uint8Array> {
    return this.connection.send({ ...createBytesCall('/speech', 'audio/mpeg'), body: speech, ...options });
  }

  /**
   * Uploads a file as a source, in pieces. After a lost connection, continues where the server has stopped.
   *
   * @param file a `File` or another `Blob`, or bytes. In Node.js, `openAsBlob` of `node:fs` opens a file of any
   *   size without loading it.
   * @returns the id of the source, when all bytes have arrived. To wait for its import, call `sources.wait`.
   * @throws {KinoraApiError} if the server rejects the upload, or if nothing has arrived for a few minutes. To
   *   continue later, pass as `resume` what `onStart` has received.
   */
  async upload(file: Blob | Uint8Array, options: UploadOptions = {}): Promise<CreatedSource> {
    return await new Upload(this.connection, file, options).run();
  }

  /**
   * Makes a file from a prompt, and waits for it. Its `url` is the address of the file, and its `error` the reason if
   * it has failed. An equal file of the account is not made, and not paid, again.
   *
   * @throws {KinoraTimeoutError} if the time limit is over. The work continues.
   */
  async generate(asset: GenerationAsset, options: GenerateOptions = {}): Promise<GenerationResponse> {
    const { id } = await this.generations.start(asset, options);
    return await this.generations.wait(id, options);
  }

  /** Returns the models that make files from prompts, each with the JSON Schema of its options. */
  async models(options: CallOptions = {}): Promise<readonly GenerationModel[]> {
    const query = { expand: 'options' };
    const call = createJsonCall<{ readonly models: readonly GenerationModel[] }>('GET', 'edit', '/models', {
      query,
      ...options,
    });
    return (await this.connection.send(call)).models;
  }

  /** Returns the JSON Schema of an edit, which describes all its fields. */
  editSchema(options: CallOptions = {}): Promise<EditSchema> {
    return this.connection.send(createJsonCall<EditSchema>('GET', 'schemas', '/edit.json', options));
  }

  /** Returns the OpenAPI document of the server, which describes all requests and their fields. */
  apiDescription(options: CallOptions = {}): Promise<ApiDescription> {
    return this.connection.send(createJsonCall<ApiDescription>('GET', 'openapi.json', '', options));
  }

  /** Returns what the key may do, the limits of the server, and the services that are set up. */
  account(options: AccountOptions = {}): Promise<Account> {
    return this.connection.send(createEditCall<Account>('GET', '/account', options));
  }

  /** Returns the properties of the media file at a URL. */
  async probe(url: string, options: CallOptions = {}): Promise<Media> {
    const call = createEditCall<{ metadata: Media }>('GET', `/probe/${encodeSegment(url, 'URL')}`, options);
    return (await this.connection.send(call)).metadata;
  }
}

/**
 * Creates a client for a Kinora server. It works in browsers and in Node.js.
 *
 * @example
 *   const kinora = createClient({ url: 'http://127.0.0.1:3000', key: '...' });
 *   const { url } = await kinora.render(edit).wait();
 * @throws {TypeError} if the URL or the key is missing, or an option is wrong or unknown.
 */
export function createClient(options: ClientOptions): KinoraClient {
  return new KinoraClient(new Connection(options));
}
