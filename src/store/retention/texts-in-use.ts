import { sql } from 'kysely';
import { FINAL_STATUSES, type Tables } from '../schema.ts';

/** A text that may name files, such as an edit. */
export interface TextInUse {
  /** UUID of the record that it belongs to. */
  readonly id: string;
  readonly text: string;
}

/** One page of texts. */
interface TextPage {
  /** Finds only the texts of records after this id. */
  readonly after: string;
  /** The maximum number of texts. */
  readonly limit: number;
}

/** One page of texts that may change. */
interface RecentPage extends TextPage {
  /** Finds only the texts that were stored or changed in the last milliseconds. */
  readonly since?: number | undefined;
}

/** Lists the edits of renders that are not final, in the order of their ids. */
export function findUnfinishedEdits(db: Tables, { after, limit }: TextPage): Promise<TextInUse[]> {
  return db
    .selectFrom('render')
    .select(['id', 'edit as text'])
    .where('status', 'not in', FINAL_STATUSES)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

function agoOf(milliseconds: number) {
  return sql<Date>`now() - make_interval(secs => ${milliseconds / 1000})`;
}

/** Lists stored templates, in the order of their ids. */
export function findTemplateTexts(db: Tables, { after, limit, since }: RecentPage): Promise<TextInUse[]> {
  let query = db.selectFrom('template').select(['id', 'template as text']).where('id', '>', after);
  if (since !== undefined) query = query.where('updated', '>', agoOf(since));
  return query.orderBy('id').limit(limit).execute();
}

/** Lists all versions of kept edits, in the order of their ids. */
export function findVersionTexts(db: Tables, { after, limit, since }: RecentPage): Promise<TextInUse[]> {
  let query = db.selectFrom('edit_version').select(['id', 'edit as text']).where('id', '>', after);
  if (since !== undefined) query = query.where('saved', '>', agoOf(since));
  return query.orderBy('id').limit(limit).execute();
}

/** Lists brands, and the addresses and options of unfinished sources, transfers and created assets. They are short. */
export async function findShortTexts(db: Tables): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select input as text from source where status in ('queued', 'importing') and input is not null
    union all
    select brand from brand
    union all
    select options from created_asset where status in ('queued', 'processing', 'saving') and not deleted
    union all
    select transfer.url from transfer join asset on asset.render = transfer.id
      where asset.status = 'importing' and asset.destination = 0`.execute(db);
  return rows.map(({ text }) => text);
}
