import { z } from 'zod';
import type { Destination, SentFile } from './destination.ts';
import { endpointFor } from './endpoint.ts';
import { PATIENCE } from './exchange.ts';
import type { Patience, Way } from './exchange.ts';
import { ServiceAccount, serviceToken } from './google-token.ts';
import type { OptionsOf } from './options.ts';
import { refused } from './refusal.ts';
import { openSession, removeSession, sendBySession } from './resumable.ts';
import { encodedPath, sentPath } from './sent-name.ts';
import { withoutRemains } from './unfinished.ts';

const PROVIDER = 'Google Cloud Storage';
const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';

const GoogleCloudStorageCredentials = z.strictObject({
  serviceAccount: ServiceAccount.describe(
    'The JSON key file of a service account that may create and replace objects in the bucket.',
  ),
  endpoint: endpointFor(
    'Address of another service that speaks the same. Default: https://storage.googleapis.com.',
  ),
});

/** What an account gives for Google Cloud Storage. */
export type GoogleCloudStorageCredentials = z.infer<typeof GoogleCloudStorageCredentials>;

interface Settings {
  /** Size of a part in bytes, a multiple of 256 KiB. */
  readonly partBytes: number;
  readonly patience: Patience;
}

/** Google Cloud Storage, by resumable uploads of its JSON protocol. @param settings are for tests. */
export function googleCloudStorage(
  settings: Settings = { partBytes: 8 * 1024 * 1024, patience: PATIENCE },
): Destination<OptionsOf<'google-cloud-storage'>, GoogleCloudStorageCredentials> {
  return {
    credentials: GoogleCloudStorageCredentials,
    takes: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const { serviceAccount, endpoint = 'https://storage.googleapis.com' } = credentials;
      const secrets = [serviceAccount.private_key];
      const way: Way = { provider: PROVIDER, outbound, signal, patience: settings.patience, secrets };
      const bucket = bucketIn(options);
      const name = sentPath(file, options?.prefix, options?.filename);
      const base = endpoint.replace(/\/+$/, '');
      const token = await serviceToken(way, serviceAccount, SCOPE);
      const place = new URL(`${base}/upload/storage/v1/b/${bucket}/o`);
      place.search = new URLSearchParams({ uploadType: 'resumable', name }).toString();
      const session = await openSession(way, place, token, file, { contentType: file.type });
      const id = await upload({ ...way, secrets: [...secrets, token] }, session, file, settings.partBytes);
      return { id: id ?? `${bucket}/${name}`, url: `${base}/${bucket}/${encodedPath(name)}` };
    },
  };
}

/** The bucket of the edit, which becomes a part of an address. */
function bucketIn(options: OptionsOf<'google-cloud-storage'>): string {
  if (options !== undefined && /^[a-z0-9][a-z0-9._-]{1,221}$/.test(options.bucket)) return options.bucket;
  throw refused(PROVIDER, 'its option "bucket" must be the name of a bucket');
}

/** Sends the bytes. @returns the id that the object got. */
async function upload(
  way: Way,
  session: URL,
  file: SentFile,
  partBytes: number,
): Promise<string | undefined> {
  try {
    const { text } = await sendBySession(way, session, file, partBytes);
    return idIn(text);
  } catch (error) {
    return await withoutRemains(way, error, (last) => removeSession(last, session));
  }
}

function idIn(metadata: string): string | undefined {
  try {
    return z.object({ id: z.string() }).parse(JSON.parse(metadata)).id;
  } catch {
    // The object is there all the same; other services that speak the protocol may call it otherwise.
    return undefined;
  }
}
