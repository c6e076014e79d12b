import { z } from 'zod';
import type { Destination, SentFile } from './destination.ts';
import { exchange, PATIENCE, refusalOf } from './exchange.ts';
import type { Patience, Way } from './exchange.ts';
import { ServiceAccount, serviceToken } from './google-token.ts';
import type { OptionsOf } from './options.ts';
import { failed, refused } from './refusal.ts';
import { removeSession, sendBySession } from './resumable.ts';
import { encodedPath, sentPath } from './sent-name.ts';
import { withoutRemains } from './unfinished.ts';

const PROVIDER = 'Google Cloud Storage';
const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';

const GoogleCloudStorageCredentials = z.strictObject({
  serviceAccount: ServiceAccount.describe(
    'The JSON key file of a service account that may create and replace objects in the bucket.',
  ),
  endpoint: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of another service that speaks the same. Default: https://storage.googleapis.com.'),
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
      const session = await sessionFor(way, base, token, { bucket, name }, file);
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

/** The address that the bytes go to; whoever knows it may send them. */
async function sessionFor(
  way: Way,
  base: string,
  token: string,
  { bucket, name }: { readonly bucket: string; readonly name: string },
  file: SentFile,
): Promise<URL> {
  const url = new URL(`${base}/upload/storage/v1/b/${bucket}/o`);
  url.search = new URLSearchParams({ uploadType: 'resumable', name }).toString();
  const answer = await exchange(way, () => ({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-type': file.type,
      'x-upload-content-length': String(file.bytes),
    },
    body: JSON.stringify({ contentType: file.type }),
  }));
  if (answer.status !== 200) throw refusalOf(way, answer);
  const session = URL.parse(answer.headers['location'] ?? '');
  if (session === null) throw failed(way.provider, 'it gave no address for the upload');
  return session;
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
