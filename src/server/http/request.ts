import { problemAt } from '../../edit/index.ts';
import { InvalidRequest } from './errors.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * An id from a path, in lower case.
 *
 * @throws {InvalidRequest} When it does not have the form of an id.
 */
export function readId(id: string): string {
  if (!UUID.test(id))
    throw new InvalidRequest([
      problemAt(['id'], 'wrong_form', 'is not the id of anything: it must be a UUID'),
    ]);
  return id.toLowerCase();
}

/**
 * A boolean from a query.
 *
 * @throws {InvalidRequest} When it is neither `true` nor `false`.
 */
export function readFlag(name: string, value: string | string[] | undefined, absent: boolean): boolean {
  if (value === undefined) return absent;
  if (value !== 'true' && value !== 'false')
    throw new InvalidRequest([problemAt([name], 'wrong_form', 'must be true or false')]);
  return value === 'true';
}
