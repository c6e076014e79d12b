import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backend, CallContext, EditJson, PictureOrder, PredictedRender } from '../../agents/backend.ts';
import { RejectedEdit } from '../../agents/rejected-edit.ts';
import { findEnclosedFile } from '../../base/disk/enclosed-path.ts';
import { KinoraError } from '../../base/errors.ts';
import { writeAtomically } from '../../render/write-atomically.ts';
import {
  type Dialect,
  type EditFiles,
  findOtherDialect,
  formatExtensionOf,
  listEditFiles,
  listFiles,
  nameEditFiles,
  type ParsedEdit,
  parseEdit,
  reduceToMoments,
  selectOutput,
} from '../../edit/index.ts';
import type { EditResult, RenderOptions, RequestContext } from '../../render/renderer.ts';
import { createTakenError, LocalRenders } from './local-renders.ts';
import { withinTime } from '../inspection.ts';
import type { LocalRenderer } from '../command-line-engine.ts';
import { uploadToFolder } from './upload-to-folder.ts';

/** The owner of all sources, so that agents and commands share one cache. */
const OWNER = 'local';
/** Milliseconds that a picture, a check or a probe may take, including the download of files. */
const TIME_LIMIT_MS = 120_000;
const TOO_LONG = `The call took longer than ${TIME_LIMIT_MS / 1000} s: the files arrive too slowly, or the edit is too complex.`;

/** There is no account that could have templates of its own, or keep edits. No tool asks for the latter. */
const NO_ACCOUNT: Pick<Backend, 'listTemplates' | 'readTemplate' | 'kept'> = {
  listTemplates: () => Promise.resolve([]),
  readTemplate: (id) => {
    const message = `There is no template "${id.slice(0, 60)}". Call templates without an id for the list.`;
    return Promise.reject(new KinoraError('not_found', message));
  },
  kept: {
    list: () => Promise.resolve([]),
    read: () => Promise.reject(new KinoraError('not_found', ONLY_SERVER)),
    save: () => Promise.reject(new KinoraError('not_found', ONLY_SERVER)),
  },
};
const ONLY_SERVER = 'Only a server keeps edits. Set KINORA_URL.';

/** The part of a renderer that the tools use. */
interface AgentRenderer extends Omit<LocalRenderer, 'renderer'> {
  readonly renderer: Pick<LocalRenderer['renderer'], 'render' | 'sheet' | 'dryRun' | 'probe'>;
}

/** The dependencies of a local backend. */
export interface LocalBackendConfig {
  /** Opens the renderer. Called at the first call that needs it. */
  readonly open: () => Promise<AgentRenderer>;
  /** The folder of the files that agents may use. Renders are written to it. */
  readonly folder: string;
  readonly dialect: Dialect;
  /** Number of renders at the same time. */
  readonly concurrency: number;
}

