import { existsSync } from 'node:fs';
import { errorCodeOf } from '../../base/error-code.ts';
import { type ErrorCode, KinoraError, toKinoraError } from '../../base/errors.ts';
import { findCause } from '../../base/find-cause.ts';
import { isDatabaseAway } from '../../store/connection/away.ts';

/** The codes of errors that say nothing about the work: the database, the storage or the disk is to blame. */
const INFRASTRUCTURE_CODES: readonly ErrorCode[] = ['database_unavailable', 'disk_full', 'storage_failed'];

/** The signal and the folder of an attempt, for finding the cause of its failure. */
interface AttemptPlace {
  /** The signal of the job. */
  readonly signal: AbortSignal;
  /** The folder for temporary files. */
  readonly folder: string;
}

/** True if an attempt failed because of the infrastructure of Kinora. Such an attempt does not count. */
export function isInfrastructureFault(error: Error): error is KinoraError {
  return error instanceof KinoraError && INFRASTRUCTURE_CODES.includes(error.code);
}

/**
 * Converts the error of an attempt. Aborted work fails with various errors, so the signal's reason counts. An
 * error of a database that is away becomes `database_unavailable`. If the home is gone, such as with its disk, work
 * fails with various errors, too.
 */
export function toAttemptError(error: unknown, { signal, folder }: AttemptPlace): KinoraError {
  if (signal.aborted) {
    if (signal.reason instanceof KinoraError) return signal.reason;
    return new KinoraError('render_timed_out', 'The work took too long and was stopped.', { cause: error });
  }
  // A destination may have been blamed for it, because it was sending a file.
  const hidden = findCause(error, isInfrastructureFault);
  if (hidden !== undefined) return hidden;
  if (!isDatabaseAway(error)) return existsSync(folder) ? toKinoraError(error) : createGoneError(error);
  return new KinoraError('database_unavailable', 'The database of Kinora is away. Try again later.', {
    cause: error,
  });
}

function createGoneError(cause: unknown): KinoraError {
  const message = 'The folder for temporary files of Kinora is gone. Try again later.';
  return new KinoraError('storage_failed', message, { cause });
}

/** The errors of a file system that is away, read-only or broken, such as an unmounted or full disk. */
const FILE_SYSTEM_CODES: readonly string[] = [
  ...['EIO', 'EROFS', 'ESTALE', 'ENXIO', 'ENODEV', 'ENOTCONN', 'EHOSTDOWN', 'EHOSTUNREACH', 'ETIMEDOUT'],
  ...['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EBUSY', 'EMFILE', 'ENFILE'],
];

/** True if the storage could not store a file now, but may be able to later. */
export function isStorageAway(error: unknown): boolean {
  if (error instanceof KinoraError) return error.code === 'storage_failed' || error.code === 'disk_full';
  return FILE_SYSTEM_CODES.includes(errorCodeOf(error) ?? '');
}

/** True if the storage answered and rejected the file. The reason may be the file, or the rights of Kinora. */
export function isStorageRefusal(error: unknown): boolean {
  const cause = error instanceof KinoraError ? error.cause : undefined;
  return cause instanceof KinoraError && cause.code === 'destination_refused';
}

/** Returns the reason of an attempt for the operator: the message, and how a process that crashed has ended. */
export function describeForOperator({ code, message, cause }: KinoraError): string {
  // The cause has the signal or the exit code in its first line, and then the output of the process.
  const how = code === 'render_crashed' && typeof cause === 'string' ? cause.split('\n', 1)[0] : undefined;
  return how === undefined ? message : `${message} (${how})`;
}
