import { errorCodeOf } from '../error-code.ts';
import { findCause } from '../find-cause.ts';

/** The SQLSTATE codes of damaged pages and indexes, and of a table whose file is missing. */
const CODES: readonly unknown[] = ['XX001', 'XX002', '58P01'];

/** The sentence for clients if the files of the database are damaged. */
export const DATA_DAMAGED =
  'The database of Kinora is damaged. Its operator has to repair it, or to restore a backup.';

/** True if damaged files of the database caused an error, directly or through its causes. */
export function isDataDamaged(error: unknown): boolean {
  return findCause(error, (one) => CODES.includes(errorCodeOf(one))) !== undefined;
}