/** Creates a backend that does the work on this machine, without a server. */
export function createLocalBackend({ open, folder, dialect, concurrency }: LocalBackendConfig): Backend {
  const closing = new AbortController();
  const renders = new LocalRenders(concurrency);
  let opened: Promise<AgentRenderer> | undefined;
  const engine = (): Promise<AgentRenderer> => {
    closing.signal.throwIfAborted();
    return (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  };
  const parse = (edit: string): ParsedEdit => parseOrReject(JSON.parse(edit), dialect);
  const limit = <Value>(
    context: CallContext,
    work: (limited: RequestContext) => Promise<Value>,
  ): Promise<Value> => limitTime(AbortSignal.any([context.signal, closing.signal]), work);
  return {
    place: 'on this machine',
    folder,
    writesFiles: true,
    check: async (edit, context) => {
      const parsed = parse(edit);
      const { renderer } = await engine();
      const found = await limit(context, (limited) => renderer.dryRun(parsed, limited));
      // The renderer itself has written the JSON.
      const predicted = JSON.parse(found) as PredictedRender;
      const warnings = [...predicted.warnings, ...warnAboutSending(JSON.parse(edit) as EditJson)];
      return JSON.stringify({ response: { ...predicted, warnings } });
    },
    draw: async (edit, order, context) => {
      const parsed = parse(edit);
      const { renderer } = await engine();
      return await limit(context, (limited) => drawPicture(renderer, parsed, order, limited));
    },
    render: async (edit, file) => {
      const parsed = parse(edit);
      const targets = await chooseTargets(parsed, file, folder);
      const opener = await engine();
      return renders.start(parsed, targets, (...run) => renderToFiles(opener, parsed, targets, ...run));
    },
    follow: (id, waitMs, context) => renders.follow(id, waitMs, context),
    cancel: (id) => renders.cancel(id),
    probe: async (source, context) => {
      const { renderer } = await engine();
      const metadata = await limit(context, (limited) => renderer.probe(source, limited));
      return JSON.stringify({ response: { metadata } });
    },
    ...NO_ACCOUNT,
    upload: async (file, context) => {
      const { renderer } = await engine();
      const probe = (source: string): Promise<object> =>
        limit(context, (limited) => renderer.probe(source, limited));
      return await uploadToFolder(file, folder, probe);
    },
    async close() {
      closing.abort(new KinoraError('cancelled', 'The tools were stopped.'));
      await renders.close();
      await (await opened?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}

function limitTime<Value>(
  stop: AbortSignal,
  work: (context: RequestContext) => Promise<Value>,
): Promise<Value> {
  return withinTime(stop, TIME_LIMIT_MS, (signal) => work({ owner: OWNER, signal }), TOO_LONG);
}

async function drawPicture(
  renderer: AgentRenderer['renderer'],
  parsed: ParsedEdit,
  { moments, output, ...form }: PictureOrder,
  context: RequestContext,
): Promise<Uint8Array> {
  const chosen = selectOutput(parsed.edit, output);
  if (!chosen) throw new KinoraError('validation_failed', `The edit has no outputs[${output}].`);
  const edit = reduceToMoments(chosen, typeof moments === 'number' ? undefined : moments);
  const request = { sheet: { moments, ...form }, format: 'jpeg', watermark: false } as const;
  return (await renderer.sheet({ ...parsed, edit }, request, context)).picture;
}

async function renderToFiles(
  { renderer, folder }: AgentRenderer,
  parsed: ParsedEdit,
  targets: EditFiles,
  signal: AbortSignal,
  onProgress: RenderOptions['onProgress'],
): Promise<EditResult> {
  const own = await mkdtemp(join(folder, 'render-'));
  try {
    const options = { owner: OWNER, watermark: false, folder: own, signal, onProgress };
    // The file may have come while the render waited, or while it worked.
    await requireAbsent(targets);
    return await writeAtomically(targets, async (to) => {
      const result = await renderer.render(parsed, to, options);
      await requireAbsent(targets);
      return result;
    });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Warns about the fields that only a server obeys. */
function warnAboutSending(edit: EditJson): PredictedRender['warnings'] {
  const { output } = edit;
  const fields = [
    ...('callback' in edit ? ['callback'] : []),
    ...(typeof output === 'object' && output !== null && 'destinations' in output
      ? ['output.destinations']
      : []),
  ];
  return fields.map((field) => ({
    field,
    text: `${field} has no effect on this machine: only a server sends files and callbacks.`,
  }));
}

function parseOrReject(edit: unknown, dialect: Dialect): ParsedEdit {
  const parsed = parseEdit(edit, { dialect });
  if (parsed.ok) return parsed.value;
  const other = findOtherDialect(edit, { dialect });
  const hint =
    other && `In the dialect "${other}" the edit is valid. The user can set KINORA_DIALECT=${other}.`;
  throw new RejectedEdit(parsed.problems, hint);
}

/**
 * Chooses the files of a render. No file is replaced.
 *
 * @throws {KinoraError} `validation_failed` if the name does not fit or is taken.
 */
async function chooseTargets(
  { edit }: ParsedEdit,
  file: string | undefined,
  folder: string,
): Promise<EditFiles> {
  const ending = formatExtensionOf(edit.output.format);
  const name =
    file ??
    `kinora-${new Date()
      .toISOString()
      .replaceAll(/[-:]|\..*/g, '')
      .replace('T', '-')}-${Math.random().toString(36).slice(2, 6)}${ending}`;
  if (!name.toLowerCase().endsWith(ending))
    throw new KinoraError('validation_failed', `"file" must end in ${ending}, the format of the output.`);
  const path = await findEnclosedFile(join(folder, name), [folder], name);
  const targets = nameEditFiles(edit, path.slice(0, -ending.length));
  for (const target of listEditFiles(targets).flatMap(listFiles))
    await findEnclosedFile(target, [folder], name);
  await requireAbsent(targets);
  return targets;
}

/** Rejects targets that exist. @throws {KinoraError} `validation_failed` for the first one. */
async function requireAbsent(targets: EditFiles): Promise<void> {
  for (const target of listEditFiles(targets).flatMap(listFiles))
    // A path is also taken by a link that leads nowhere.
    if ((await lstat(target).catch(() => undefined)) !== undefined) throw createTakenError(target);
}
