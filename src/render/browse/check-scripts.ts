import { Script } from 'node:vm';
import { KinoraError } from '../../base/errors.ts';
import { clipPathOf, type Edit, formatPath, listClips } from '../../edit/model.ts';
import { SCRIPT_NAME } from './moving-page.ts';
import { quotePage } from './page-messages.ts';

/**
 * Checks the scripts of the pages that move, without running them.
 *
 * @throws {KinoraError} `validation_failed` with the field and the line of the first syntax error.
 */
export function checkScripts(edit: Edit): void {
  for (const location of listClips(edit)) {
    const { asset } = location.clip;
    if (asset.type !== 'html5' || asset.js === undefined) continue;
    try {
      new Script(asset.js, { filename: SCRIPT_NAME });
    } catch (error) {
      const { message = '', stack = '' } = error as Partial<Error>;
      const line = /:(\d+)$/m.exec(stack.split('\n', 1)[0] ?? '')?.[1] ?? '1';
      const field = `${formatPath(clipPathOf(location))}.asset.js`;
      throw new KinoraError(
        'validation_failed',
        `${field}: line ${line} is not valid JavaScript: ${quotePage(message)}.`,
        { cause: error },
      );
    }
  }
}
