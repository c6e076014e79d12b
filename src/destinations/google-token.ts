import { createSign } from 'node:crypto';
import { z } from 'zod';
import { exchange, heldBy, refusalOf } from './exchange.ts';
import type { Way } from './exchange.ts';
import { refused } from './refusal.ts';

const LASTS_SECONDS = 3600;

/** The key file of a service account of Google, as its text or as what it holds; further fields of it are of no use here. */
export const ServiceAccount = z.preprocess(
  parsed,
  z.looseObject({
    client_email: z.string().min(1).describe('Who the service account is.'),
    private_key: z.string().includes('PRIVATE KEY').describe('Its private key, in PEM.'),
    token_uri: z
      .url({ protocol: /^https?$/ })
      .default('https://oauth2.googleapis.com/token')
      .describe('Where tokens are had.'),
  }),
);

/** A service account of Google. */
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** A text that is no JSON is left to the schema, which says what is wanted. */
function parsed(key: unknown): unknown {
  if (typeof key !== 'string') return key;
  try {
    return JSON.parse(key);
  } catch {
    return key;
  }
}

/**
 * A token that lets a service account use a part of Google for an hour.
 *
 * @param scope what for, as Google names it: an address.
 * @param subject the user in whose name; the service account itself by default.
 * @throws {KinoraError} as destinations do.
 */
export function serviceToken(
  way: Way,
  account: ServiceAccount,
  scope: string,
  subject?: string,
): Promise<string> {
  return tokenFor(way, account.token_uri, () => ({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertion(way, account, scope, subject),
  }));
}

/** A right that a user gave to an application. */
export interface Grant {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
}

/** A token that lets an application use a part of Google for an hour. @throws {KinoraError} as destinations do. */
export function grantedToken(way: Way, address: string, grant: Grant): Promise<string> {
  return tokenFor(way, address, () => ({
    grant_type: 'refresh_token',
    client_id: grant.clientId,
    client_secret: grant.clientSecret,
    refresh_token: grant.refreshToken,
  }));
}

async function tokenFor(way: Way, address: string, form: () => Record<string, string>): Promise<string> {
  const answer = await exchange(way, () => ({
    method: 'POST',
    url: new URL(address),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form()).toString(),
  }));
  if (answer.status !== 200) throw refusalOf(way, answer);
  return heldBy(way, Token, answer, 'token').access_token;
}

function assertion(way: Way, account: ServiceAccount, scope: string, subject: string | undefined): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: account.client_email,
    scope,
    sub: subject,
    aud: account.token_uri,
    iat: now,
    exp: now + LASTS_SECONDS,
  };
  const content = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  try {
    return `${content}.${createSign('RSA-SHA256').update(content).sign(account.private_key, 'base64url')}`;
  } catch (error) {
    throw refused(way.provider, 'the private key of its credentials cannot be read', error);
  }
}

const Token = z.object({ access_token: z.string().min(1) });
