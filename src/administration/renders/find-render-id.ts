import { KinoraError } from '../../base/errors.ts';
import type { Database } from '../../store/database.ts';
import { findRenderIds } from '../../store/queue/operator-renders.ts';

/** The lengths of the groups of a UUID. */
const GROUPS = [8, 4, 4, 4, 12];
const MAX_SHOWN = 5;

/**
 * Finds the only render whose id begins with some characters.
 *
 * @param given the beginning, with or without hyphens.
 * @throws {KinoraError} `not_found` if there is none, `validation_failed` if there are several.
 */
export async function findRenderId(tables: Database['tables'], given: string): Promise<string> {
  const prefix = toPrefix(given);
  const found = prefix === undefined ? [] : await findRenderIds(tables, prefix, MAX_SHOWN + 1);
  const [id, another] = found;
  if (id === undefined)
    throw new KinoraError(
      'not_found',
      `There is no render "${given}". Run "kinora renders list" to see the newest renders.`,
    );
  if (another === undefined) return id;
  const shown = found.slice(0, MAX_SHOWN).join(', ');
  const more = found.length > MAX_SHOWN ? ' and others' : '';
  throw new KinoraError(
    'validation_failed',
    `More than one render begins with "${given}": ${shown}${more}. Give more characters of the id.`,
  );
}

/** Brings the beginning of an id into the form in which it is stored. Undefined if no id begins like this. */
function toPrefix(given: string): string | undefined {
  const digits = given.toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return undefined;
  let rest = digits;
  const groups: string[] = [];
  for (const length of GROUPS) {
    if (rest === '') break;
    groups.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return groups.join('-');
}
