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
        held: null,
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

/** Who has credentials, and for what. */
export interface Holder {
  readonly owner: string;
  readonly provider: string;
}

/**
 * Takes the right to renew credentials, for a time.
 *
 * @returns them, encrypted; `undefined` when somebody else has that right, or when there are none.
 */
export async function holdCredentials(
  db: Kysely<Schema>,
  { owner, provider }: Holder,
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
 * Gives that right back, with what the credentials have become. Those that were set anew meanwhile stay.
 *
 * @param from as they were when the right was taken.
 * @param to may be the same.
 */
export async function renewCredentials(
  db: Kysely<Schema>,
  { owner, provider }: Holder,
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
