import { z } from 'zod';
import type { DestinationAdapter, FileToSend } from '../destination-adapter.ts';
import { createEndpointSchema, trimTrailingSlashes } from '../endpoint-schema.ts';
import { DEFAULT_SETTINGS } from '../destination-exchange.ts';
import type { DestinationContext, UploadSettings } from '../destination-exchange.ts';
import { ServiceAccount, requestServiceToken } from './google-token.ts';
import type { OptionsOf } from '../options.ts';
import { openUploadSession, cancelUploadSession, uploadToSession } from './upload-session.ts';
import { encodePath, toFilePath } from '../file-path.ts';
import { cleanUpAndThrow } from '../clean-up-and-throw.ts';

const PROVIDER = 'Google Cloud Storage';
const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';

const GoogleCloudStorageCredentials = z.strictObject({
  serviceAccount: ServiceAccount.describe(
    'JSON key file of a service account that may create and replace objects in the bucket.',
  ),
  endpoint: createEndpointSchema(
    'Address of another service with the same API. Default: https://storage.googleapis.com.',
  ),
});

/** The credentials of an account for Google Cloud Storage. */
export type GoogleCloudStorageCredentials = z.infer<typeof GoogleCloudStorageCredentials>;

/**
 * Creates the adapter for Google Cloud Storage. It uses resumable uploads of the JSON API.
 */
export function createGoogleCloudStorage(
  changed: Partial<UploadSettings> = {},
): DestinationAdapter<OptionsOf<'google-cloud-storage'>, GoogleCloudStorageCredentials> {
  const { partBytes, policy } = { ...DEFAULT_SETTINGS, ...changed };
  return {
    credentialsSchema: GoogleCloudStorageCredentials,
    accepts: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const { serviceAccount, endpoint = 'https://storage.googleapis.com' } = credentials;
      const secrets = [serviceAccount.private_key];
      const context: DestinationContext = { provider: PROVIDER, outbound, signal, policy, secrets };
      const { bucket } = options;
      const name = toFilePath(file, options.prefix, options.filename);
      const base = trimTrailingSlashes(endpoint);
      const token = await requestServiceToken(context, serviceAccount, SCOPE);
      const url = new URL(`${base}/upload/storage/v1/b/${bucket}/o`);
      url.search = new URLSearchParams({ uploadType: 'resumable', name }).toString();
      const session = await openUploadSession(context, url, token, file, { contentType: file.type });
      const id = await upload({ ...context, secrets: [...secrets, token] }, session, file, partBytes);
      return { id: id ?? `${bucket}/${name}`, url: `${base}/${bucket}/${encodePath(name)}` };
    },
  };
}

/** Uploads the file. @returns the id of the object, if the service reports one. */
async function upload(
  context: DestinationContext,
  session: URL,
  file: FileToSend,
  partBytes: number,
): Promise<string | undefined> {
  try {
    const { text } = await uploadToSession(context, session, file, partBytes);
    return parseObjectId(text);
  } catch (error) {
    return await cleanUpAndThrow(context, error, (cleanUp) => cancelUploadSession(cleanUp, session));
  }
}

function parseObjectId(metadata: string): string | undefined {
  try {
    return z.object({ id: z.string() }).parse(JSON.parse(metadata)).id;
  } catch {
    // The upload succeeded. Other services with the same API may return other metadata.
    return undefined;
  }
}
