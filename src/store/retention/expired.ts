import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Retention } from '../settings.ts';

/**
 * SQL that is true for a hosted file of a render, a transfer or a created asset. The files of a source lie in a
 * folder, and so do those of an HLS, which its main list stands for.
 */
export const IS_OF_NO_SOURCE = "(file not like '%/%/%/%' or file like '%/index.m3u8')";

/** Something that has stayed for as long as the settings want. */
export interface Expired {
  readonly id: string;
  readonly owner: string;
  /** The id in the storage keys of its files: of a render, a transfer, a created asset or a source. */
  readonly named: string;
  /** The time from which its stay counts, as the database writes it. */
  readonly at: string;
}

/** A place in the order in which expired things are found: after this one. */
export type ExpiredPosition = Pick<Expired, 'id' | 'at'>;

/** The terms of a search for expired things. */
export interface ExpiredQuery {
  /** The time that things stay, in milliseconds. */
  readonly keepMs: number;
  /** Finds only rows after this place. */
  readonly after?: ExpiredPosition | undefined;
  /** The maximum number of results. */
  readonly limit: number;
}

/** A kind of row that is removed some time after its end. */
export type ExpiringKind = keyof Retention;

/** The rows of each kind that may be removed, without their times. */
const CANDIDATES: Readonly<Record<ExpiringKind, (query: ExpiredQuery) => RawBuilder<unknown>>> = {
  /**
   * Hosted files of renders, transfers and created assets. Leaves out files that still wait to be copied to a
   * destination, and files of sources and renditions.
   */
  files: () => sql`
    select id, owner, render as named, updated from asset
      where status = 'ready' and destination = 0 and not temporary and ${sql.raw(IS_OF_NO_SOURCE)}
        and not exists (select 1 from asset copy
          where copy.render = asset.render and copy.status = 'importing')`,
  /**
   * Ended renders. Leaves out those with a file that waits for a destination or expires within a day, and those
   * with a callback that is not delivered yet.
   */
  renders: () => sql`
    select id, owner, id as named, updated from render
      where status in ('done', 'failed')
        and not exists (select 1 from asset where asset.render = render.id
          and (asset.status = 'importing' or (asset.temporary and asset.status = 'ready')))
        and not exists (select 1 from callback
          where callback.subject = render.id and callback.status = 'waiting')`,
  /**
   * Ended sources. Leaves out those whose renditions are younger or not finished, whose files wait for a
   * destination, and to which a client may still upload another file.
   */
  sources: (query) => sql`
    select id, owner, id as named, updated from source
      where status in ('ready', 'failed') and incoming is null
        and (upload_expires is null or upload_expires < now())
        and not exists (select 1 from rendition where rendition.source = source.id
          and (rendition.status in ('queued', 'importing') or rendition.updated >= ${before(query)}))
        and not exists (select 1 from asset where asset.status = 'importing' and (asset.render = source.id
          or asset.render in (select rendition.id from rendition where rendition.source = source.id)))`,
  /** Edits that are kept by name. */
  edits: () => sql`select id, owner, id as named, updated from kept_edit where true`,
};

function before({ keepMs }: ExpiredQuery) {
  return sql`now() - make_interval(secs => ${keepMs / 1000})`;
}

/** Lists things of one kind whose time is over, oldest first. The index of their table answers the query. */
export async function findExpired(db: Tables, kind: ExpiringKind, query: ExpiredQuery): Promise<Expired[]> {
  const { after, limit } = query;
  // The time travels as text, because a Date has only milliseconds.
  const place = after ? sql`and (updated, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<Expired>`
    select id, owner, named, updated::text as at from (
      ${CANDIDATES[kind](query)} and updated < ${before(query)} ${place} order by updated, id limit ${limit}
    ) as expired order by updated, id`.execute(db);
  return rows;
}
