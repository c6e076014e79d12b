import { createSign } from 'node:crypto';
import { z } from 'zod';
import { createRefusal, parseBody, postForm, toRefusal } from '../destination-exchange.ts';
import type { DestinationContext } from '../destination-exchange.ts';

const TOKEN_LIFETIME_SECONDS = 3600;

/** The key file of a Google service account, as text or as an object. Further fields are ignored. */
export const ServiceAccount = z.preprocess(
  parseIfJson,
  z.looseObject({
    client_email: z.string().min(1).describe('Email address of the service account.'),
    private_key: z.string().includes('PRIVATE KEY').describe('Private key of the service account, in PEM.'),
    token_uri: z
      .url({ protocol: /^https?$/ })
      .default('https://oauth2.googleapis.com/token')
      .describe('Address that issues tokens.'),
  }),
);

/** A Google service account. */
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** Parses a text as JSON. Returns objects and invalid JSON unchanged: the schema validates them. */
function parseIfJson(key: unknown): unknown {
  if (typeof key !== 'string') return key;
  try {
    return JSON.parse(key);
  } catch {
    return key;
  }
}

/**
 * Requests an access token for a service account. The token is valid for an hour.
 *
 * @param scope the scope, which Google writes as an address.
 * @param subject the user to impersonate. By default the service account acts for itself.
 * @throws {KinoraError} `destination_refused` or `destination_failed`.
 */
export function requestServiceToken(
  context: DestinationContext,
  account: ServiceAccount,
  scope: string,
  subject?: string,
): Promise<string> {
  return requestToken(context, account.token_uri, () => ({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: createAssertion(context, account, scope, subject),
  }));
}

/** A permission that a user granted to an OAuth client. */
export interface RefreshGrant {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
}

/**
 * Requests an access token for an OAuth client. The token is valid for an hour.
 *
 * @throws {KinoraError} `destination_refused` or `destination_failed`.
 */
export function requestUserToken(
  context: DestinationContext,
  address: string,
  grant: RefreshGrant,
): Promise<string> {
  return requestToken(context, address, () => ({
    grant_type: 'refresh_token',
    client_id: grant.clientId,
    client_secret: grant.clientSecret,
    refresh_token: grant.refreshToken,
  }));
}

async function requestToken(
  context: DestinationContext,
  address: string,
  createForm: () => Record<string, string>,
): Promise<string> {
  const response = await postForm(context, new URL(address), createForm);
  if (response.status !== 200) throw toRefusal(context, response);
  return parseBody(context, TokenResponse, response, 'token').access_token;
}

function createAssertion(
  context: DestinationContext,
  account: ServiceAccount,
  scope: string,
  subject: string | undefined,
): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: account.client_email,
    scope,
    sub: subject,
    aud: account.token_uri,
    iat: now,
    exp: now + TOKEN_LIFETIME_SECONDS,
  };
  const content = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  try {
    return `${content}.${createSign('RSA-SHA256').update(content).sign(account.private_key, 'base64url')}`;
  } catch (error) {
    throw createRefusal(context, 'the private key in the credentials is not readable', error);
  }
}

const TokenResponse = z.object({ access_token: z.string().min(1) });
