import { type Kysely, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AssetTable, Schema, Stage } from './schema.ts';

/** A hosted file as its owner sees it. */
export type AssetRow = Readonly<Omit<AssetTable, 'created' | 'updated'>> & {
  readonly created: Date;
  readonly updated: Date;
};

/** What is known of a file when its hosting begins. */
export interface NewAsset {
  readonly owner: string;
  readonly stage: Stage;
  /** Id of the render that made the file. */
  readonly render: string;
  readonly filename: string;
  /** Storage key. */
  readonly file: string;
}

/** Notes that a file is being hosted and returns the asset's id; a further attempt at the same file keeps that id. */
export async function beginAsset(db: Kysely<Schema>, asset: NewAsset): Promise<string> {
  const { id } = await db
    .insertInto('asset')
    .values({ ...asset, id: uuid(), status: 'importing' })
    .onConflict((conflict) =>
      conflict.columns(['render', 'filename']).doUpdateSet({ status: 'importing', updated: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes that the file is hosted. */
export async function setAssetReady(db: Kysely<Schema>, id: string): Promise<void> {
  await db
    .updateTable('asset')
    .set({ status: 'ready', updated: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Notes that the files of a render that were still on their way will not come. */
export async function failUnfinishedAssets(db: Kysely<Schema>, render: string): Promise<void> {
  await db
    .updateTable('asset')
    .set({ status: 'failed', updated: sql`now()` })
    .where('render', '=', render)
    .where('status', '=', 'importing')
    .execute();
}

/** A hosted file of this owner. */
export function findAsset(db: Kysely<Schema>, owner: string, id: string): Promise<AssetRow | undefined> {
  return db
    .selectFrom('asset')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
}

/** The hosted files of one render, oldest first; empty until the first begins to be published. */
export function findAssetsOfRender(db: Kysely<Schema>, owner: string, render: string): Promise<AssetRow[]> {
  return db
    .selectFrom('asset')
    .selectAll()
    .where('render', '=', render)
    .where('owner', '=', owner)
    .orderBy('id')
    .execute();
}
