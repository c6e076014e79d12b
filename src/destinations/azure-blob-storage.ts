import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Destination, SentFile } from './destination.ts';
import { endpointFor } from './endpoint.ts';
import { exchange, PATIENCE, refusalOf } from './exchange.ts';
import type { Patience, Way } from './exchange.ts';
import type { OptionsOf } from './options.ts';
import { partsOf } from './parts.ts';
import { refused } from './refusal.ts';
import { encodedPath, sentPath } from './sent-name.ts';

const PROVIDER = 'Azure Blob Storage';
const VERSION = '2021-12-02';
const MOST_BLOCKS = 50_000;
const ACCOUNT = /^[a-z0-9]{3,24}$/;

const AzureCredentials = z
  .strictObject({
    accountKey: z.base64().min(1).optional().describe('Key of the storage account.'),
    sasToken: z
      .string()
      .regex(/^\??[^?]*sig=/, 'must be a shared access signature, which has a part "sig="')
      .optional()
      .describe(
        'Instead of the key: a shared access signature that may create and write blobs in the container.',
      ),
    accountName: z
      .string()
      .regex(ACCOUNT)
      .optional()
      .describe(
        'Name of the storage account, the only one that they are used for. A shared access signature needs it, or an endpoint.',
      ),
    endpoint: endpointFor('Address of the account elsewhere than at ACCOUNT.blob.core.windows.net.'),
  })
  .refine(({ accountKey, sasToken }) => (accountKey === undefined) !== (sasToken === undefined), {
    message: 'they need accountKey or sasToken, and not both',
  })
  // Whoever writes an edit must not say which host gets to see the signature.
  .refine(({ sasToken, accountName, endpoint }) => sasToken === undefined || (accountName ?? endpoint), {
    message: 'a sasToken needs the accountName that it is for, or an endpoint',
  });

/** What an account gives for Azure Blob Storage. */
export type AzureCredentials = z.infer<typeof AzureCredentials>;

interface Settings {
  /** Size of a block in bytes, at most 4000 MiB. */
  readonly partBytes: number;
  readonly patience: Patience;
}

/** Where one blob goes, and with whose right. */
interface Blob {
  readonly url: URL;
  readonly type: string;
  readonly account: string;
  readonly credentials: AzureCredentials;
}

/** One request for a blob. */
interface BlobRequest {
  readonly query: Readonly<Record<string, string>>;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Azure Blob Storage, by its REST protocol: its own package brings sixty others. @param settings are for tests. */
export function azureBlobStorage(
  settings: Settings = { partBytes: 8 * 1024 * 1024, patience: PATIENCE },
): Destination<OptionsOf<'azure-blob-storage'>, AzureCredentials> {
  return {
    credentials: AzureCredentials,
    takes: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const { accountName: account, container, prefix, filename } = checked(options);
      const { accountKey = '', sasToken = '', accountName = account, endpoint } = credentials;
      if (account !== accountName)
        throw refused(
          PROVIDER,
          'its option "accountName" is another storage account than that of the credentials',
        );
      const secrets = [accountKey, sasToken, sasToken.replace(/^\?/, '')];
      const way: Way = { provider: PROVIDER, outbound, signal, patience: settings.patience, secrets };
      const id = sentPath(file, prefix, filename);
      const base = (endpoint ?? `https://${account}.blob.core.windows.net`).replace(/\/+$/, '');
      const url = new URL(`${base}/${container}/${encodedPath(id)}`);
      const partBytes = Math.max(settings.partBytes, Math.ceil(file.bytes / MOST_BLOCKS));
      const put = file.bytes <= partBytes ? putWhole : putInBlocks;
      await put(way, { url, type: file.type, account, credentials }, file, partBytes);
      return { id, url: url.href };
    },
  };
}

/** What the edit says, as far as it becomes a part of an address. */
function checked(options: OptionsOf<'azure-blob-storage'>): NonNullable<OptionsOf<'azure-blob-storage'>> {
  if (!ACCOUNT.test(options?.accountName ?? ''))
    throw refused(PROVIDER, 'its option "accountName" must be the name of a storage account');
  if (!/^[a-z0-9$][a-z0-9-]{2,62}$/.test(options?.container ?? ''))
    throw refused(PROVIDER, 'its option "container" must be the name of a container');
  // The two checks above have seen that there are options.
  return options as NonNullable<typeof options>;
}

async function putWhole(way: Way, blob: Blob, file: SentFile, partBytes: number): Promise<void> {
  const headers = { 'x-ms-blob-type': 'BlockBlob', 'content-type': blob.type };
  for await (const body of partsOf(file, partBytes, way.signal)) {
    await put(way, blob, { query: {}, headers, body });
  }
}

/** Blocks that are never listed are no blob, and Azure drops them after a week. */
async function putInBlocks(way: Way, blob: Blob, file: SentFile, partBytes: number): Promise<void> {
  // Two sendings to one name at a time must not take each other's blocks.
  const sending = randomBytes(8).toString('hex');
  const blocks: string[] = [];
  for await (const body of partsOf(file, partBytes, way.signal)) {
    const blockid = Buffer.from(`${sending}-${String(blocks.length).padStart(6, '0')}`).toString('base64');
    await put(way, blob, { query: { comp: 'block', blockid }, headers: {}, body });
    blocks.push(blockid);
  }
  const list = blocks.map((block) => `<Latest>${block}</Latest>`).join('');
  await put(way, blob, {
    query: { comp: 'blocklist' },
    headers: { 'x-ms-blob-content-type': blob.type, 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`,
  });
}

async function put(way: Way, blob: Blob, request: BlobRequest): Promise<void> {
  const answer = await exchange(way, () => {
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
        .update(signed(blob, { ...request, headers }))
        .digest('base64');
      headers['authorization'] = `SharedKey ${blob.account}:${signature}`;
    }
    return { method: 'PUT', url, headers, body: request.body };
  });
  if (answer.status !== 201) throw refusalOf(way, answer);
}

/** What a signature with the key of an account is made over. */
function signed({ url, account }: Blob, { query, headers, body }: BlobRequest): string {
  const ours = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`);
  const asked = Object.entries(query)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`);
  const length = Buffer.byteLength(body);
  return [
    'PUT',
    ...['', ''], // Content-Encoding, Content-Language
    length === 0 ? '' : String(length),
    '', // Content-MD5
    headers['content-type'] ?? '',
    ...['', '', '', '', '', ''], // Date, four conditions, Range
    ...ours,
    `/${account}${url.pathname}`,
    ...asked,
  ].join('\n');
}
