import { createWriteStream } from 'node:fs';
import { extname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CommanderError } from 'commander';
import { KinoraError } from '../../base/errors.ts';
import type {
  GenerationAsset,
  GenerationResponse,
  KinoraClient,
  NewCreatedAsset,
} from '../../client/index.ts';
import { extensionOf } from '../../create/model.ts';
import { connect, toCommandError } from '../ingest/connect.ts';
import { readInput, readJson } from '../load-edit.ts';
import type { Terminal } from '../terminal.ts';
import { writeAtomically } from '../../render/write-atomically.ts';
import type { ServerAccess, ServerStage } from '../command-dependencies.ts';

/** Milliseconds after which a download ends. */
const DOWNLOAD_MS = 10 * 60_000;

/**
 * Downloads a file of a server.
 *
 * @param url address of the file. It may be on this machine.
 * @throws {KinoraError} `destination_failed` if the file cannot be downloaded.
 */
async function saveCreatedFile(url: string, path: string, signal: AbortSignal): Promise<void> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)]);
  try {
    const response = await fetch(url, { signal: limited });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new KinoraError('destination_failed', `The server answered ${response.status}.`);
    }
    await pipeline(Readable.fromWeb(response.body), createWriteStream(path), { signal: limited });
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof KinoraError ? ` ${error.message}` : '';
    throw new KinoraError(
      'destination_failed',
      `The result is at ${url}, but it cannot be downloaded.${reason}`,
      {
        cause: error,
      },
    );
  }
}

/** A file that a model makes. */
interface PromptSource {
  readonly kind: 'prompt';
  readonly asset: GenerationAsset;
  /** Wanted duration in seconds. */
  readonly length: number | undefined;
  /** Idempotency key. */
  readonly key: string | undefined;
}

/** The arguments of `kinora create`. */
export interface CreateArguments {
  /** The request: in a JSON file, or in the options of the command. */
  readonly source:
    | { readonly kind: 'file'; readonly path: string }
    | {
        readonly kind: 'options';
        readonly provider: string;
        readonly options: Readonly<Record<string, unknown>>;
      }
    | PromptSource;
  readonly stage: ServerStage;
  /** Path of the file for the result, relative to the working folder. Undefined to print the URL alone. */
  readonly out: string | undefined;
  /** True to wait until the asset is done. */
  readonly wait: boolean;
}

/** The dependencies of `kinora create`. */
export interface CreateDependencies {
  readonly terminal: Terminal;
  readonly server: ServerAccess;
  /** Stops the command. The server continues its work. */
  readonly signal: AbortSignal;
}

/** Milliseconds to wait for an asset: longer than a provider takes. */
const WAIT_MS = 24 * 3_600_000;

/**
 * Runs `kinora create`: sends a request of the Create API, waits for its result, and prints the URL or writes the
 * file.
 *
 * @throws {KinoraError} if the request is not valid, if the server cannot be used, or if the asset has failed.
 * @throws {CommanderError} with the exit code, after it has printed where the work stands, if the user stops it.
 */
export async function createCommand(args: CreateArguments, dependencies: CreateDependencies): Promise<void> {
  const { terminal, signal } = dependencies;
  const work = await readWork(args.source, terminal);
  /** Id of the asset, once the server has accepted the request. */
  let id: string | undefined;
  const create = (path?: string): Promise<void> =>
    createAsset(args, dependencies, work, path, (accepted) => (id = accepted));
  try {
    if (args.out === undefined) {
      await create();
      return;
    }
    checkExtension(args.out, work.extensions);
    const output = resolve(terminal.cwd, args.out);
    await writeAtomically({ output }, (temporary) => create(temporary.output));
  } catch (error) {
    if (!signal.aborted) throw toCommandError(error, 'Run the same command again. Nothing is paid twice.');
    const message =
      id === undefined
        ? 'Stopped.'
        : `Stopped waiting. The server continues its work on the asset ${id}. Nothing is paid twice if you run the same command again.`;
    terminal.stderr.write(`${message}\n`);
    throw new CommanderError(130, 'kinora.stopped', message);
  }
}

