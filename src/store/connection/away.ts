import { KinoraError } from '../../base/errors.ts';
import { errorCodeOf } from '../../base/error-code.ts';
import { findCause } from '../../base/find-cause.ts';

/**
 * The SQLSTATE codes of a failed connection (class 08), of a server that stops, restarts or recovers, and of a
 * transaction that this process has left open for too long, because it was stalled.
 */
const LOST_CODE = /^(?:08[0-9A-Z]{3}|57P0[1-5]|25P03)$/;
/**
 * The SQLSTATE codes of a server that is out of connections, disk or memory, that cannot be written, as during a
 * failover, or whose disk does not work.
 */
const BUSY_CODES = new Set(['53000', '53100', '53200', '53300', '53400', '25006', '58030']);
const OUT_OF_CONNECTIONS = new Set(['53300']);
/** The SQLSTATE codes of a server that refuses this user or has no such database. */
const REFUSED_CODES = new Set(['28000', '28P01', '3D000']);
/** The SQLSTATE codes of a transaction that another one has beaten: serialization failure and deadlock. */
const CONFLICT_CODES = new Set(['40001', '40P01']);

/** The messages of `pg` and Kysely about a connection that is gone. These errors have no code. */
const LOST_MESSAGE =
  /^(?:Connection terminated|Postgres connection has been discarded$|timeout exceeded when trying to connect$|Client (?:has encountered a connection error|was closed) and is not queryable$)/;

/** The errors that connections to the database reported. Their codes, such as ECONNRESET, have no origin. */
const lostConnections = new WeakSet<Error>();

/** The codes of a machine or a server that cannot be reached. ENOENT is a socket in a folder without a server. */
const UNREACHABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
]);
/** The messages of `pg` about a server that is silent. Other parts have errors with the same messages. */
const SILENT_MESSAGE = /^(?:timeout expired|Query read timeout)$/;

/**
 * Remembers that an error comes from a connection to the database. Returns the error. Ignores errors that
 * waiting does not cure, such as a wrong certificate.
 */
export function markLostConnection<Thrown>(error: Thrown): Thrown {
  if (!(error instanceof Error)) return error;
  if (UNREACHABLE_CODES.has(errorCodeOf(error) ?? '') || SILENT_MESSAGE.test(error.message))
    lostConnections.add(error);
  return error;
}

/**
 * True if an error means that the database cannot be used at the moment, and that the same work may succeed
 * later: it is stopped, restarts, is unreachable, or is out of connections or disk. Looks into causes, too. A
 * statement that took too long is not such an error. Neither is an unreachable machine that is not the
 * database.
 */
export function isDatabaseAway(error: unknown): boolean {
  return isConnectionLost(error) || hasCode(error, BUSY_CODES);
}

/**
 * True if an error means that no connection to the database can be used: {@link isDatabaseAway} without the
 * faults that a reachable server reports about its disk or its load.
 */
export function isConnectionLost(error: unknown): boolean {
  const isLost = (one: Error): boolean => {
    const code = errorCodeOf(one) ?? '';
    return (
      code === 'database_unavailable' ||
      lostConnections.has(one) ||
      LOST_CODE.test(code) ||
      REFUSED_CODES.has(code) ||
      LOST_MESSAGE.test(one.message)
    );
  };
  return findCause(error, isLost) !== undefined;
}

/**
 * True if waiting may help at a start: the database is away, but it does not reject the password and does not
 * lack the database with this name. These are wrong settings.
 */
export function isWorthWaiting(error: unknown): boolean {
  return isDatabaseAway(error) && !hasCode(error, REFUSED_CODES);
}

/** True if a transaction failed only because another one ran at the same time. It may be repeated at once. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, CONFLICT_CODES);
}

/** True if the server is there and has no free connection for one more client. */
export function isOutOfConnections(error: unknown): boolean {
  return hasCode(error, OUT_OF_CONNECTIONS);
}

/** Creates the public error of work that needs the database while it is away. */
export function createAwayError(cause: unknown): KinoraError {
  const message = 'The database of Kinora is not available at the moment. Try again later.';
  return new KinoraError('database_unavailable', message, { cause });
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return findCause(error, (one) => codes.has(errorCodeOf(one) ?? '')) !== undefined;
}
