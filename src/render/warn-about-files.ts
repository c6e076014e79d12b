import { KinoraError } from '../base/errors.ts';
import { type Edit, listSources, type Warning } from '../edit/model.ts';
import { checkLocalFile, locateSource } from './fetch/source-location.ts';

/** Maximum number of warnings. */
const MAX_WARNINGS = 20;

/**
 * Warns about the local sources of an edit that are missing, empty or not readable.
 *
 * @param folder the folder that relative paths of sources start from.
 */
export async function warnAboutFiles(edit: Edit, folder: string): Promise<readonly Warning[]> {
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
