import { createHash } from 'node:crypto';
import type { Logger } from '../base/log.ts';
import { type AddressConfig, fileAddresses } from '../hosting/file-addresses.ts';
import { findAgreement, keepAgreement } from '../store/agreements.ts';
import type { Database } from '../store/database.ts';

const NAME = 'file addresses';

/**
 * Has servers and workers of one database make the same addresses of files: a server keeps what it makes, and a worker that makes others
 * says so in its log. A server that starts after the worker is not seen.
 */
export async function agreeOnAddresses(
  { tables }: Pick<Database, 'tables'>,
  config: AddressConfig,
  { isServer, log }: { readonly isServer: boolean; readonly log: Logger },
): Promise<void> {
  // An address that has ended long ago, and only its hash: it opens nothing, and tells no secret.
  const example = fileAddresses({ ...config, now: () => 0 }).urlOf('v1/owner/example');
  const mark = createHash('sha256').update(example).digest('hex');
  if (isServer) {
    await keepAgreement(tables, NAME, mark);
    return;
  }
  const kept = await findAgreement(tables, NAME);
  if (kept === undefined || kept === mark) return;
  log.warn(
    {},
    'The server makes other addresses of files than this worker, so that callbacks name wrong ones: KINORA_URL, KINORA_CDN_URL, KINORA_FILES and KINORA_FILES_SECRET have to be the same for both.',
  );
}
