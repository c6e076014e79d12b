import { openAsBlob } from 'node:fs';
import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findEnclosedFile } from '../base/disk/enclosed-path.ts';
import { KinoraError } from '../base/errors.ts';
import { KinoraClient } from '../client/client.ts';
import type { Connection } from '../client/connection.ts';
import { KinoraApiError, KinoraTimeoutError, type Render, type Source } from '../client/index.ts';
import type { Path } from '../edit/index.ts';
import {
  type Backend,
  type CallContext,
  isFinalState,
  type NewFile,
  type ResultFile,
  type RenderState,
  type UploadAnswer,
} from './backend.ts';
import type { Compute } from './compute/computations.ts';
import { type AskServer, createKeptEdits } from './server-kept-edits.ts';
import { RejectedEdit } from './rejected-edit.ts';
import {
  createDryRunCall,
  createProbeCall,
  createRenderCall,
  createSheetCall,
  createTemplateCall,
} from './server-calls.ts';

/** Milliseconds between two questions for the state of a render. */
const POLL_MS = 700;
/** Milliseconds to wait for the import of a file. Clients often give up a call after a minute. */
const IMPORT_MS = 45_000;

/** The settings for reaching a server. */
export interface ServerBackendConfig {
  readonly place: string;
  /** The folder of the files that agents may upload. Undefined if they may upload none by path. */
  readonly folder: string | undefined;
  /** Returns the connection. Called for each call, so that a later one may succeed where the first has failed. */
  readonly connect: () => Promise<Connection>;
  readonly compute: Compute;
  /** Returns advice about an error, in addition to its message. */
  readonly hint: (error: KinoraApiError) => string | undefined;
}

/** Creates a backend that has a Kinora server do the work. */
export function createServerBackend({ place, folder, connect, compute, hint }: ServerBackendConfig): Backend {
  const ask: AskServer = async (work) => {
    try {
      const connection = await connect();
      return await work(new KinoraClient(connection), connection);
    } catch (error) {
      throw error instanceof KinoraApiError ? toAgentError(error, hint(error)) : error;
    }
  };
  const get = async (kinora: KinoraClient, id: string, { signal }: CallContext): Promise<Render> =>
    await kinora.renders.get(id, { signal });
  return {
    place,
    folder,
    writesFiles: false,
    check: (edit, { signal }) =>
      ask((_kinora, connection) => connection.send(createDryRunCall(edit, signal))),
    draw: (edit, order, { signal }) =>
      ask((_kinora, connection) => connection.send(createSheetCall(edit, order, signal))),
    render: (edit, _file, context) =>
      ask(async (kinora, connection) => {
        const { id } = await connection.send(createRenderCall(edit, context.signal));
        return toState(await get(kinora, id, context));
      }),
    follow: (id, waitMs, context) =>
      ask(async (kinora) => {
        const end = performance.now() + waitMs;
        for (;;) {
          const state = toState(await get(kinora, id, context));
          context.report(state.progress, state.status);
          if (isFinalState(state) || performance.now() + POLL_MS > end) return state;
          await sleep(POLL_MS, undefined, { signal: context.signal });
        }
      }),
    cancel: (id, context) =>
      ask(async (kinora) => {
        const state = toState(await get(kinora, id, context));
        // The server would delete the files of a render that is done.
        if (isFinalState(state)) return state;
        await kinora.renders.handle(id).cancel(context);
        return toState(await get(kinora, id, context));
      }),
    probe: (source, { signal }) =>
      ask((_kinora, connection) => connection.send(createProbeCall(requireUrl(source), signal))),
    listTemplates: ({ signal }) =>
      ask(async (kinora) =>
        (await kinora.templates.list({ signal })).map(({ id, name }) => ({ id, title: name })),
      ),
    readTemplate: (id, { signal }) =>
      ask(async (_kinora, connection) => {
        const answer = await connection.send(createTemplateCall(id, signal));
        return { id, ...(await compute('readTemplateAnswer', answer)) };
      }),
    kept: createKeptEdits(ask, compute),
    upload: (file, context) => ask((kinora) => uploadFile(kinora, file, folder, context)),
    close: () => Promise.resolve(),
  };
}

