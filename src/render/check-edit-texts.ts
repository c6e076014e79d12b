import { KinoraError } from '../base/errors.ts';
import { type Logger, SILENT } from '../base/logger.ts';
import { type Edit, listSources, type ParsedEdit, type Warning } from '../edit/model.ts';
import { checkLocalFile, locateSource } from './fetch/source-location.ts';
import { isProcessFailure, runInChild } from './isolate/run-in-child.ts';
import type { ProcessLimits } from './isolate/watchdog.ts';
import { hasText } from './produce/text-clips.ts';

/** Limits for the child process. */
const LIMITS: ProcessLimits = { memoryBytes: 2 ** 30, timeMs: 25_000, stallMs: 25_000 };
/** The sources that determine how texts look. */
const READ_KINDS: ReadonlySet<string> = new Set(['font', 'caption', 'rich-caption']);

/** Options of the check of the texts of an edit. */
export interface TextCheckOptions {
  /** The folder that relative paths of sources start from. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly log?: Logger;
}

/**
 * Warns about the texts of an edit that do not fit. Reads local fonts and subtitles, but nothing over the
 * network: a text with another font, and captions with other subtitles, are not checked.
 *
 * @throws {KinoraError} `cancelled`.
 */
export async function checkEditTexts(
  { edit, dialect }: ParsedEdit,
  { folder, signal, log = SILENT }: TextCheckOptions,
): Promise<readonly Warning[]> {
  if (!hasText(edit)) return [];
  const files = await findLocalFiles(edit, folder);
  try {
    const task = { kind: 'checkTexts', edit, dialect, files } as const;
    return await runInChild(task, { signal, log, limits: LIMITS });
  } catch (error) {
    // The edit is valid, even if its texts cannot be checked.
    if (isProcessFailure(error)) return [NOT_CHECKED];
    throw error;
  }
}

const NOT_CHECKED: Warning = {
  field: 'timeline',
  text: 'The texts were not checked, because that takes too much time or memory. They may not fit into their boxes.',
};

/** Returns the paths of the readable local fonts and subtitles of an edit by their `src`. */
async function findLocalFiles(edit: Edit, folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { url, kind } of listSources(edit)) {
    if (!READ_KINDS.has(kind) || Object.hasOwn(files, url)) continue;
    const path = await findLocalFile(url, folder);
    if (path !== undefined) files[url] = path;
  }
  return files;
}

async function findLocalFile(url: string, folder: string): Promise<string | undefined> {
  try {
    const location = locateSource(url, undefined, folder);
    if (location.kind !== 'file') return undefined;
    await checkLocalFile(location.path, location.displayName);
    return location.path;
  } catch (error) {
    if (error instanceof KinoraError) return undefined;
    throw error;
  }
}
