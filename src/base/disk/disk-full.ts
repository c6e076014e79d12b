/** The sentence for clients if a disk of Kinora is full. */
export const DISK_FULL = 'The disk of Kinora is full. Try again later.';

/** The codes of Node.js, PostgreSQL and Kinora for a full disk or an exceeded quota. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100', 'disk_full'];
/** The same as negative numbers, as FFmpeg reports errors of the system. */
const NUMBERS: readonly unknown[] = [-28, -122];
/** The texts of the system, for libraries that give no code. */
const TEXT = /No space left on device|Disk quota exceeded/i;

/** Maximum number of causes to follow. */
const MAX_DEPTH = 10;

/**
 * True if a full disk caused an error, directly or through its causes. Whoever wrapped the error may have blamed
 * something else.
 */
export function isDiskFull(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < MAX_DEPTH && current instanceof Error; depth += 1) {
    const { code, errno } = current as { readonly code?: unknown; readonly errno?: unknown };
    if (CODES.includes(code) || NUMBERS.includes(code) || NUMBERS.includes(errno)) return true;
    if (TEXT.test(current.message)) return true;
    if (current instanceof AggregateError && current.errors.some(isDiskFull)) return true;
    current = current.cause;
  }
  return false;
}
