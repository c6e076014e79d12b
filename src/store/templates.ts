import { type Kysely, sql } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import type { Schema, TemplateTable } from './schema.ts';

/** A template as it is submitted. */
export type NewTemplate = Pick<TemplateTable, 'id' | 'owner' | 'name' | 'template'>;

/** A template in a list, without its edit. */
export interface TemplateRow {
  readonly id: string;
  readonly name: string;
  readonly created: Date;
  readonly updated: Date;
}

/** The maximum per owner, or a few more if some come at once. A list shows them all. */
const MAX_TEMPLATES = 10_000;

/**
 * Writes a new template.
 *
 * @throws {KinoraError} `limit_reached` if the owner has too many.
 */
export async function addTemplate(
  db: Kysely<Schema>,
  template: NewTemplate,
  limit = MAX_TEMPLATES,
): Promise<void> {
  const kept = db
    .selectFrom('template')
    .select('id')
    .where('owner', '=', template.owner)
    .limit(limit)
    .as('kept');
  const { count } = await db
    .selectFrom(kept)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  if (count >= limit) {
    const sentence = `There are ${limit} templates already, and there can be no more; delete one that is not needed.`;
    throw new KinoraError('limit_reached', sentence);
  }
  await db.insertInto('template').values(template).execute();
}

/** Replaces the name and the edit of a template. False when this owner has none of this id. */
export async function replaceTemplate(db: Kysely<Schema>, template: NewTemplate): Promise<boolean> {
  const { id, owner, ...values } = template;
  const result = await db
    .updateTable('template')
    .set({ ...values, updated: sql`now()` })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Removes a template. False when this owner has none of this id. */
export async function removeTemplate(db: Kysely<Schema>, owner: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('template')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** A template of this owner, with its edit as JSON text. */
export function findTemplate(
  db: Kysely<Schema>,
  owner: string,
  id: string,
): Promise<NewTemplate | undefined> {
  return db
    .selectFrom('template')
    .select(['id', 'owner', 'name', 'template'])
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
}

/** This owner's templates, newest first. Their ids are in the order of their time. */
export function listTemplates(db: Kysely<Schema>, owner: string): Promise<TemplateRow[]> {
  return db
    .selectFrom('template')
    .select(['id', 'name', 'created', 'updated'])
    .where('owner', '=', owner)
    .orderBy('id', 'desc')
    .execute();
}
