import { type Selectable, sql } from 'kysely';
import { MAX_NAMED, removeOwned, requireRoom } from './owned-rows.ts';
import type { Tables, TemplateTable } from './schema.ts';

/** A submitted template. */
export type NewTemplate = Pick<TemplateTable, 'id' | 'owner' | 'name' | 'template' | 'dialect'>;

/** A template in a list, without its edit. */
export type TemplateRow = Readonly<
  Pick<Selectable<TemplateTable>, 'id' | 'name' | 'version' | 'created' | 'updated'>
>;

/**
 * Stores a new template.
 *
 * @param limit the maximum number of templates of the owner.
 * @throws {KinoraError} `limit_reached` if the owner already has that many templates.
 */
export async function addTemplate(db: Tables, template: NewTemplate, limit = MAX_NAMED): Promise<void> {
  await requireRoom(db, 'template', template.owner, limit);
  await db.insertInto('template').values(template).execute();
}

/** Replaces the name and the edit of a template. Returns false if the owner has no template with this id. */
export async function replaceTemplate(db: Tables, template: NewTemplate): Promise<boolean> {
  const { id, owner, ...values } = template;
  const result = await db
    .updateTable('template')
    .set({ ...values, updated: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Removes a template. Returns false if the owner has no template with this id. */
export function removeTemplate(db: Tables, owner: string, id: string): Promise<boolean> {
  return removeOwned(db, 'template', owner, id);
}

/** Finds a template of an owner, with its edit as JSON text. */
export function findTemplate(db: Tables, owner: string, id: string): Promise<NewTemplate | undefined> {
  return db
    .selectFrom('template')
    .select(['id', 'owner', 'name', 'template', 'dialect'])
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
}

/** Lists the templates of an owner, newest first. The ids are in order of creation. */
export function listTemplates(db: Tables, owner: string): Promise<TemplateRow[]> {
  return db
    .selectFrom('template')
    .select(['id', 'name', 'version', 'created', 'updated'])
    .where('owner', '=', owner)
    .orderBy('id', 'desc')
    .execute();
}
