import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import { type Edit, listClips, listSources } from '../edit/model.ts';
import type { InspectedSource } from './fetch/index.ts';
import { TOO_EXPENSIVE } from './inspect-media.ts';
import { isProcessFailure, runInChild } from './isolate/run-in-child.ts';
import type { DryRunTask } from './isolate/tasks.ts';
import type { ProcessLimits } from './isolate/watchdog.ts';
import type { MeasureFailure } from './media/measured-media.ts';
import type { RendererConfig, RequestContext } from './renderer-config.ts';
import { dryRun, type MeasuredByUrl } from './resolve/dry-run.ts';

/** Most of the time is for the files, each of which may come slowly. */
const LIMITS: ProcessLimits = { memoryBytes: 2 ** 30, timeMs: 25_000, stallMs: 25_000 };
/** Sources that are opened at the same time. */
const MAX_CONCURRENT = 8;
/** No further source of an edit is opened after this time. */
const OPEN_WITHIN_MS = 20_000;
/** Sources of an edit that are opened: each is an open file, and one or more requests to somebody's server. */
const MAX_SOURCES = 500;
/** Clips of an edit that is worked on in this process, in a few milliseconds. */
const MAX_CLIPS_HERE = 200;

const EDIT_TOO_LARGE =
  'The edit takes more time or memory than a look at it may; give it fewer clips or shorter texts.';

/** What a dry run works with. */
type DryRunParts = Pick<RendererConfig, 'dialect' | 'log' | 'children'> & Pick<RequestContext, 'signal'>;

/**
 * Works out what a render of an edit would make, reading its sources but rendering nothing. What cannot be read is left open, with a
 * warning. A large edit is worked on in a child process: the caller does not stand still.
 *
 * @returns a `DryRun` as JSON.
 * @throws {KinoraError} `validation_failed` as a render of it would, or because it is too large, or `cancelled`.
 */
export async function dryRunEdit(
  edit: Edit,
  config: RendererConfig,
  context: RequestContext,
): Promise<string> {
  const opened = new Map<string, InspectedSource>();
  try {
    const failures = await openSources(edit, opened, config, context);
    const isSmall = listClips(edit).length <= MAX_CLIPS_HERE;
    if (opened.size === 0 && isSmall) return JSON.stringify(dryRun(edit, failures, config.dialect));
    const files = Object.fromEntries([...opened].map(([url, { file }]) => [url, file]));
    return await dryRunInChild(edit, files, failures, { ...config, signal: context.signal });
  } finally {
    await Promise.all([...opened.values()].map((source) => source.release()));
  }
}

/** In a child process; and where that does not get through the files, in another one without them. */
async function dryRunInChild(
  edit: Edit,
  files: DryRunTask['files'],
  failures: MeasuredByUrl,
  parts: DryRunParts,
): Promise<string> {
  const { dialect, signal, log, children } = parts;
  const task = { kind: 'dryRun', edit, files, failures, dialect } as const;
  try {
    return await runInChild(task, { signal, log, children, limits: LIMITS });
  } catch (error) {
    if (!isProcessFailure(error)) throw error;
    const urls = Object.keys(files);
    if (urls.length === 0) throw new KinoraError('validation_failed', EDIT_TOO_LARGE, { cause: error });
    const unread = Object.fromEntries(urls.map((url) => [url, { phrase: TOO_EXPENSIVE }]));
    return dryRunInChild(edit, {}, { ...failures, ...unread }, parts);
  }
}

/** The URLs to open. Found one by one: the place of each of 100,000 sources would take the caller half a second. */
function firstUrls(edit: Edit): Set<string> {
  const { timeline } = edit;
  const urls = new Set(listSources({ ...edit, timeline: { ...timeline, tracks: [] } }).map(({ url }) => url));
  for (const { clip } of listClips(edit)) {
    if (urls.size >= MAX_SOURCES) break;
    for (const { url } of listSources({ ...edit, timeline: { tracks: [{ clips: [clip] }] } })) urls.add(url);
  }
  return urls;
}

/** Opens the sources, each once, into `opened`. @returns why, for those that cannot be opened. */
async function openSources(
  edit: Edit,
  opened: Map<string, InspectedSource>,
  { sources }: RendererConfig,
  { owner, signal }: RequestContext,
): Promise<Record<string, MeasureFailure>> {
  const failures: Record<string, MeasureFailure> = {};
  const request = {
    owner,
    cache: edit.timeline.cache ?? true,
    signal: AbortSignal.any([signal, AbortSignal.timeout(OPEN_WITHIN_MS)]),
  };
  const openSource = async (url: string): Promise<void> => {
    if (request.signal.aborted) return;
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
  if (signal.aborted) throw new KinoraError('cancelled', 'The look at the edit was cancelled.');
  return failures;
}
