import { type Selectable, sql } from 'kysely';
import { newId } from '../../base/new-id.ts';
import type { EditVersionTable, Tables } from '../schema.ts';

/** The text of a save. */
export interface SavedText {
  /** The edit, JSON text. */
  readonly edit: string;
  /** True for a save without a wish of the user: it may stand for those just before and after it. */
  readonly autosaved: boolean;
}

/** A version without its text. */
export type EditVersion = Readonly<
  Pick<Selectable<EditVersionTable>, 'version' | 'bytes' | 'autosaved' | 'saved'>
>;

/** Automatic saves within this time are one version. */
const SAME_WORK = sql`interval '10 minutes'`;
/** The maximum number of versions of an edit, and of their bytes. The older ones go. The latest one always stays. */
const MOST_VERSIONS = 100;
const MOST_BYTES = 50_000_000;

/** Adds a version of a kept edit. */
export async function addVersion(
  transaction: Tables,
  kept: string,
  version: number,
  { edit, autosaved }: SavedText,
): Promise<void> {
  const values = { id: newId(), kept_edit: kept, version, edit, bytes: Buffer.byteLength(edit), autosaved };
  await transaction.insertInto('edit_version').values(values).execute();
}

/** The facts about a save that decide whether it makes another version. */
export interface VersionSave extends SavedText {
  /** True if the save keeps the name and the dialect. */
  readonly isNamedSo: boolean;
  /** Throws if the save is not based on the latest version. Not called for a save that changes nothing. */
  readonly require: () => void;
}

/**
 * Saves the text of a kept edit, whose row must be locked.
 *
 * @param latest the number of its latest version.
 * @returns the number of the version that has the text now. `latest` if the save changes nothing.
 */
export async function saveVersion(
  transaction: Tables,
  kept: string,
  latest: number,
  { isNamedSo, require, ...saved }: VersionSave,
): Promise<number> {
  const before = await compareLatest(transaction, kept, latest, saved.edit);
  const isSame = before?.isSame === true;
  if (isSame && isNamedSo && (saved.autosaved || !before.autosaved)) return latest;
  // A repeated save has succeeded already, whatever it was based on.
  if (!isSame || !isNamedSo) require();
  const version = latest + 1;
  const continues = saved.autosaved && before?.autosaved === true && before.isRecent;
  if (isSame || continues) await replaceVersion(transaction, kept, latest, saved);
  else await addVersion(transaction, kept, version, saved);
  await removeOldVersions(transaction, kept);
  return version;
}

function compareLatest(transaction: Tables, kept: string, latest: number, edit: string) {
  return transaction
    .selectFrom('edit_version')
    .select([
      'autosaved',
      sql<boolean>`edit = ${edit}`.as('isSame'),
      sql<boolean>`begun > now() - ${SAME_WORK}`.as('isRecent'),
    ])
    .where('kept_edit', '=', kept)
    .where('version', '=', latest)
    .executeTakeFirst();
}

/** Makes the latest version the next one. */
async function replaceVersion(
  transaction: Tables,
  kept: string,
  latest: number,
  { edit, autosaved }: SavedText,
): Promise<void> {
  await transaction
    .updateTable('edit_version')
    .set({
      version: latest + 1,
      edit,
      bytes: Buffer.byteLength(edit),
      // A version that was wished stays one.
      autosaved: sql<boolean>`autosaved and ${autosaved}`,
      saved: sql`now()`,
    })
    .where('kept_edit', '=', kept)
    .where('version', '=', latest)
    .execute();
}

async function removeOldVersions(transaction: Tables, kept: string): Promise<void> {
  await sql`delete from edit_version where id in (
    select id from (
      select id, row_number() over newest as place, sum(bytes) over newest as total
      from edit_version where kept_edit = ${kept}
      window newest as (order by version desc)
    ) as counted
    where place > ${MOST_VERSIONS} or (place > 1 and total > ${MOST_BYTES}))`.execute(transaction);
}

/** Lists the versions of a kept edit, latest first. */
export function listVersions(db: Tables, kept: string): Promise<EditVersion[]> {
  return db
    .selectFrom('edit_version')
    .select(['version', 'bytes', 'autosaved', 'saved'])
    .where('kept_edit', '=', kept)
    .orderBy('version', 'desc')
    .execute();
}

/** Finds a version of a kept edit, with its text. */
export function findVersion(
  db: Tables,
  kept: string,
  version: number,
): Promise<(EditVersion & Pick<EditVersionTable, 'edit'>) | undefined> {
  return db
    .selectFrom('edit_version')
    .select(['version', 'bytes', 'autosaved', 'saved', 'edit'])
    .where('kept_edit', '=', kept)
    .where('version', '=', version)
    .executeTakeFirst();
}
