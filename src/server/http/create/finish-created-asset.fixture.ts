import type { Database } from '../../../store/database.ts';
import {
  beginCreation,
  setCreationDone,
  setCreationSaving,
} from '../../../store/generation/created-assets.ts';

/**
 * Finishes a created asset as a worker does. Stores no file.
 *
 * @returns the storage key of its file.
 */
export async function finishCreatedAsset(
  tables: Database['tables'],
  folder: string,
  id: string,
  warnings: readonly string[] = [],
): Promise<string> {
  const attempt = await beginCreation(tables, id);
  if (attempt === undefined) throw new Error('The asset cannot be created.');
  const file = `${folder}/${id}.mp3`;
  await setCreationSaving(tables, attempt, file);
  await setCreationDone(tables, attempt, warnings);
  return file;
}