/** Creates an asset. @param path Where to write the result. Undefined to print its URL alone. */
async function createAsset(
  { stage, wait, out }: CreateArguments,
  { server, terminal, signal }: CreateDependencies,
  { start, wait: waitFor }: Work,
  path: string | undefined,
  onAccepted: (id: string) => void,
): Promise<void> {
  const client = await connect(server, stage, signal);
  const { id } = await start(client, signal);
  onAccepted(id);
  if (!wait) {
    terminal.stdout.write(`${id}\n`);
    return;
  }
  const {
    url,
    error,
    warnings = [],
  } = await waitFor(client, id, signal, (status) => {
    if (status !== 'done' && status !== 'failed') terminal.stderr.write(`${status} ...\n`);
  });
  if (url === undefined) throw new KinoraError('validation_failed', error ?? 'The asset has no file.');
  for (const warning of warnings) terminal.stderr.write(`warning: ${warning}\n`);
  if (path !== undefined) await saveCreatedFile(url, path, signal);
  terminal.stdout.write(`${path === undefined ? url : (out ?? url)}\n`);
}

/** A file to make at a server. */
interface Work {
  /** The extensions that the file may have. Empty if they are unknown. */
  readonly extensions: readonly string[];
  readonly start: (client: KinoraClient, signal: AbortSignal) => Promise<{ readonly id: string }>;
  readonly wait: (
    client: KinoraClient,
    id: string,
    signal: AbortSignal,
    onChange: (status: string) => void,
  ) => Promise<Pick<GenerationResponse, 'url' | 'error'> & { readonly warnings?: readonly string[] }>;
}

/** The extensions of the files of models. */
const MODEL_EXTENSIONS = { image: ['.png'], video: ['.mp4'], audio: ['.mp3'] } as const;

/** Returns the work to do. The server checks it. */
async function readWork(source: CreateArguments['source'], terminal: Terminal): Promise<Work> {
  if (source.kind === 'prompt') return await toPromptWork(source, terminal);
  const request = await readRequest(source, terminal);
  // The request may be any value. The server rejects one without a type.
  const { options } = request as Partial<NewCreatedAsset>;
  const extension = options?.type === undefined ? undefined : extensionOf(request);
  return {
    extensions: extension === '.jpg' ? ['.jpg', '.jpeg'] : extension === undefined ? [] : [extension],
    start: (client, signal) => client.createdAssets.create(request, { signal }),
    wait: (client, id, signal, onChange) =>
      client.createdAssets.wait(id, {
        signal,
        timeout: WAIT_MS,
        onChange: ({ status }) => onChange(status),
      }),
  };
}

async function toPromptWork(
  { asset: given, length, key: idempotencyKey }: PromptSource,
  terminal: Terminal,
): Promise<Work> {
  const asset = { ...given, prompt: given.prompt === '-' ? await readText(terminal) : given.prompt };
  return {
    extensions: MODEL_EXTENSIONS[asset.type],
    start: (client, signal) => client.generations.start(asset, { length, idempotencyKey, signal }),
    wait: (client, id, signal) => client.generations.wait(id, { signal, timeout: WAIT_MS }),
  };
}

/** Returns the request. The server checks it. */
async function readRequest(
  source: Exclude<CreateArguments['source'], PromptSource>,
  terminal: Terminal,
): Promise<NewCreatedAsset> {
  if (source.kind === 'file') {
    const name = source.path === '-' ? '<stdin>' : source.path;
    return readJson({ name, text: await readInput(source.path, terminal) }) as NewCreatedAsset;
  }
  const { provider, options } = source;
  const filled: Record<string, unknown> = { ...options };
  for (const name of ['text', 'prompt']) if (filled[name] === '-') filled[name] = await readText(terminal);
  return { provider, options: filled } as unknown as NewCreatedAsset;
}

/** Reads a text from standard input, without the line breaks at its end. */
async function readText({ stdin }: Terminal): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await buffer(stdin)).trimEnd();
  } catch (cause) {
    throw new KinoraError('validation_failed', 'The standard input is not valid UTF-8 text.', { cause });
  }
}

/**
 * Checks that the extension of a file fits the result, before anything is paid.
 *
 * @throws {KinoraError} `validation_failed` if it does not.
 */
function checkExtension(out: string, extensions: readonly string[]): void {
  const [extension] = extensions;
  if (extension === undefined || extensions.includes(extname(out).toLowerCase())) return;
  throw new KinoraError(
    'validation_failed',
    `${out} must end in ${extension}, because the result is such a file.`,
  );
}
