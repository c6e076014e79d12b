import type { Stage, Tables } from '../schema.ts';

/** The service that stands for the built-in provider. */
export interface DefaultProviderRow {
  /** Name of the account. */
  readonly account: string;
  readonly stage: Stage;
  readonly type: string;
  readonly name: string;
}

/** Finds the service that stands for the built-in provider. Undefined if the operator has set none. */
export async function findDefaultProvider(
  db: Tables,
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
  db: Tables,
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
  db: Tables,
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
export function listDefaultProviders(db: Tables, account?: string): Promise<DefaultProviderRow[]> {
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
