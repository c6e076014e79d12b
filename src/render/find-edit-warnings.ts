import {
  combineWarnings,
  findWarnings,
  lengthWithoutMedia,
  listOutputs,
  type ParsedEdit,
  resolveTimes,
  type Warning,
} from '../edit/model.ts';
import { checkEditTexts, type TextCheckOptions } from './check-edit-texts.ts';
import { warnAboutFiles } from './warn-about-files.ts';

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
