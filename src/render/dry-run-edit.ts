import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import {
  combineWarnings,
  type Edit,
  generatedTypeOf,
  listClips,
  listGeneratedAssets,
  listOutputs,
  listSources,
  type MissingMedia,
  type PackedEdit,
  outputShape,
  toSentence,
  unpackEdit,
  usesCache,
} from '../edit/model.ts';
import { checkScripts } from './browse/check-scripts.ts';
import type { InspectedSource } from './fetch/index.ts';
import { findGenerated, type FoundGeneration } from './generate/generate-assets.ts';
import { warnAboutHardware } from './hardware/warn-about-hardware.ts';
import { TOO_EXPENSIVE } from './inspect-media.ts';
import { isProcessFailure, runInChild } from './child/run-in-child.ts';
import type { SingleTask } from './child/tasks.ts';
import type { MeasureFailure } from './media/measured-media.ts';
import { hasText } from './produce/text-clips.ts';
import { hasSvg } from './steps/pages.ts';
import { warnAboutPictures } from './produce/warn-about-pictures.ts';
import type { DryRunContext, RendererConfig, RequestContext } from './renderer-config.ts';
import { dryRun, type MeasuredByUrl } from './resolve/dry-run.ts';
import { usePath } from '../base/process/paths-in-use.ts';

/** Maximum number of sources to open at the same time. */
const MAX_CONCURRENT = 8;
/**
 * Milliseconds for opening the sources of an edit. If a source is not open by then, the values that depend on
 * this source stay unknown.
 */
const OPEN_WITHIN_MS = 20_000;
/** Milliseconds for making the media of an edit that Kinora makes itself. */
const MAKE_WITHIN_MS = 45_000;
/**
 * Maximum number of sources to open per edit. Each costs an open file and at least one request to a server.
 */
const MAX_SOURCES = 500;
/**
 * Maximum number of clips and bytes of an edit for a dry run in this process, where a dry run of that size takes a
 * few milliseconds.
 */
const MAX_HERE = { clips: 200, bytes: 32_000 } as const;

const EDIT_TOO_LARGE =
  'The edit needs more time or memory than a dry run is allowed. Use fewer clips or shorter texts.';

/** The configuration and the context that a dry run in a child process uses. */
type DryRunParts = Pick<RendererConfig, 'log' | 'children'> & Pick<RequestContext, 'signal'>;

/**
 * Works out what a render of an edit would make. Reads the sources, but renders nothing. A source that cannot
 * be read leaves values unknown and adds a warning. The dry run of an edit with sources, texts or many
 * clips runs in a child process, so that the caller is not blocked.
 *
 * @returns a `DryRun` as JSON. With `free`, it also has `missing`, a list of {@link MissingMedia}.
 * @throws {KinoraError} `validation_failed` if the edit is too large, or if a render of the edit would fail
 *   with this code; `cancelled`.
 */
export async function dryRunEdit(
  { outline, bytes, dialect, warnings: reading }: PackedEdit,
  config: RendererConfig,
  context: DryRunContext,
): Promise<string> {
  checkScripts(outline);
  await using stack = new AsyncDisposableStack();
  const isShort = bytes.length <= MAX_HERE.bytes;
  const given = isShort ? unpackEdit({ bytes }) : outline;
  const found = await findKept(given, config, context, stack);
  const { edit, replacements, files: kept, measured, words, warnings: generation } = found;
  const answer = (json: string): string =>
    context.free ? addMissing(json, [...context.free.unavailable, ...found.missing]) : json;
  const warnings = [...reading, ...generation, ...(await warnAboutHardware(given))];
  const opened = new Map<string, InspectedSource>();
  stack.defer(() =>
    Promise.all([...opened.values()].map((source) => source.release())).then(() => undefined),
  );
  const failures = await openSources(edit, opened, config, context);
  const isSmall = isShort && listClips(edit).length <= MAX_HERE.clips;
  const files = { ...Object.fromEntries([...opened].map(([url, { file }]) => [url, file])), ...kept };
  const known = { ...failures, ...measured };
  const noBrowser = hasSvg(edit) ? await config.browser.findObstacle() : undefined;
  // Texts are laid out in a child process only: fonts take memory, and long texts take time.
  if (Object.keys(files).length === 0 && isSmall && !hasText(edit) && noBrowser === undefined)
    return answer(
      JSON.stringify(
        dryRun(edit, known, dialect, [
          ...warnings,
          ...combineWarnings(
            edit,
            listOutputs(edit).map((each) => warnAboutPictures(each, dialect, known)),
          ),
        ]),
      ),
    );
  return answer(
    await dryRunInChild(
      {
        edit: { outline: edit, bytes, replacements },
        dialect,
        files,
        failures: known,
        warnings,
        words,
        noBrowser,
      },
      { ...config, signal: context.signal },
    ),
  );
}

/** The known facts of the generated assets of an edit, without generating anything. */
interface KeptFiles extends Pick<FoundGeneration, 'edit' | 'replacements' | 'files' | 'words' | 'warnings'> {
  /** The known facts of the missing files. */
  readonly measured: MeasuredByUrl;
  readonly missing: readonly MissingMedia[];
}

/**
 * Finds the kept files of the generated assets of an edit, and makes those that cost nothing if it may.
 *
 * @param stack removes the local copies.
 */
