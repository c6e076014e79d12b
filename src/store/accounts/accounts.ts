import { newId } from '../../base/new-id.ts';
import { randomText } from '../../base/random-text.ts';
import { type Stage, STAGES, type Tables } from '../schema.ts';

/** The owners of one account, one per stage. */
export type Owners = Readonly<Record<Stage, string>>;

/** An account as the operator sees it. */
export interface AccountRow {
  readonly name: string;
  readonly owners: Owners;
  /** Weight of its work in the queues, from 1. */
  readonly share: number;
  readonly created: Date;
}

/** The name of the account that the first start creates. */
export const FIRST_ACCOUNT = 'first';
const OWNER_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const OWNER_LENGTH = 10;

/**
 * Returns the owners of the first account. Creates the account if missing. Several processes may call this at
 * the same time.
 */
export async function ensureFirstAccount(db: Tables): Promise<Owners> {
  await insertAccount(db, FIRST_ACCOUNT);
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('name', '=', FIRST_ACCOUNT)
    .executeTakeFirstOrThrow();
  return await ensureOwners(db, id);
}

/** Creates an account with an owner for each stage. Returns false if the name is taken. */
export function addAccount(db: Tables, name: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const id = await insertAccount(transaction, name);
    if (id !== undefined) await ensureOwners(transaction, id);
    return id !== undefined;
  });
}

/** Lists all accounts, oldest first, or only the one with the given name. */
export async function findAccounts(db: Tables, name?: string): Promise<AccountRow[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('owner as v1', (join) => join.onRef('v1.account', '=', 'account.id').on('v1.stage', '=', 'v1'))
    .innerJoin('owner as stage', (join) =>
      join.onRef('stage.account', '=', 'account.id').on('stage.stage', '=', 'stage'),
    )
    .select(['account.name', 'account.share', 'account.created', 'v1.id as v1', 'stage.id as stage'])
    .$if(name !== undefined, (query) => query.where('account.name', '=', name ?? ''))
    .orderBy('account.id')
    .execute();
  return rows.map(({ v1, stage, ...account }) => ({ ...account, owners: { v1, stage } }));
}

/** Sets the weight of an account's work in the queues, for work that is submitted from now on. */
export async function setAccountShare(db: Tables, name: string, share: number): Promise<void> {
  await db.updateTable('account').set({ share }).where('name', '=', name).execute();
}

/** True if an account has this owner. */
export async function isOwner(db: Tables, id: string): Promise<boolean> {
  const row = await db.selectFrom('owner').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Inserts an account. Returns its id, or undefined if the name is taken. */
async function insertAccount(db: Tables, name: string): Promise<string | undefined> {
  const row = await db
    .insertInto('account')
    .values({ id: newId(), name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns the owners of an account. Creates them if missing. */
async function ensureOwners(db: Tables, account: string): Promise<Owners> {
  await db
    .insertInto('owner')
    .values(STAGES.map((stage) => ({ id: randomText(OWNER_ALPHABET, OWNER_LENGTH), account, stage })))
    .onConflict((conflict) => conflict.columns(['account', 'stage']).doNothing())
    .execute();
  const rows = await db.selectFrom('owner').select(['stage', 'id']).where('account', '=', account).execute();
  // Each stage has a row now.
  return Object.fromEntries(rows.map(({ stage, id }) => [stage, id])) as Owners;
}
