import { createHmac, randomInt } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { z } from 'zod';
import { type ExchangeResponse, retry } from '../../outbound/index.ts';
import type { DestinationAdapter, FileToSend } from '../destination-adapter.ts';
import { DEFAULT_POLICY, sendOnce, toRefusal } from '../destination-exchange.ts';
import type { ExchangePolicy, DestinationContext } from '../destination-exchange.ts';
import type { OptionsOf } from '../options.ts';
import { encodePath, toFilePath } from '../file-path.ts';

const PROVIDER = 'Akamai NetStorage';

const AkamaiCredentials = z.strictObject({
  keyName: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII characters without spaces')
    .describe('Id of an upload account with access to the HTTP API.'),
  key: z.string().min(1).describe('HTTP API key of that upload account.'),
});

/** The credentials of an account for Akamai NetStorage. */
export type AkamaiCredentials = z.infer<typeof AkamaiCredentials>;

interface Settings {
  readonly protocol: 'https:' | 'http:';
  readonly policy: ExchangePolicy;
}

/**
 * Creates the adapter for Akamai NetStorage. It uses the upload action of the HTTP API. That action sends the
 * whole file in one request, so an interrupted upload starts again from the beginning.
 *
 * Its parameters are set only in tests.
 */
export function createAkamaiNetStorage(
  { protocol, policy }: Settings = { protocol: 'https:', policy: DEFAULT_POLICY },
): DestinationAdapter<OptionsOf<'akamai-netstorage'>, AkamaiCredentials> {
  return {
    credentialsSchema: AkamaiCredentials,
    accepts: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const { host, cpCode, path, filename } = options;
      const secrets = [credentials.key];
      const context: DestinationContext = { provider: PROVIDER, outbound, signal, policy, secrets };
      const id = `/${cpCode}/${toFilePath(file, path, filename)}`;
      const url = new URL(`${protocol}//${host}${encodePath(id)}`);
      const response = await retry(context.policy, context, () => upload(context, url, file, credentials));
      if (response.status !== 200) throw toRefusal(context, response);
      // The public address is unknown: it depends on the configuration of the Akamai account.
      return { id, url: undefined };
    },
  };
}

async function upload(
  context: DestinationContext,
  url: URL,
  file: FileToSend,
  { keyName, key }: AkamaiCredentials,
): Promise<ExchangeResponse> {
  const body = addAbortSignal(context.signal, await file.open());
  try {
    // Send the size, so that Akamai detects and rejects a truncated upload.
    const action = `version=1&action=upload&size=${file.bytes}`;
    const seconds = Math.floor(Date.now() / 1000);
    const data = `5, 0.0.0.0, 0.0.0.0, ${seconds}, ${randomInt(2 ** 32)}, ${keyName}`;
    const signature = createHmac('sha256', key)
      .update(`${data}${url.pathname}\nx-akamai-acs-action:${action}\n`)
      .digest('base64');
    const headers = {
      'content-type': file.type,
      'content-length': String(file.bytes),
      'x-akamai-acs-action': action,
      'x-akamai-acs-auth-data': data,
      'x-akamai-acs-auth-sign': signature,
    };
    return await sendOnce(context, { method: 'PUT', url, headers, body, bytes: file.bytes });
  } finally {
    body.destroy();
  }
}
