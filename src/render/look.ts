import { KinoraError, type ErrorCode } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { shownUrl } from '../base/shown-url.ts';
import { type Edit, sourcesOf } from '../edit/index.ts';
import type { Looked, Sources } from './fetch/index.ts';
import type { Unmeasured } from './media/measured.ts';
import { inChildProcess } from './isolate/isolate.ts';
import type { Outcomes } from './isolate/tasks.ts';
import type { Limits } from './isolate/watch.ts';
import { type DryRun, dryRun, type MeasuredByUrl } from './resolve/dry-run.ts';

export type { DryRun } from './resolve/dry-run.ts';
/** What ffprobe would say of a file. */
export type Inspected = Outcomes['inspect'];

/** More than reading the head of any file should take. */
const LIMITS: Limits = { memory: 2 ** 30, time: 30_000, stall: 30_000 };
/** Files that are asked for at the same time. */
const AT_ONCE = 8;
/** How a child process can end that has read a file of bad intent. */
const OVERCOME: readonly ErrorCode[] = [
  'render_crashed',
  'render_out_of_memory',
  'render_stalled',
  'render_timed_out',
];

const TOO_MUCH = 'cannot be read: it takes more time or memory than any media file should';
/** How long it may take to look at all sources of an edit. */
const ALL_LOOKED_AT_MS = 30_000;
const LATE = 'was not looked at: the other sources took too long';

/** What looking at media needs. */
export interface LookOptions {
  readonly sources: Sources;
  /** Whose cache of sources is used. */
  readonly owner: string;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * Describes a media file as `ffprobe -show_streams -show_chapters -show_format -of json` does.
 *
 * @param url as {@link Sources.look} takes it; in the answer it stands without credentials.
 * @throws {KinoraError} `asset_not_media` with what the file is instead, the other `asset_` codes when it cannot be had, or
 *   `cancelled`.
 */
export async function inspectMedia(url: string, options: LookOptions): Promise<Inspected> {
  const { sources, owner, signal, log } = options;
  const shown = shownUrl(url);
  const looked = await sources.look(url, { owner, cache: true, signal });
  try {
    const task = {
      kind: 'inspect',
      files: { [url]: looked.file },
      filename: withoutCredentials(url),
      shown,
    } as const;
    return await inChildProcess(task, { signal, log, limits: LIMITS });
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
 * left open, with a warning.
 *
 * @throws {KinoraError} `validation_failed` as a render of it would, or `cancelled`.
 */
export async function lookAtEdit(edit: Edit, options: LookOptions): Promise<DryRun> {
  return dryRun(edit, await measuredSources(edit, options));
}

async function measuredSources(edit: Edit, options: LookOptions): Promise<MeasuredByUrl> {
  const { signal, log } = options;
  const looked = new Map<string, Looked>();
  try {
    const unseen = await lookAtEach(edit, looked, options);
    if (looked.size === 0) return unseen;
    const files = Object.fromEntries([...looked].map(([url, { file }]) => [url, file]));
    try {
      const measured = await inChildProcess({ kind: 'measure', files }, { signal, log, limits: LIMITS });
      return { ...unseen, ...measured };
    } catch (error) {
      if (!isOvercome(error)) throw error;
      return {
        ...unseen,
        ...Object.fromEntries(Object.keys(files).map((url) => [url, { phrase: TOO_MUCH }])),
      };
    }
  } finally {
    await Promise.all([...looked.values()].map((file) => file.release()));
  }
}

/** Looks at every source, each once. @returns why, for those that cannot be had; the others are in `looked`. */
async function lookAtEach(
  edit: Edit,
  looked: Map<string, Looked>,
  { sources, owner, signal }: LookOptions,
): Promise<Record<string, Unmeasured>> {
  const unseen: Record<string, Unmeasured> = {};
  const waiting = [...new Set(sourcesOf(edit).map(({ url }) => url))];
  const request = {
    owner,
    cache: edit.timeline.cache ?? true,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ALL_LOOKED_AT_MS)]),
  };
  const lane = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      try {
        looked.set(url, await sources.look(url, request));
      } catch (error) {
        if (!(error instanceof KinoraError) || signal.aborted) throw error;
        unseen[url] = error.code === 'cancelled' ? { phrase: LATE } : { sentence: error.message };
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason;
  return unseen;
}

function isOvercome(error: unknown): boolean {
  return error instanceof KinoraError && OVERCOME.includes(error.code);
}

function withoutCredentials(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  return url.href;
}
