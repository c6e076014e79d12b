import { createHmac, randomInt } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { z } from 'zod';
import { retry } from '../../outbound/index.ts';
import type { DestinationAdapter, FileToSend } from '../destination-adapter.ts';
import { DEFAULT_POLICY, sendOnce, toRefusal } from '../provider-exchange.ts';
import type { ProviderResponse, ExchangePolicy, ProviderContext } from '../provider-exchange.ts';
import type { OptionsOf } from '../options.ts';
import { createRefusal } from '../provider-errors.ts';
import { encodePath, toFilePath } from '../file-path.ts';

const PROVIDER = 'Akamai NetStorage';

const AkamaiCredentials = z.strictObject({
  keyName: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be letters, digits and signs, without spaces')
    .describe('Id of an upload account with access by the HTTP API.'),
  key: z.string().min(1).describe('HTTP API key of that upload account.'),
});

/** What an account gives for Akamai NetStorage. */
export type AkamaiCredentials = z.infer<typeof AkamaiCredentials>;

interface Settings {
  readonly protocol: 'https:' | 'http:';
  readonly policy: ExchangePolicy;
}

/**
 * Akamai NetStorage, by the upload action of its HTTP protocol. It knows no parts: what breaks is sent again from the start.
 *
 * @param settings are for tests.
 */
export function createAkamaiNetStorage(
  settings: Settings = { protocol: 'https:', policy: DEFAULT_POLICY },
): DestinationAdapter<OptionsOf<'akamai-netstorage'>, AkamaiCredentials> {
  return {
    credentialsSchema: AkamaiCredentials,
    accepts: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const { host, cpCode, path, filename } = checkOptions(options);
      const secrets = [credentials.key];
      const context: ProviderContext = {
        provider: PROVIDER,
        outbound,
        signal,
        policy: settings.policy,
        secrets,
      };
      const id = `/${cpCode}/${toFilePath(file, path, filename)}`;
      const url = new URL(`${settings.protocol}//${host}${encodePath(id)}`);
      const response = await retry(context.policy, context, () => upload(context, url, file, credentials));
      if (response.status !== 200) throw toRefusal(context, response);
      // Under which address visitors get it is a matter of the account's own set-up.
      return { id, url: undefined };
    },
  };
}

/** What the edit says, as far as it becomes a part of an address. */
function checkOptions(options: OptionsOf<'akamai-netstorage'>): NonNullable<OptionsOf<'akamai-netstorage'>> {
  if (!/^[a-z0-9.-]+(:\d{1,5})?$/i.test(options?.host ?? ''))
    throw createRefusal(PROVIDER, 'its option "host" must be a host name, such as example-nsu.akamaihd.net');
  if (!/^\d{1,12}$/.test(options?.cpCode ?? ''))
    throw createRefusal(PROVIDER, 'its option "cpCode" must be a number');
  // The two checks above have seen that there are options.
  return options as NonNullable<typeof options>;
}

async function upload(
  context: ProviderContext,
  url: URL,
  file: FileToSend,
  { keyName, key }: AkamaiCredentials,
): Promise<ProviderResponse> {
  const body = addAbortSignal(context.signal, await file.open());
  try {
    // The size makes it refuse what was cut on its way.
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
