import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import type { AdminHandlers } from '../../operations/admin-operations.ts';
import type { Storage } from '../../hosting/storage.ts';
import { removeIdleJobs } from '../../jobs/job-table.ts';
import {
  closeAccount,
  countOwnRows,
  deleteEmptyAccount,
  deleteOwnRows,
  findMarkedOfOwners,
} from '../../store/accounts/delete-account.ts';
import { type AccountRow, FIRST_ACCOUNT } from '../../store/accounts/accounts.ts';
import type { Database } from '../../store/database.ts';
import { deletePending } from '../../store/pending-deletions.ts';

/** Deletes stored files and segments. */
export type FileRemover = Pick<Storage, 'delete' | 'openSegments'>;

/** Milliseconds after which an operation returns, although there is more to do. */
const STEP_MS = 5_000;
const FILES_AT_ONCE = 100;
const SEGMENTS_AT_ONCE = 500;
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Creates the operations that delete an account.
 *
 * @param openFiles opens the stored files, for the deletion of those of the account.
 */
export function createAccountDeletion(
  tables: Database['tables'],
  findAccount: (name: string) => Promise<AccountRow>,
  openFiles: () => Promise<{ readonly remover: FileRemover | undefined }>,
): Pick<AdminHandlers, 'countAccount' | 'deleteAccount'> {
  return {
    countAccount: async ({ name }) => {
      rejectFirst(name);
      const { owners } = await findAccount(name);
      return { rows: await countOwnRows(tables, Object.values(owners)) };
    },
    deleteAccount: async ({ name }) => {
      rejectFirst(name);
      const owners = Object.values((await findAccount(name)).owners);
      const { remover } = await openFiles();
      const end = performance.now() + STEP_MS;
      await closeAccount(tables, owners);
      await removeIdleJobs(tables, owners);
      let rows = 0;
      for (let deleted = 1; deleted > 0; rows += deleted) {
        if (performance.now() > end) return { isDone: false, rows, files: 0, filesLeft: 0, segments: 0 };
        deleted = await deleteOwnRows(tables, owners);
      }
      const { files, filesLeft } = await deleteFiles(tables, owners, remover, end);
      const counts = { rows, files, filesLeft };
      if (filesLeft > 0 && files > 0) return { isDone: false, ...counts, segments: 0 };
      const { segments, hasMore } = await removeSegments(owners, remover, end);
      return { isDone: !hasMore && (await deleteIfEmpty(tables, name)), ...counts, segments };
    },
  };
}

/** Deletes an account. Returns false if a worker has written another row meanwhile. */
async function deleteIfEmpty(tables: Database['tables'], name: string): Promise<boolean> {
  try {
    await deleteEmptyAccount(tables, name);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
}

/** Deletes marked files until the time is over. Stops if the storage fails: the workers try again. */
async function deleteFiles(
  tables: Database['tables'],
  owners: readonly string[],
  remover: FileRemover | undefined,
  end: number,
): Promise<{ files: number; filesLeft: number }> {
  let files = 0;
  for (;;) {
    const marked = await findMarkedOfOwners(tables, owners, FILES_AT_ONCE);
    if (marked.length === 0 || remover === undefined || performance.now() > end)
      return { files, filesLeft: marked.length };
    await deletePending(tables, marked, remover, SILENT);
    const left = new Set(await findMarkedOfOwners(tables, owners, FILES_AT_ONCE));
    const deleted = marked.filter((file) => !left.has(file)).length;
    files += deleted;
    if (deleted < marked.length) return { files: 0, filesLeft: left.size };
  }
}

/** Removes the segments of owners until the time is over. `segments` is null if they cannot be removed. */
async function removeSegments(
  owners: readonly string[],
  remover: FileRemover | undefined,
  end: number,
): Promise<{ segments: number | null; hasMore: boolean }> {
  if (remover === undefined) return { segments: null, hasMore: false };
  const kept = remover.openSegments(0);
  let segments = 0;
  try {
    for (const owner of owners)
      for (let removed = SEGMENTS_AT_ONCE; removed === SEGMENTS_AT_ONCE; segments += removed) {
        if (performance.now() > end) return { segments, hasMore: true };
        removed = await kept.removeOwned(owner, SEGMENTS_AT_ONCE);
      }
    return { segments, hasMore: false };
  } catch (error) {
    // They are no reason to keep the account: clients cannot download them, and others take their place.
    if (errorCodeOf(error) === undefined) throw error;
    return { segments: null, hasMore: false };
  }
}

function rejectFirst(name: string): void {
  if (name !== FIRST_ACCOUNT) return;
  throw new KinoraError(
    'validation_failed',
    `The account "${FIRST_ACCOUNT}" cannot be deleted: Kinora belongs to it, and the next start would create it again with the keys of KINORA_KEYS or keys.json. To remove its renders and files, set KINORA_KEEP_RENDERS and KINORA_KEEP_FILES.`,
  );
}