async function findKept(
  edit: Edit,
  { generated, folder: parent }: RendererConfig,
  { owner, signal, free }: DryRunContext,
  stack: AsyncDisposableStack,
): Promise<KeptFiles> {
  if (listGeneratedAssets(edit).length === 0)
    return { edit, replacements: [], files: {}, words: {}, measured: {}, warnings: [], missing: [] };
  const folder = await mkdtemp(join(parent, 'dry-run-'));
  stack.use(usePath(folder));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const found = await findGenerated(
    edit,
    {
      generated,
      makesFree: free !== undefined,
      owner,
      folder,
      viewport: outputShape(edit.output),
      cache: usesCache(edit),
      signal: AbortSignal.any([signal, AbortSignal.timeout(free ? MAKE_WITHIN_MS : OPEN_WITHIN_MS)]),
    },
    MAX_SOURCES,
  );
  const measured = found.missing.flatMap(({ src, type, reason }): [string, MeasuredByUrl[string]][] => {
    if (reason.code === 'cancelled') return [];
    // The length of an image does not depend on its file, so there is nothing to warn about.
    if (type === 'text-to-image' || type === 'image') return [[src, { kind: 'still' }]];
    const unknown = reason.code === 'not_generated' ? ' Until then, its length is unknown.' : '';
    return [[src, { sentence: reason.message + unknown }]];
  });
  return { ...found, measured: Object.fromEntries(measured), missing: found.missing.map(describeMissing) };
}

/** Adds what is missing to a dry run as JSON, one remark for each asset. Does not parse the text, which may be large. */
function addMissing(json: string, missing: readonly MissingMedia[]): string {
  const assets = missing.map(({ field }) => field.slice(0, field.lastIndexOf('.')));
  const list = missing.filter((_, index) => assets.indexOf(assets[index] ?? '') === index);
  return `${json.slice(0, -1)},"missing":${JSON.stringify(list)}}`;
}

/** Says why generated media are missing, and who can make them. */
function describeMissing({ field, reason }: FoundGeneration['missing'][number]): MissingMedia {
  if (reason.code === 'not_generated') return { field, text: MADE_BY_SERVICE, reason: 'service' };
  if (reason.code === 'cancelled') return { field, text: TOO_SLOW, reason: 'failed' };
  return { field, text: toSentence(reason.message), reason: 'failed' };
}

const MADE_BY_SERVICE =
  'An outside service makes this when the edit is rendered, and may charge for it. What was made once is kept.';
const TOO_SLOW = 'Kinora needs longer than a dry run may take to make this. A render has more time.';

/**
 * Runs a dry run in a child process. If the process exceeds its limits, repeats the dry run without the
 * files, because reading a file is the likely cause.
 */
async function dryRunInChild(work: Omit<SingleTask<'dryRun'>, 'kind'>, parts: DryRunParts): Promise<string> {
  const { signal, log, children } = parts;
  const task = { kind: 'dryRun', ...work } as const;
  try {
    return await runInChild(task, { signal, log, children });
  } catch (error) {
    if (!isProcessFailure(error)) throw error;
    const urls = Object.keys(work.files);
    if (urls.length === 0) throw new KinoraError('validation_failed', EDIT_TOO_LARGE, { cause: error });
    const unread = Object.fromEntries(urls.map((url) => [url, { phrase: TOO_EXPENSIVE }]));
    return dryRunInChild({ ...work, files: {}, failures: { ...work.failures, ...unread } }, parts);
  }
}

/**
 * Lists the URLs to open. Stops at `MAX_SOURCES`, because listing 100,000 sources would take half a second.
 */
function firstUrls(edit: Edit): Set<string> {
  const { timeline } = edit;
  const urls = new Set(listSources({ ...edit, timeline: { ...timeline, tracks: [] } }).map(({ url }) => url));
  for (const { clip } of listClips(edit)) {
    if (urls.size >= MAX_SOURCES) break;
    // The clips of a group are in the list themselves.
    if (clip.asset.type === 'group') continue;
    for (const { url } of listSources({ ...edit, timeline: { tracks: [{ clips: [clip] }] } })) urls.add(url);
  }
  return urls;
}

/** Opens each source once and adds it to `opened`. @returns the failures by URL. */
async function openSources(
  edit: Edit,
  opened: Map<string, InspectedSource>,
  { sources }: RendererConfig,
  { owner, signal }: RequestContext,
): Promise<Record<string, MeasureFailure>> {
  const failures: Record<string, MeasureFailure> = {};
  const request = {
    owner,
    cache: usesCache(edit),
    signal: AbortSignal.any([signal, AbortSignal.timeout(OPEN_WITHIN_MS)]),
  };
  const openSource = async (url: string): Promise<void> => {
    if (request.signal.aborted || generatedTypeOf(url) !== undefined) return;
    try {
      opened.set(url, await sources.openForInspection(url, request));
    } catch (error) {
      if (!(error instanceof KinoraError) || signal.aborted) throw error;
      if (error.code !== 'cancelled') failures[url] = { sentence: error.message };
    }
  };
  const limit = pLimit(MAX_CONCURRENT);
  const outcomes = await Promise.allSettled([...firstUrls(edit)].map((url) => limit(openSource, url)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  if (signal.aborted) throw new KinoraError('cancelled', 'The dry run was cancelled.');
  return failures;
}
