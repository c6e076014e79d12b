import { sql } from 'kysely';
import type { Stage, Tables } from './schema.ts';

/** The services that credentials are for: destinations of files, or providers of generated media. */
export type CredentialsKind = 'destination' | 'provider';

// Two tables with the same meaning. The name of the service has another column in each, and each has one column of
// its own: the lock for renewals of a destination, and the names that an operator has added for a provider.
const TABLES = {
  destination: { table: 'credentials', name: 'provider', own: 'held', addedNames: sql<string>`'{}'` },
  provider: { table: 'provider', name: 'name', own: 'added_names', addedNames: sql<string>`added_names` },
} as const;

/** The public properties of stored credentials, never the credentials themselves. */
export interface CredentialsRow {
  /** Name of the account. */
  readonly account: string;
  readonly stage: Stage;
  /** Name of the destination or the provider. */
  readonly name: string;
  /** The names that the operator has added to the documented ones, JSON text. */
  readonly addedNames: string;
  readonly updated: Date;
}

/** The stored credentials of an owner. */
export interface StoredCredentials extends Pick<CredentialsRow, 'name' | 'addedNames'> {
  /** Encrypted JSON text. Empty if there are only added names, and the settings of the machine have the credentials. */
  readonly sealed: string;
}

/** The credentials to store for an owner. */
export interface CredentialsToStore {
  readonly owner: string;
  readonly sealed: string;
  /** JSON text. Only for a provider. */
  readonly addedNames?: string;
}

/**
 * Returns the encryption context of credentials. Without this context, the credentials of one owner could be
 * decrypted as those of another owner.
 */
export function credentialsContext(kind: CredentialsKind, owner: string, name: string): string {
  return `${TABLES[kind].table}/${owner}/${name}`;
}

/** Stores the credentials of owners. Replaces existing ones, also while they are being renewed. */
export async function setCredentials(
  db: Tables,
  kind: CredentialsKind,
  name: string,
  rows: readonly CredentialsToStore[],
): Promise<void> {
  const { table, name: column, own } = TABLES[kind];
  const values = rows.map(
    ({ owner, sealed, addedNames = null }) => sql`(${owner}, ${name}, ${sealed}, ${addedNames})`,
  );
  await sql`insert into ${sql.table(table)} (owner, ${sql.ref(column)}, sealed, ${sql.ref(own)})
    values ${sql.join(values)}
    on conflict (owner, ${sql.ref(column)}) do update set sealed = excluded.sealed,
      ${sql.ref(own)} = excluded.${sql.ref(own)}, updated = now()`.execute(db);
}

/** Finds the encrypted credentials of an owner. */
export async function findCredentials(
  db: Tables,
  kind: CredentialsKind,
  owner: string,
): Promise<StoredCredentials[]> {
  const { table, name, addedNames } = TABLES[kind];
  const { rows } = await sql<StoredCredentials>`
    select ${sql.ref(name)} as name, sealed, ${addedNames} as "addedNames"
    from ${sql.table(table)} where owner = ${owner}`.execute(db);
  return rows;
}

/** Lists the encrypted credentials of all owners. Leaves out what comes from the settings of the machine. */
export async function listSealedCredentials(
  db: Tables,
  kind: CredentialsKind,
): Promise<{ readonly owner: string; readonly name: string; readonly sealed: string }[]> {
  const { table, name } = TABLES[kind];
  const { rows } = await sql<{ owner: string; name: string; sealed: string }>`
    select owner, ${sql.ref(name)} as name, sealed from ${sql.table(table)} where sealed <> ''`.execute(db);
  return rows;
}

/** Lists the credentials of one account or of all, sorted by account, name and stage. */
export async function listCredentials(
  db: Tables,
  kind: CredentialsKind,
  account?: string,
): Promise<CredentialsRow[]> {
  const { table, name, addedNames } = TABLES[kind];
  const { rows } = await sql<CredentialsRow>`
    select account.name as account, owner.stage, kept.name, kept."addedNames", kept.updated
    from (select owner, ${sql.ref(name)} as name, ${addedNames} as "addedNames", updated from ${sql.table(table)}) as kept
      join owner on owner.id = kept.owner join account on account.id = owner.account
    where ${account === undefined ? sql`true` : sql`account.name = ${account}`}
    order by account.name, kept.name, owner.stage`.execute(db);
  return rows;
}

/** Deletes the credentials of owners. @returns the number of deleted rows. */
export async function removeCredentials(
  db: Tables,
  kind: CredentialsKind,
  name: string,
  owners: readonly string[],
): Promise<number> {
  const { table, name: column } = TABLES[kind];
  const { numAffectedRows } = await sql`delete from ${sql.table(table)}
    where owner in (${sql.join(owners)}) and ${sql.ref(column)} = ${name}`.execute(db);
  return Number(numAffectedRows);
}

/** The owner of the credentials for a destination. */
export interface CredentialsOwner {
  readonly owner: string;
  /** Name of the destination. */
  readonly provider: string;
}

/**
 * Locks the credentials for a destination for renewal.
 *
 * @param seconds the time until the lock expires.
 * @returns the encrypted credentials. Undefined if they are already locked or do not exist.
 */
export async function lockCredentials(
  db: Tables,
  { owner, provider }: CredentialsOwner,
  seconds: number,
): Promise<string | undefined> {
  const row = await db
    .updateTable('credentials')
    .set({ held: sql`now() + make_interval(secs => ${seconds})` })
    .where('owner', '=', owner)
    .where('provider', '=', provider)
    .where((row) => row.or([row('held', 'is', null), row('held', '<', sql<Date>`now()`)]))
    .returning('sealed')
    .executeTakeFirst();
  return row?.sealed;
}

/**
 * Unlocks credentials and stores the renewed ones. Does nothing if the stored credentials have been replaced
 * in the meantime.
 *
 * @param credentials `from`: the encrypted credentials when they were locked; `to`: the renewed ones,
 *   possibly the same.
 */
export async function releaseCredentials(
  db: Tables,
  { owner, provider }: CredentialsOwner,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ sealed: to, held: null })
    .where('owner', '=', owner)
    .where('provider', '=', provider)
    .where('sealed', '=', from)
    .execute();
}