/** Rejects a path, which the server cannot read. */
function requireUrl(source: string): string {
  if (/^https?:/i.test(source)) return source;
  const message = `${JSON.stringify(source.slice(0, 100))} is not a URL. Bring the file with upload, and use the src that this returns.`;
  throw new KinoraError('asset_refused', message);
}

function toState({
  id,
  status,
  progress,
  eta,
  error,
  url,
  duration,
  outputs,
  warnings,
}: Render): RenderState {
  const single = url === undefined ? undefined : [{ file: url, duration }];
  const several = outputs?.flatMap(({ url: file, format, width, height, duration: length }): ResultFile[] =>
    file === null ? [] : [{ file, format, width, height, duration: length }],
  );
  return {
    id,
    status,
    progress,
    eta,
    error,
    files: status === 'done' ? (several ?? single) : undefined,
    warnings,
  };
}

async function uploadFile(
  kinora: KinoraClient,
  file: NewFile,
  folder: string | undefined,
  { signal, report }: CallContext,
): Promise<UploadAnswer> {
  const id = await sendFile(kinora, file, folder, { signal, report });
  try {
    return toUpload(await kinora.sources.wait(id, { signal, timeout: IMPORT_MS }));
  } catch (error) {
    if (!(error instanceof KinoraTimeoutError)) throw error;
    return { id, status: 'importing. Call upload with this id later.' };
  }
}

/** Sends a file to the server. Returns the id of its source. */
async function sendFile(
  kinora: KinoraClient,
  file: NewFile,
  folder: string | undefined,
  { signal, report }: CallContext,
): Promise<string> {
  if (file.kind === 'begun') return file.id;
  if (file.kind === 'url') return (await kinora.sources.create({ url: file.url }, { signal })).id;
  const onProgress = ({ sent, total }: { sent: number; total: number }): void =>
    report(total === 0 ? 1 : sent / total, 'uploading');
  if (file.kind === 'bytes')
    return (await kinora.upload(file.bytes, { name: file.name, signal, onProgress })).id;
  const { path } = file;
  if (folder === undefined)
    throw new KinoraError(
      'asset_refused',
      'Files on a machine cannot be named here. Give their content or a URL.',
    );
  const found = await findEnclosedFile(resolve(folder, path), [folder], path);
  const blob = await openAsBlob(found).catch((cause: unknown) => {
    throw new KinoraError(
      'asset_not_found',
      `There is no readable file ${JSON.stringify(path)} in ${folder}.`,
      { cause },
    );
  });
  return (await kinora.upload(blob, { name: basename(found), signal, onProgress })).id;
}

function toUpload({ status, source, error, duration, width, height }: Source): UploadAnswer {
  if (source === undefined || status !== 'ready')
    throw new KinoraError('asset_not_media', error ?? `The file was not imported: it is ${status}.`);
  return { src: source, duration, width, height };
}

/** Converts an error of the server to one that says what to change. */
function toAgentError(error: KinoraApiError, hint: string | undefined): Error {
  const { code, details, message } = error;
  const problems = details.map(({ message: sentence, path, field, pointer }) => ({
    message: sentence,
    path: path ?? toPath(field ?? pointer ?? ''),
  }));
  if (code === 'validation_failed' && problems.length > 0) {
    const dialect = /In the dialect "\w+" the edit is valid/.exec(message)?.[0];
    return new RejectedEdit(
      problems,
      dialect === undefined ? undefined : `${dialect}, but not in that of this server.`,
    );
  }
  return new KinoraError('destination_failed', hint === undefined ? message : `${message} ${hint}`, {
    cause: error,
  });
}

function toPath(field: string): Path {
  return field
    .split(/[./[\]]+/)
    .filter(Boolean)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
