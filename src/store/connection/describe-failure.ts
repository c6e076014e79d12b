import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import { findCause } from '../../base/find-cause.ts';

/** The parts of the address of a database that errors may name. The password is none of them. */
interface Place {
  /** Host and port. */
  readonly host: string;
  readonly database: string;
  /** The role, or undefined if the address has none. */
  readonly role: string | undefined;
}

/** The advice about an embedded database that is gone or damaged. */
export const RECOVERY_ADVICE =
  'Restore your last backup: "kinora restore FILE --replace". To begin with an empty database instead, which forgets all renders and keys, move the folder "database" and the file "database.created" out of KINORA_HOME.';

/** The SQLSTATE code of a statement that the role has no right to. */
const NO_RIGHT = '42501';

/** The advice about an error of a server that answers, by its SQLSTATE code. */
const ADVICE: Readonly<Record<string, (place: Place) => string>> = {
  '3D000': ({ database, role }) =>
    `The server answers, but has no such database. Create it: CREATE DATABASE ${quote(database)} OWNER ${quote(role ?? 'ROLE')}. Or correct the name at the end of DATABASE_URL.`,
  '28P01': ({ role }) =>
    `The server answers, but rejects ${nameRole(role)} or its password. Correct them in DATABASE_URL, where signs such as @, / and # must be percent-encoded.`,
  '28000': ({ role }) =>
    `The server answers, but rejects ${nameRole(role)}. Correct the role in DATABASE_URL, create it with CREATE ROLE ... LOGIN PASSWORD '...', or allow it in pg_hba.conf.`,
  '53300': () =>
    'The server answers, but has no connection left. Raise its max_connections to four times the number of processes of Kinora plus 20, or end other programs that use it.',
  [NO_RIGHT]: ({ role, database }) =>
    `The server answers, but ${nameRole(role)} may not connect. As a superuser, run: GRANT CONNECT ON DATABASE ${quote(database)} TO ${quote(role ?? 'ROLE')}.`,
};

/** Describes a PostgreSQL server that cannot be used, in one line and without the secrets of its address. */
export function describePostgresFailure(url: string, error: unknown): string {
  const place = parsePlace(url);
  const code = errorCodeOf(error) ?? 'no response';
  const advice = ADVICE[code]?.(place) ?? 'Set DATABASE_URL to the address of a running PostgreSQL database.';
  return `The database ${place.host}/${place.database} in DATABASE_URL cannot be used (${code}). ${advice}`;
}

/** True if the role of the connection lacked the right to a statement, as an error or one of its causes says. */
export function isRightMissing(error: unknown): boolean {
  return findCause(error, (one) => errorCodeOf(one) === NO_RIGHT) !== undefined;
}

/** A right that Kinora needs in its database, and that its role does not have. */
export interface MissingRight {
  /** The database role, as PostgreSQL names it. Undefined if unknown. */
  readonly role?: string;
  /** Completes the sentence "The role lacks rights: ...". */
  readonly lacks: string;
  /** The role that owns the tables, if it is another one. */
  readonly owner?: string;
}

/** Creates the error of a role that lacks rights in its database. It says which, and what to run. */
export function createRightsError(url: string, missing: MissingRight, cause?: unknown): KinoraError {
  const place = parsePlace(url);
  const role = missing.role ?? place.role;
  const [database, name] = [quote(place.database), quote(role ?? 'ROLE')];
  const advice =
    missing.owner === undefined
      ? `Kinora must own its database. As a superuser, run: ALTER DATABASE ${database} OWNER TO ${name}. For a new database: CREATE DATABASE ${database} OWNER ${name}.`
      : `Set DATABASE_URL to the role "${missing.owner}", which owns the tables. Or run as a superuser: GRANT ${quote(missing.owner)} TO ${name}.`;
  return new KinoraError(
    'invalid_setting',
    `In the database ${place.host}/${place.database} of DATABASE_URL, ${nameRole(role)} lacks rights: ${missing.lacks}. ${advice}`,
    { cause },
  );
}

function parsePlace(url: string): Place {
  const { host, pathname, username } = new URL(url);
  return {
    host,
    database: decodeURIComponent(pathname.slice(1)),
    role: username === '' ? undefined : decodeURIComponent(username),
  };
}

function nameRole(role: string | undefined): string {
  return role === undefined ? 'the role of DATABASE_URL' : `the role "${role}"`;
}

/** Quotes an identifier for SQL unless it needs no quotes. */
function quote(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
