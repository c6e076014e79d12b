import { createHash } from 'node:crypto';
import type { Logger } from '../base/logger.ts';
import { type FileAddressConfig, createFileAddresses } from '../hosting/file-addresses.ts';
import { findSharedValue, saveSharedValue } from '../store/shared-values.ts';
import type { Database } from '../store/database.ts';

const NAME = 'file addresses';

/**
 * Compares the addresses of files that the server and the workers of one database create. A server saves a fingerprint of its own; a
 * worker with another one logs a warning. Does not notice a server that starts after the worker.
 */
export async function compareFileAddresses(
  { tables }: Pick<Database, 'tables'>,
  config: FileAddressConfig,
  { isServer, log }: { readonly isServer: boolean; readonly log: Logger },
): Promise<void> {
  // The hash of an address that has expired long ago: it opens nothing and reveals no secret.
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
    'The server makes other addresses of files than this worker, so that callbacks name wrong ones: KINORA_URL, KINORA_CDN_URL, KINORA_FILES and KINORA_FILES_SECRET have to be the same for both.',
  );
}
