import { type Selectable, sql } from 'kysely';
import { KinoraError } from '../../base/errors.ts';
import { MAX_NAMED, removeOwned, requireRoom } from '../owned-rows.ts';
import { type Quotas, requireEditQuota } from '../quotas/quotas.ts';
import type { KeptEditTable, Tables } from '../schema.ts';
import { addVersion, type SavedText, saveVersion } from './edit-versions.ts';

/** The name and the text of an edit to keep. */
export interface NamedText extends Pick<KeptEditTable, 'name' | 'dialect'>, SavedText {}

/** A kept edit without its text. */
export type KeptEdit = Readonly<Omit<Selectable<KeptEditTable>, 'owner'>>;

const COLUMNS = ['id', 'name', 'dialect', 'version', 'created', 'updated'] as const;

/**
 * Keeps a new edit, with its first version. Must be called in a transaction.
 *
 * @throws {KinoraError} `limit_reached` if the owner has too many edits. @throws {QuotaExceeded}
 *   `too_many_requests` if the owner has as many as the operator allows.
 */
export async function addKeptEdit(
  transaction: Tables,
  { id, owner, name, dialect, ...saved }: NamedText & Pick<KeptEditTable, 'id' | 'owner'>,
  { quotas, limit = MAX_NAMED }: { readonly quotas: Pick<Quotas, 'edits'>; readonly limit?: number },
): Promise<void> {
  await requireEditQuota(transaction, owner, quotas);
  await requireRoom(transaction, 'kept_edit', owner, limit);
  await transaction.insertInto('kept_edit').values({ id, owner, name, dialect }).execute();
  await addVersion(transaction, id, 1, saved);
}

/** A version that a save is based on. True for whatever is there. */
export type ExpectedVersion = readonly number[] | true;

/** A save of a kept edit. */
export interface EditSave extends NamedText {
  readonly id: string;
  readonly owner: string;
  readonly expected: ExpectedVersion;
}

/**
 * Saves a kept edit as its next version. What is there already, is not saved again: then the version stays.
 *
 * @returns the version, or undefined if the owner has no edit with this id.
 * @throws {KinoraError} `precondition_failed` if the latest version is none of the expected ones.
 */
export function saveKeptEdit(db: Tables, save: EditSave): Promise<number | undefined> {
  const { id, owner, expected, name, dialect, ...saved } = save;
  return db.transaction().execute(async (transaction) => {
    const query = transaction.selectFrom('kept_edit').select(['name', 'dialect', 'version']);
    const own = query.where('id', '=', id).where('owner', '=', owner);
    const found = await own.forUpdate().executeTakeFirst();
    if (found === undefined) return undefined;
    const isNamedSo = found.name === name && found.dialect === dialect;
    const version = await saveVersion(transaction, id, found.version, {
      ...saved,
      isNamedSo,
      require: () => requireExpected(found.version, expected),
    });
    if (version !== found.version)
      await transaction
        .updateTable('kept_edit')
        .set({ name, dialect, version, updated: sql`now()` })
        .where('id', '=', id)
        .execute();
    return version;
  });
}

function requireExpected(version: number, expected: ExpectedVersion): void {
  if (expected === true || expected.includes(version)) return;
  const based = expected.map(String).join(' or ') || 'none that this edit has';
  const sentence = `Someone has saved this edit meanwhile: its version is ${version}, and your change is based on ${based}. Get the edit, then save your change with if-match: "${version}", or keep it as another edit.`;
  throw new KinoraError('precondition_failed', sentence);
}

/** Removes a kept edit with its versions. Returns false if the owner has no edit with this id. */
export function removeKeptEdit(db: Tables, owner: string, id: string): Promise<boolean> {
  return removeOwned(db, 'kept_edit', owner, id);
}

/** Finds a kept edit of an owner, without its text. */
export function findKeptEdit(db: Tables, owner: string, id: string): Promise<KeptEdit | undefined> {
  return db
    .selectFrom('kept_edit')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
}

/** A kept edit, with the text of its latest version unless it was left out. */
export interface KeptText extends KeptEdit {
  /** The edit, JSON text. */
  readonly edit?: string;
}

/** Finds a kept edit of an owner, with the text of its latest version. */
export function findKeptText(db: Tables, owner: string, id: string): Promise<KeptText | undefined> {
  return db
    .selectFrom('kept_edit')
    .innerJoin('edit_version', (join) =>
      join
        .onRef('edit_version.kept_edit', '=', 'kept_edit.id')
        .onRef('edit_version.version', '=', 'kept_edit.version'),
    )
    .select([...COLUMNS.map((name) => `kept_edit.${name}` as const), 'edit_version.edit'])
    .where('kept_edit.id', '=', id)
    .where('kept_edit.owner', '=', owner)
    .executeTakeFirst();
}

/** Lists the kept edits of an owner. The one that was saved last is the first. */
export function listKeptEdits(db: Tables, owner: string): Promise<KeptEdit[]> {
  return db
    .selectFrom('kept_edit')
    .select(COLUMNS)
    .where('owner', '=', owner)
    .orderBy('updated', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
