import type { Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { randomText } from '../base/random-text.ts';
import type { Schema, Stage } from './schema.ts';

/** The owners of one account, one per stage. */
export type Owners = Readonly<Record<Stage, string>>;

const FIRST_ACCOUNT = 'first';
const OWNER_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const OWNER_LENGTH = 10;

/** The account that exists from the first start on, made if absent. Safe when several processes start at once. */
export async function firstAccount(db: Kysely<Schema>): Promise<Owners> {
  await db
    .insertInto('account')
    .values({ id: uuid(), name: FIRST_ACCOUNT })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('name', '=', FIRST_ACCOUNT)
    .executeTakeFirstOrThrow();
  return { v1: await ownerOf(db, id, 'v1'), stage: await ownerOf(db, id, 'stage') };
}

async function ownerOf(db: Kysely<Schema>, account: string, stage: Stage): Promise<string> {
  await db
    .insertInto('owner')
    .values({ id: randomText(OWNER_LETTERS, OWNER_LENGTH), account, stage })
    .onConflict((conflict) => conflict.columns(['account', 'stage']).doNothing())
    .execute();
  const { id } = await db
    .selectFrom('owner')
    .select('id')
    .where('account', '=', account)
    .where('stage', '=', stage)
    .executeTakeFirstOrThrow();
  return id;
}
