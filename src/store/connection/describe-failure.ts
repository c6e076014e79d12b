import { errorCodeOf } from '../../base/error-code.ts';

/** Describes a PostgreSQL server that cannot be used, in one line and without the secrets of its address. */
export function describePostgresFailure(url: string, error: unknown): string {
  const { host, pathname } = new URL(url);
  const code = errorCodeOf(error) ?? 'no response';
  return `The database ${host}${pathname} in DATABASE_URL cannot be used (${code}). Set DATABASE_URL to the address of a running PostgreSQL database.`;
}
