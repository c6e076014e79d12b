import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { DestinationAdapter, FileToSend } from '../destination-adapter.ts';
import { createEndpointSchema, trimTrailingSlashes } from '../endpoint-schema.ts';
import { createRefusal, DEFAULT_SETTINGS, sendWithRetries, toRefusal } from '../destination-exchange.ts';
import type { DestinationContext, UploadSettings } from '../destination-exchange.ts';
import type { OptionsOf } from '../options.ts';
import { readInParts } from '../read-in-parts.ts';
import { encodePath, toFilePath } from '../file-path.ts';

const PROVIDER = 'Azure Blob Storage';
const VERSION = '2021-12-02';
const MAX_BLOCKS = 50_000;

const AzureCredentials = z
  .strictObject({
    accountKey: z.base64().min(1).optional().describe('Key of the storage account.'),
    sasToken: z
      .string()
      .regex(/^\??[^?]*sig=/, 'must be a shared access signature, which contains "sig="')
      .optional()
      .describe(
        'Shared access signature that may create and write blobs in the container, in place of the key.',
      ),
    accountName: z
      .string()
      .regex(/^[a-z0-9]{3,24}$/)
      .optional()
      .describe(
        'Name of the only storage account to use these credentials for. A shared access signature needs it or an endpoint.',
      ),
    endpoint: createEndpointSchema(
      'Address of the storage account. Default: https://ACCOUNT.blob.core.windows.net.',
    ),
  })
  .refine(({ accountKey, sasToken }) => (accountKey === undefined) !== (sasToken === undefined), {
    message: 'set either accountKey or sasToken',
  })
  // The author of an edit must not choose the host that receives the signature.
  .refine(({ sasToken, accountName, endpoint }) => sasToken === undefined || (accountName ?? endpoint), {
    message: 'sasToken needs accountName or endpoint',
  });

/** The credentials of an account for Azure Blob Storage. */
export type AzureCredentials = z.infer<typeof AzureCredentials>;

/** A blob to create, with the credentials for it. */
interface BlobTarget {
  readonly url: URL;
  readonly type: string;
  readonly account: string;
  readonly credentials: AzureCredentials;
}

/** One request about a blob. */
interface BlobRequest {
  readonly query: Readonly<Record<string, string>>;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/**
 * Creates the adapter for Azure Blob Storage. It uses the REST API without the official package, which has
 * sixty dependencies.
 */
export function createAzureBlobStorage(
  changed: Partial<UploadSettings> = {},
): DestinationAdapter<OptionsOf<'azure-blob-storage'>, AzureCredentials> {
  const { partBytes, policy } = { ...DEFAULT_SETTINGS, ...changed };
  return {
    credentialsSchema: AzureCredentials,
    accepts: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const { accountName: account, container, prefix, filename } = options;
      const { accountKey = '', sasToken = '', accountName = account, endpoint } = credentials;
      const secrets = [accountKey, sasToken, sasToken.replace(/^\?/, '')];
      const context: DestinationContext = { provider: PROVIDER, outbound, signal, policy, secrets };
      if (account !== accountName)
        throw createRefusal(
          context,
          'the option "accountName" must be the storage account of the credentials',
        );
      const id = toFilePath(file, prefix, filename);
      const base = trimTrailingSlashes(endpoint ?? `https://${account}.blob.core.windows.net`);
      const url = new URL(`${base}/${container}/${encodePath(id)}`);
      const blockBytes = Math.max(partBytes, Math.ceil(file.bytes / MAX_BLOCKS));
      const uploadBlob = file.bytes <= blockBytes ? uploadWholeBlob : uploadBlocks;
      await uploadBlob(context, { url, type: file.type, account, credentials }, file, blockBytes);
      return { id, url: url.href };
    },
  };
}

async function uploadWholeBlob(
  context: DestinationContext,
  blob: BlobTarget,
  file: FileToSend,
  partBytes: number,
): Promise<void> {
  const headers = { 'x-ms-blob-type': 'BlockBlob', 'content-type': blob.type };
  for await (const body of readInParts(file, partBytes, context.signal)) {
    await sendBlobRequest(context, blob, { query: {}, headers, body });
  }
}

/**
 * Uploads a file in blocks and then commits the list of blocks. If the upload fails, Azure removes the
 * uncommitted blocks after a week.
 */
async function uploadBlocks(
  context: DestinationContext,
  blob: BlobTarget,
  file: FileToSend,
  partBytes: number,
): Promise<void> {
  // Distinguishes the blocks of simultaneous uploads to one name.
  const uploadId = randomBytes(8).toString('hex');
  const blocks: string[] = [];
  for await (const body of readInParts(file, partBytes, context.signal)) {
    const blockid = Buffer.from(`${uploadId}-${String(blocks.length).padStart(6, '0')}`).toString('base64');
    await sendBlobRequest(context, blob, { query: { comp: 'block', blockid }, headers: {}, body });
    blocks.push(blockid);
  }
  const list = blocks.map((block) => `<Latest>${block}</Latest>`).join('');
  await sendBlobRequest(context, blob, {
    query: { comp: 'blocklist' },
    headers: { 'x-ms-blob-content-type': blob.type, 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`,
  });
}

async function sendBlobRequest(
  context: DestinationContext,
  blob: BlobTarget,
  request: BlobRequest,
): Promise<void> {
  const response = await sendWithRetries(context, () => {
    const url = new URL(blob.url);
    for (const [name, value] of Object.entries(request.query)) url.searchParams.set(name, value);
    const { accountKey, sasToken } = blob.credentials;
    const headers: Record<string, string> = {
      ...request.headers,
      'x-ms-date': new Date().toUTCString(),
      'x-ms-version': VERSION,
    };
    if (sasToken !== undefined) url.search += `${url.search === '' ? '' : '&'}${sasToken.replace(/^\?/, '')}`;
    if (accountKey !== undefined) {
      const signature = createHmac('sha256', Buffer.from(accountKey, 'base64'))
        .update(toStringToSign(blob, { ...request, headers }))
        .digest('base64');
      headers['authorization'] = `SharedKey ${blob.account}:${signature}`;
    }
    return { method: 'PUT', url, headers, body: request.body };
  });
  if (response.status !== 201) throw toRefusal(context, response);
}

/** Creates the string to sign with an account key. */
function toStringToSign({ url, account }: BlobTarget, { query, headers, body }: BlobRequest): string {
  const msHeaders = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`);
  const queryLines = Object.entries(query)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`);
  const length = Buffer.byteLength(body);
  return [
    'PUT',
    '', // Content-Encoding
    '', // Content-Language
    length === 0 ? '' : String(length),
    '', // Content-MD5
    headers['content-type'] ?? '',
    '', // Date
    '', // If-Modified-Since
    '', // If-Match
    '', // If-None-Match
    '', // If-Unmodified-Since
    '', // Range
    ...msHeaders,
    `/${account}${url.pathname}`,
    ...queryLines,
  ].join('\n');
}
