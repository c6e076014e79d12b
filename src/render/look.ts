import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { shownUrl } from '../base/shown-url.ts';
import { clipsOf, type Edit, sourcesOf } from '../edit/edit.ts';
import type { Looked, Sources } from './fetch/index.ts';
import type { Unmeasured } from './media/measured.ts';
import type { Children } from './isolate/children.ts';
import { inChildProcess, isOvercome } from './isolate/isolate.ts';
import type { DryRunTask, Outcomes } from './isolate/tasks.ts';
import type { Limits } from './isolate/watch.ts';
import { dryRun, type MeasuredByUrl } from './resolve/dry-run.ts';
import type { Dialect } from './resolve/playback.ts';

export type { DryRun } from './resolve/dry-run.ts';
/** What ffprobe would say of a file. */
export type Inspected = Outcomes['inspect'];

/** More than reading the head of any file should take. */
const LIMITS: Limits = { memory: 2 ** 30, time: 30_000, stall: 30_000 };
/** Files that are asked for at the same time. */
const AT_ONCE = 8;
/** Most of the time is for the files, each of which may come slowly. */
const DRY_RUN_LIMITS: Limits = { memory: 2 ** 30, time: 25_000, stall: 25_000 };

const TOO_MUCH = 'cannot be read: it takes more time or memory than any media file should';
const EDIT_TOO_LARGE =
  'The edit takes more time or memory than a look at it may; give it fewer clips or shorter texts.';
/** After so long no further source of an edit is looked at. */
const ALL_LOOKED_AT_MS = 20_000;
/** Sources of an edit that are looked at: each is an open file, and one or more requests to somebody's server. */
const MOST_LOOKED_AT = 500;
/** Clips of an edit that is worked on without a process of its own, in a few milliseconds. */
const ON_THE_SPOT = 200;

/** What looking at media needs. */
export interface LookOptions {
  readonly sources: Sources;
  /** Whose cache of sources is used. */
  readonly owner: string;
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Where child processes come from; each is a new one where absent. */
  readonly children?: Children | undefined;
}

/**
 * Describes a media file as `ffprobe -show_streams -show_chapters -show_format -of json` does.
 *
 * @param url as {@link Sources.look} takes it; in the answer it stands without credentials.
 * @throws {KinoraError} `asset_not_media` with what the file is instead, the other `asset_` codes when it cannot be had, or
 *   `cancelled`.
 */
export async function inspectMedia(url: string, options: LookOptions): Promise<Inspected> {
  const { sources, owner, signal, log, children } = options;
  const shown = shownUrl(url);
  const looked = await sources.look(url, { owner, cache: true, signal });
  try {
    const task = {
      kind: 'inspect',
      files: { [url]: looked.file },
      filename: withoutCredentials(url),
      shown,
    } as const;
    return await inChildProcess(task, { signal, log, children, limits: LIMITS });
  } catch (error) {
    throw isOvercome(error)
      ? new KinoraError('asset_not_media', `${shown} ${TOO_MUCH}.`, { cause: error })
      : error;
  } finally {
    await looked.release();
  }
}

/**
 * Works out what a render of an edit would make, looking at its sources but rendering nothing. What cannot be looked at is
 * left open, with a warning. An edit of any size is worked on elsewhere: the caller does not stand still.
 *
 * @returns a {@link DryRun} as JSON.
 * @throws {KinoraError} `validation_failed` as a render of it would, or because it is too large, or `cancelled`.
 */
export async function lookAtEdit(
  edit: Edit,
  options: LookOptions & { readonly dialect: Dialect },
): Promise<string> {
  const looked = new Map<string, Looked>();
  try {
    const unseen = await lookAtEach(edit, looked, options);
    const isSmall = clipsOf(edit).length <= ON_THE_SPOT;
    if (looked.size === 0 && isSmall) return JSON.stringify(dryRun(edit, unseen, options.dialect));
    const files = Object.fromEntries([...looked].map(([url, { file }]) => [url, file]));
    return await dryRunApart(edit, files, unseen, options);
  } finally {
    await Promise.all([...looked.values()].map((file) => file.release()));
  }
}

/** In a process of its own; and where that does not get through the files, in another one without them. */
async function dryRunApart(
  edit: Edit,
  files: DryRunTask['files'],
  unseen: MeasuredByUrl,
  {
    signal,
    log,
    children,
    dialect,
  }: Pick<LookOptions, 'signal' | 'log' | 'children'> & { readonly dialect: Dialect },
): Promise<string> {
  const task = { kind: 'dryRun', edit, files, unseen, dialect } as const;
  try {
    return await inChildProcess(task, { signal, log, children, limits: DRY_RUN_LIMITS });
  } catch (error) {
    if (!isOvercome(error)) throw error;
    const urls = Object.keys(files);
    if (urls.length === 0) throw new KinoraError('validation_failed', EDIT_TOO_LARGE, { cause: error });
    const unread = Object.fromEntries(urls.map((url) => [url, { phrase: TOO_MUCH }]));
    return dryRunApart(edit, {}, { ...unseen, ...unread }, { signal, log, children, dialect });
  }
}

/** The URLs to look at. Found one by one: the place of each of 100,000 sources would take the caller half a second. */
function firstUrls(edit: Edit): Set<string> {
  const { timeline } = edit;
  const urls = new Set(sourcesOf({ ...edit, timeline: { ...timeline, tracks: [] } }).map(({ url }) => url));
  for (const { clip } of clipsOf(edit)) {
    if (urls.size >= MOST_LOOKED_AT) break;
    for (const { url } of sourcesOf({ ...edit, timeline: { tracks: [{ clips: [clip] }] } })) urls.add(url);
  }
  return urls;
}

/** Looks at the sources, each once. @returns why, for those that cannot be had; those that can are in `looked`. */
async function lookAtEach(
  edit: Edit,
  looked: Map<string, Looked>,
  { sources, owner, signal }: LookOptions,
): Promise<Record<string, Unmeasured>> {
  const unseen: Record<string, Unmeasured> = {};
  // The lanes share it.
  const waiting = firstUrls(edit).values();
  const request = {
    owner,
    cache: edit.timeline.cache ?? true,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ALL_LOOKED_AT_MS)]),
  };
  const lane = async (): Promise<void> => {
    for (const url of waiting) {
      if (request.signal.aborted) return;
      try {
        looked.set(url, await sources.look(url, request));
      } catch (error) {
        if (!(error instanceof KinoraError) || signal.aborted) throw error;
        if (error.code !== 'cancelled') unseen[url] = { sentence: error.message };
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason;
  if (signal.aborted) throw new KinoraError('cancelled', 'The look at the edit was cancelled.');
  return unseen;
}

function withoutCredentials(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  return url.href;
}
