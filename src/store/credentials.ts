import { type Kysely, sql } from 'kysely';
import type { Stage, Schema } from './schema.ts';

/** What is shown of the credentials of a provider: never themselves. */
export interface CredentialsRow {
  /** Name of the account. */
  readonly account: string;
  readonly stage: Stage;
  readonly provider: string;
  readonly updated: Date;
}

/** Keeps the credentials of owners for a provider, in place of earlier ones. @param sealed of each owner. */
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
        updated: sql`now()`,
      })),
    )
    .execute();
}

/** The encrypted credentials of an owner for a provider. */
export async function sealedCredentials(
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

/** The providers that an owner has given credentials for. */
export async function providersOf(db: Kysely<Schema>, owner: string): Promise<string[]> {
  const rows = await db.selectFrom('credentials').select('provider').where('owner', '=', owner).execute();
  return rows.map(({ provider }) => provider);
}

/** Every account's credentials, or those of one account, by account, provider and stage. */
export function findCredentials(db: Kysely<Schema>, account?: string): Promise<CredentialsRow[]> {
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

/** Forgets the credentials of owners for a provider. @returns of how many. */
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
