import { type Kysely, sql } from 'kysely';
import type { Schema, Stage } from '../schema.ts';

/** The stored access of an owner to a service. */
export interface StoredProvider {
  readonly name: string;
  /** Encrypted JSON text. Empty if the access comes from the settings of the machine. */
  readonly sealed: string;
  /** JSON text. */
  readonly addedNames: string;
}

/** The public properties of a stored access, never the key. */
export interface ProviderRow {
  /** Name of the account. */
  readonly account: string;
  readonly stage: Stage;
  readonly name: string;
  /** JSON text. */
  readonly addedNames: string;
  readonly updated: Date;
}

/** The service that stands for the built-in provider. */
export interface DefaultProviderRow {
  /** Name of the account. */
  readonly account: string;
  readonly stage: Stage;
  readonly type: string;
  readonly name: string;
}

/** Stores the access of owners to a service. Replaces an existing one. */
export async function setProviders(
  db: Kysely<Schema>,
  name: string,
  rows: readonly { readonly owner: string; readonly sealed: string; readonly addedNames: string }[],
): Promise<void> {
  await db
    .insertInto('provider')
    .values(rows.map(({ owner, sealed, addedNames }) => ({ owner, name, sealed, added_names: addedNames })))
    .onConflict((conflict) =>
      conflict.columns(['owner', 'name']).doUpdateSet((row) => ({
        sealed: row.ref('excluded.sealed'),
        added_names: row.ref('excluded.added_names'),
        updated: sql`now()`,
      })),
    )
    .execute();
}

/** Finds the services that an owner has stored. */
export function findProviders(db: Kysely<Schema>, owner: string): Promise<StoredProvider[]> {
  return db
    .selectFrom('provider')
    .select(['name', 'sealed', 'added_names as addedNames'])
    .where('owner', '=', owner)
    .execute();
}

/** Lists the encrypted access of all owners to services. Leaves out what comes from the settings of the machine. */
export function listSealedProviders(
  db: Kysely<Schema>,
): Promise<{ readonly owner: string; readonly name: string; readonly sealed: string }[]> {
  return db.selectFrom('provider').select(['owner', 'name', 'sealed']).where('sealed', '!=', '').execute();
}

/** Lists the stored services of one account or of all, sorted by account, name and stage. */
export function listProviders(db: Kysely<Schema>, account?: string): Promise<ProviderRow[]> {
  return db
    .selectFrom('provider')
    .innerJoin('owner', 'owner.id', 'provider.owner')
    .innerJoin('account', 'account.id', 'owner.account')
    .select([
      'account.name as account',
      'owner.stage',
      'provider.name',
      'provider.added_names as addedNames',
      'provider.updated',
    ])
    .$if(account !== undefined, (query) => query.where('account.name', '=', account ?? ''))
    .orderBy('account.name')
    .orderBy('provider.name')
    .orderBy('owner.stage')
    .execute();
}

/** Removes the access of owners to a service. @returns the number of removed rows. */
export async function removeProviders(
  db: Kysely<Schema>,
  owners: readonly string[],
  name: string,
): Promise<number> {
  const result = await db
    .deleteFrom('provider')
    .where('owner', 'in', owners)
    .where('name', '=', name)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Finds the service that stands for the built-in provider. Undefined if the operator has set none. */
export async function findDefaultProvider(
  db: Kysely<Schema>,
  owner: string,
  type: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('default_provider')
    .select('name')
    .where('owner', '=', owner)
    .where('type', '=', type)
    .executeTakeFirst();
  return row?.name;
}

/** Sets the service that stands for the built-in provider of owners. */
export async function setDefaultProviders(
  db: Kysely<Schema>,
  owners: readonly string[],
  { type, name }: { readonly type: string; readonly name: string },
): Promise<void> {
  await db
    .insertInto('default_provider')
    .values(owners.map((owner) => ({ owner, type, name })))
    .onConflict((conflict) =>
      conflict.columns(['owner', 'type']).doUpdateSet((row) => ({ name: row.ref('excluded.name') })),
    )
    .execute();
}

/**
 * Removes the defaults of owners that match.
 *
 * @returns the types of the removed defaults, each once.
 */
export async function removeDefaultProviders(
  db: Kysely<Schema>,
  owners: readonly string[],
  match: { readonly type: string } | { readonly name: string },
): Promise<string[]> {
  const [column, value] = 'type' in match ? (['type', match.type] as const) : (['name', match.name] as const);
  const rows = await db
    .deleteFrom('default_provider')
    .where('owner', 'in', owners)
    .where(column, '=', value)
    .returning('type')
    .execute();
  return [...new Set(rows.map(({ type }) => type))];
}

/** Lists the defaults of one account or of all, sorted by account, type and stage. */
export function listDefaultProviders(db: Kysely<Schema>, account?: string): Promise<DefaultProviderRow[]> {
  return db
    .selectFrom('default_provider')
    .innerJoin('owner', 'owner.id', 'default_provider.owner')
    .innerJoin('account', 'account.id', 'owner.account')
    .select(['account.name as account', 'owner.stage', 'default_provider.type', 'default_provider.name'])
    .$if(account !== undefined, (query) => query.where('account.name', '=', account ?? ''))
    .orderBy('account.name')
    .orderBy('default_provider.type')
    .orderBy('owner.stage')
    .execute();
}
