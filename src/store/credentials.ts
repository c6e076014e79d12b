import { type Kysely, sql } from 'kysely';
import type { Stage, Schema } from './schema.ts';

/** The public properties of stored credentials, never the credentials themselves. */
export interface CredentialsRow {
  /** Name of the account. */
  readonly account: string;
  readonly stage: Stage;
  readonly provider: string;
  readonly updated: Date;
}

/**
 * Stores the credentials of owners for a provider. Replaces existing ones.
 *
 * @param sealed the encrypted credentials per owner.
 */
export async function setCredentials(
  db: Kysely<Schema>,
  provider: string,
  sealed: readonly { readonly owner: string; readonly sealed: string }[],
): Promise<void> {
  await db
    .insertInto('credentials')
    .values(sealed.map((row) => ({ ...row, provider })))
    .onConflict((conflict) =>
      conflict.columns(['owner', 'provider']).doUpdateSet((row) => ({
        sealed: row.ref('excluded.sealed'),
        held: null,
        updated: sql`now()`,
      })),
    )
    .execute();
}

/** Finds the encrypted credentials of an owner for a provider. */
export async function findSealedCredentials(
  db: Kysely<Schema>,
  owner: string,
  provider: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('credentials')
    .select('sealed')
    .where('owner', '=', owner)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row?.sealed;
}

/** The owner of credentials, and the provider that they are for. */
export interface CredentialsOwner {
  readonly owner: string;
  readonly provider: string;
}

/**
 * Returns the encryption context of credentials. Without this context, the credentials of one owner could be
 * decrypted as those of another owner.
 */
export function credentialsContext({ owner, provider }: CredentialsOwner): string {
  return `credentials/${owner}/${provider}`;
}

/**
 * Locks credentials for renewal.
 *
 * @param seconds the time until the lock expires.
 * @returns the encrypted credentials. Undefined if they are already locked or do not exist.
 */
export async function lockCredentials(
  db: Kysely<Schema>,
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
  db: Kysely<Schema>,
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

/** Lists the encrypted credentials of all owners. */
export function listSealedCredentials(
  db: Kysely<Schema>,
): Promise<(CredentialsOwner & { readonly sealed: string })[]> {
  return db.selectFrom('credentials').select(['owner', 'provider', 'sealed']).execute();
}

/** Lists the providers that an owner has credentials for. */
export async function findCredentialsProviders(db: Kysely<Schema>, owner: string): Promise<string[]> {
  const rows = await db.selectFrom('credentials').select('provider').where('owner', '=', owner).execute();
  return rows.map(({ provider }) => provider);
}

/** Lists the credentials of one account or of all, sorted by account, provider and stage. */
export function listCredentials(db: Kysely<Schema>, account?: string): Promise<CredentialsRow[]> {
  return db
    .selectFrom('credentials')
    .innerJoin('owner', 'owner.id', 'credentials.owner')
    .innerJoin('account', 'account.id', 'owner.account')
    .select(['account.name as account', 'owner.stage', 'credentials.provider', 'credentials.updated'])
    .$if(account !== undefined, (query) => query.where('account.name', '=', account ?? ''))
    .orderBy('account.name')
    .orderBy('credentials.provider')
    .orderBy('owner.stage')
    .execute();
}

/** Deletes the credentials of owners for a provider. @returns the number of deleted credentials. */
export async function removeCredentials(
  db: Kysely<Schema>,
  owners: readonly string[],
  provider: string,
): Promise<number> {
  const result = await db
    .deleteFrom('credentials')
    .where('owner', 'in', owners)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
