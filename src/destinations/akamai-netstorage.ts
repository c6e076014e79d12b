import { createHmac, randomInt } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { z } from 'zod';
import type { Destination, SentFile } from './destination.ts';
import { once, PATIENCE, refusalOf, retried } from './exchange.ts';
import type { Answer, Patience, Way } from './exchange.ts';
import type { OptionsOf } from './options.ts';
import { refused } from './refusal.ts';
import { encodedPath, sentPath } from './sent-name.ts';

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
  readonly patience: Patience;
}

/**
 * Akamai NetStorage, by the upload action of its HTTP protocol. It knows no parts: what breaks is sent again from the start.
 *
 * @param settings are for tests.
 */
export function akamaiNetStorage(
  settings: Settings = { protocol: 'https:', patience: PATIENCE },
): Destination<OptionsOf<'akamai-netstorage'>, AkamaiCredentials> {
  return {
    credentials: AkamaiCredentials,
    takes: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const { host, cpCode, path, filename } = checked(options);
      const secrets = [credentials.key];
      const way: Way = { provider: PROVIDER, outbound, signal, patience: settings.patience, secrets };
      const id = `/${cpCode}/${sentPath(file, path, filename)}`;
      const url = new URL(`${settings.protocol}//${host}${encodedPath(id)}`);
      const answer = await retried(way, () => upload(way, url, file, credentials));
      if (answer.status !== 200) throw refusalOf(way, answer);
      // Under which address visitors get it is a matter of the account's own set-up.
      return { id, url: undefined };
    },
  };
}

/** What the edit says, as far as it becomes a part of an address. */
function checked(options: OptionsOf<'akamai-netstorage'>): NonNullable<OptionsOf<'akamai-netstorage'>> {
  if (!/^[a-z0-9.-]+(:\d{1,5})?$/i.test(options?.host ?? ''))
    throw refused(PROVIDER, 'its option "host" must be a host name, such as example-nsu.akamaihd.net');
  if (!/^\d{1,12}$/.test(options?.cpCode ?? ''))
    throw refused(PROVIDER, 'its option "cpCode" must be a number');
  // The two checks above have seen that there are options.
  return options as NonNullable<typeof options>;
}

async function upload(
  way: Way,
  url: URL,
  file: SentFile,
  { keyName, key }: AkamaiCredentials,
): Promise<Answer> {
  const body = addAbortSignal(way.signal, await file.open());
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
    return await once(way, { method: 'PUT', url, headers, body, bytes: file.bytes });
  } finally {
    body.destroy();
  }
}
