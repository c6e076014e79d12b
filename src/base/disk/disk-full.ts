import { errorCodeOf } from '../error-code.ts';
import { findCause } from '../find-cause.ts';

/** The sentence for clients if a disk of Kinora is full. */
export const DISK_FULL = 'The disk of Kinora is full. Try again later.';

/** The codes of Node.js, PostgreSQL and Kinora for a full disk or an exceeded quota. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100', 'disk_full'];
/** The same as negative numbers, as FFmpeg reports errors of the system. */
const NUMBERS: readonly unknown[] = [-28, -122];
/** The texts of the system, for libraries that give no code. */
const TEXT = /No space left on device|Disk quota exceeded/i;

/**
 * The codes for a disk that fails, or that the system has made read-only because of that. Their numbers and texts
 * do not count: FFmpeg reports damaged sources by them.
 */
const BROKEN_CODES: readonly unknown[] = ['EIO', 'EROFS', '58030'];

/**
 * True if a full disk caused an error, directly or through its causes. A wrapping error may blame
 * something else.
 */
export function isDiskFull(error: unknown): boolean {
  const isFull = (one: Error): boolean => {
    const { code, errno } = one as { readonly code?: unknown; readonly errno?: unknown };
    return (
      CODES.includes(code) || NUMBERS.includes(code) || NUMBERS.includes(errno) || TEXT.test(one.message)
    );
  };
  return findCause(error, isFull) !== undefined;
}

/** True if a disk that cannot be read or written caused an error, directly or through its causes. */
export function isDiskBroken(error: unknown): boolean {
  return findCause(error, (one) => BROKEN_CODES.includes(errorCodeOf(one))) !== undefined;
}
