import type { Database } from '../database.ts';
import { addUpload, type NewUpload } from './reserve-upload.ts';

/** Records an upload of one byte that has begun, without limits. */
export async function recordBegunUpload(
  { tables }: Pick<Database, 'tables'>,
  upload: Pick<NewUpload, 'id' | 'owner' | 'source'> & Partial<NewUpload>,
): Promise<void> {
  const room = { quota: undefined, diskBytes: undefined };
  await addUpload(tables, { bytes: 1, expires: undefined, ...upload }, room);
}
