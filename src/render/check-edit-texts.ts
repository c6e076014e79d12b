import { KinoraError } from '../base/errors.ts';
import { type Logger, SILENT } from '../base/logger.ts';
import {
  combineWarnings,
  type Dialect,
  type Edit,
  listOutputs,
  listSources,
  packEdit,
  type ParsedEdit,
  type Warning,
} from '../edit/model.ts';
import { checkScripts } from './browse/check-scripts.ts';
import { checkLocalFile, locateSource } from './fetch/source-location.ts';
import { isProcessFailure, runInChild } from './child/run-in-child.ts';
import { hasText } from './produce/text-clips.ts';
import { warnAboutPictures } from './produce/warn-about-pictures.ts';

/** The sources that determine how texts look. They are read first. */
const TEXT_KINDS: ReadonlySet<string> = new Set(['font', 'caption', 'rich-caption']);
/** The sources that have pictures. Sounds are not read, because a long one can take seconds. */
const PICTURE_KINDS: ReadonlySet<string> = new Set(['image', 'video', 'luma']);
/** Maximum number of sources to read. More of them would take seconds. */
const MAX_SOURCES = 200;

/** Options of the check of the texts of an edit. */
export interface TextCheckOptions {
  /** The folder that relative paths of sources start from. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly log?: Logger;
}

/**
 * Warns about the clips of an edit that are never visible, about enlarged pictures, and about texts that do not
 * fit. Reads local files, but nothing over the network: what depends on other files is not checked.
 *
 * @throws {KinoraError} `validation_failed` for a script with a syntax error; `cancelled`.
 */
export async function checkEditTexts(
  parsed: ParsedEdit,
  { folder, signal, log = SILENT }: TextCheckOptions,
): Promise<readonly Warning[]> {
  const { edit, dialect } = parsed;
  checkScripts(edit);
  const files = await findLocalFiles(edit, folder);
  if (!hasText(edit) && Object.keys(files).length === 0) return warnAboutAll(edit, dialect);
  try {
    const sent = { ...packEdit(parsed), replacements: [] };
    const task = { kind: 'checkTexts', edit: sent, dialect, files } as const;
    return await runInChild(task, { signal, log });
  } catch (error) {
    // The edit is valid, even if it cannot be checked further.
    if (isProcessFailure(error)) return [...warnAboutAll(edit, dialect), NOT_CHECKED];
    throw error;
  }
}

function warnAboutAll(edit: Edit, dialect: Dialect): Warning[] {
  return combineWarnings(
    edit,
    listOutputs(edit).map((each) => warnAboutPictures(each, dialect)),
  );
}

const NOT_CHECKED: Warning = {
  field: 'timeline',
  text: 'The texts and media were not checked, because that takes too much time or memory. Texts may not fit into their boxes, and clips may lie outside the picture.',
};

/** Returns the paths of the first readable local sources of an edit by their `src`. */
async function findLocalFiles(edit: Edit, folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const sources = listSources(edit);
  const read = [TEXT_KINDS, PICTURE_KINDS].flatMap((kinds) => sources.filter(({ kind }) => kinds.has(kind)));
  for (const url of new Set(read.map(({ url }) => url))) {
    const path = await findLocalFile(url, folder);
    if (path !== undefined) files[url] = path;
    if (Object.keys(files).length >= MAX_SOURCES) break;
  }
  return files;
}

async function findLocalFile(url: string, folder: string): Promise<string | undefined> {
  try {
    const location = locateSource(url, undefined, folder);
    if (location.kind !== 'file') return undefined;
    await checkLocalFile(location);
    return location.path;
  } catch (error) {
    if (error instanceof KinoraError) return undefined;
    throw error;
  }
}
