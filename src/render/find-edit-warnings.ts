import { KinoraError } from '../base/errors.ts';
import {
  combineWarnings,
  findWarnings,
  lengthWithoutMedia,
  listOutputs,
  type ParsedEdit,
  resolveTimes,
  type Warning,
  type Edit,
  listSources,
} from '../edit/model.ts';
import { checkEditTexts, type TextCheckOptions } from './check-edit-texts.ts';
import { checkLocalFile, locateSource } from './fetch/source-location.ts';

/** Maximum number of warnings. */
const MAX_WARNINGS = 20;

/**
 * Warns about the local sources of an edit that are missing, empty or not readable.
 *
 * @param folder the folder that relative paths of sources start from.
 */
async function warnAboutFiles(edit: Edit, folder: string): Promise<readonly Warning[]> {
  const warnings: Warning[] = [];
  for (const { url, field } of listSources(edit)) {
    const text = await findFault(url, folder);
    if (text !== undefined) warnings.push({ field, text });
    if (warnings.length === MAX_WARNINGS) break;
  }
  return warnings;
}

/** Returns why a source cannot be read. Undefined if it can be read, or is not a local file. */
async function findFault(url: string, folder: string): Promise<string | undefined> {
  // All others are URLs, or names for other clips.
  if (/^[a-z][\w+.-]*:/i.test(url) && !/^file:/i.test(url)) return undefined;
  try {
    const location = locateSource(url, undefined, folder);
    if (location.kind === 'file') await checkLocalFile(location);
    return undefined;
  } catch (error) {
    if (error instanceof KinoraError) return error.message;
    throw error;
  }
}

/**
 * Returns all warnings about an edit. Looks for its local files. Reads local fonts and subtitles, which show if
 * the texts fit, and the sizes of local pictures. Opens no network.
 *
 * @throws {KinoraError} `cancelled`.
 */
export async function findEditWarnings(
  parsed: ParsedEdit,
  options: TextCheckOptions,
): Promise<readonly Warning[]> {
  const { edit, dialect } = parsed;
  const times = resolveTimes(edit, lengthWithoutMedia);
  const found = listOutputs(edit).map((each) => findWarnings(each, times, dialect));
  return [
    ...parsed.warnings,
    ...(await warnAboutFiles(edit, options.folder)),
    ...combineWarnings(edit, found),
    ...(await checkEditTexts(parsed, options)),
  ];
}
