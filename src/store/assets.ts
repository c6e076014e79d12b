import { type Kysely, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AssetPart, AssetTable, Schema, Stage } from './schema.ts';

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
  readonly part: AssetPart;
  readonly filename: string;
  /** Storage key. */
  readonly file: string;
}

/** Notes that files are being hosted; a further attempt at the same part of a render keeps its id. */
export async function beginAssets(db: Kysely<Schema>, assets: readonly NewAsset[]): Promise<void> {
  await db
    .insertInto('asset')
    .values(assets.map((asset) => ({ ...asset, id: uuid(), status: 'importing' as const })))
    .onConflict((conflict) =>
      conflict.columns(['render', 'part']).doUpdateSet({ status: 'importing', updated: sql`now()` }),
    )
    .execute();
}

/** Notes that the files of a render that were on their way are hosted. */
export function setAssetsReady(db: Kysely<Schema>, render: string): Promise<void> {
  return endImport(db, render, 'ready');
}

/** Notes that the files of a render that were still on their way will not come. */
export function failUnfinishedAssets(db: Kysely<Schema>, render: string): Promise<void> {
  return endImport(db, render, 'failed');
}

async function endImport(db: Kysely<Schema>, render: string, status: 'ready' | 'failed'): Promise<void> {
  await db
    .updateTable('asset')
    .set({ status, updated: sql`now()` })
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

/** The storage keys of the files of one render, whoever owns it; empty until they begin to be published, and when it is gone. */
export async function filesOfRender(db: Kysely<Schema>, render: string): Promise<string[]> {
  const rows = await db.selectFrom('asset').select('file').where('render', '=', render).execute();
  return rows.map(({ file }) => file);
}

/** The hosted files of one render, its output first; empty until they begin to be published. */
export function findAssetsOfRender(db: Kysely<Schema>, owner: string, render: string): Promise<AssetRow[]> {
  return db
    .selectFrom('asset')
    .selectAll()
    .where('render', '=', render)
    .where('owner', '=', owner)
    .orderBy('id')
    .execute();
}
