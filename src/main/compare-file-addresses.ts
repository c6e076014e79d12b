import { createHash } from 'node:crypto';
import type { Logger } from '../base/logger.ts';
import { type FileAddressConfig, createFileAddresses } from '../hosting/addresses/file-addresses.ts';
import { findSharedValue, saveSharedValue } from '../store/shared-values.ts';
import type { Database } from '../store/database.ts';

const NAME = 'file addresses';

/**
 * Checks that the server and the workers of one database create the same addresses of files. A server stores
 * the fingerprint of its addresses. A worker with another fingerprint logs a warning. Does not notice a
 * server that starts after the worker.
 */
export async function compareFileAddresses(
  { tables }: Pick<Database, 'tables'>,
  config: FileAddressConfig,
  { isServer, log }: { readonly isServer: boolean; readonly log: Logger },
): Promise<void> {
  // The hash of an expired address gives no access and reveals no secret.
  const example = createFileAddresses({ ...config, now: () => 0 }).urlOf('v1/owner/example');
  const fingerprint = createHash('sha256').update(example).digest('hex');
  if (isServer) {
    await saveSharedValue(tables, NAME, fingerprint);
    return;
  }
  const expected = await findSharedValue(tables, NAME);
  if (expected === undefined || expected === fingerprint) return;
  log.warn(
    {},
    'This worker creates other addresses of files than the server, so its callbacks contain wrong addresses. Set KINORA_URL, KINORA_CDN_URL, KINORA_FILES and KINORA_FILES_SECRET to the same values for both.',
  );
}
