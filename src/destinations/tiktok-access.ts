import { z } from 'zod';
import type { Sending } from './destination.ts';
import { endpointFor } from './endpoint.ts';
import { exchange, heldBy, refusalOf } from './exchange.ts';
import type { Way } from './exchange.ts';

/** What an account gives for TikTok, and the access token that was had for it. */
export const TikTokCredentials = z.strictObject({
  clientKey: z.string().min(1).describe('Key of an app that may use the Content Posting API directly.'),
  clientSecret: z.string().min(1).describe('Secret of the app.'),
  refreshToken: z
    .string()
    .min(1)
    .describe('The refresh token that a user gave to the app, for the scope video.publish.'),
  endpoint: endpointFor(
    'Address of another service that speaks the same. Default: https://open.tiktokapis.com.',
  ),
  access: z
    .strictObject({
      token: z.string().min(1),
      /** Milliseconds since 1970. */
      until: z.number(),
    })
    .optional()
    .meta({ readOnly: true }),
});

/** What is stored for TikTok. */
export type TikTokCredentials = z.infer<typeof TikTokCredentials>;

/** Credentials with an access token. */
export type Access = TikTokCredentials & { access: NonNullable<TikTokCredentials['access']> };

/** Milliseconds that an access token must still last: as long as a sending may take. */
const LASTS = 30 * 60_000;
/** A token that was given to an answer that did not arrive is lost, and the next question would be refused for ever. */
const TRIES = 2;

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().default(0),
  refresh_token: z.string().min(1).optional(),
});

/**
 * Credentials with an access token that lasts. TikTok gives a new refresh token with each, and takes the earlier one no more: so the new
 * one is stored before anything is asked with the access token, and no access token is asked for without need.
 *
 * @param rejected the access token that TikTok does not take, though it should have lasted.
 * @throws {KinoraError} as destinations do.
 */
export async function accessFor(
  way: Way,
  sending: Pick<Sending<unknown, TikTokCredentials>, 'credentials' | 'renew'>,
  rejected?: string,
): Promise<Access> {
  const lasts = (stored: TikTokCredentials): stored is Access =>
    stored.access !== undefined &&
    stored.access.token !== rejected &&
    stored.access.until > Date.now() + LASTS;
  if (lasts(sending.credentials)) return sending.credentials;
  let renewed: Access | undefined;
  await sending.renew(async (stored) => (renewed = lasts(stored) ? stored : await refreshed(way, stored)));
  // What was changed is what was stored.
  return renewed as Access;
}

async function refreshed(way: Way, stored: TikTokCredentials): Promise<Access> {
  const own: Way = {
    ...way,
    secrets: secretsOf(stored),
    patience: { ...way.patience, tries: Math.min(way.patience.tries, TRIES) },
  };
  const answer = await exchange(own, () => ({
    method: 'POST',
    url: new URL(`${baseOf(stored.endpoint)}/v2/oauth/token/`),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_key: stored.clientKey,
      client_secret: stored.clientSecret,
      grant_type: 'refresh_token',
      refresh_token: stored.refreshToken,
    }).toString(),
  }));
  // Its refusals come with status 200, too.
  if (answer.status >= 300 || /"error"\s*:\s*"[^"]/.test(answer.text)) throw refusalOf(own, answer);
  const token = heldBy(own, Token, answer, 'token');
  return {
    ...stored,
    refreshToken: token.refresh_token ?? stored.refreshToken,
    access: { token: token.access_token, until: Date.now() + token.expires_in * 1000 },
  };
}

/** Where TikTok is, or what speaks as it does; without a slash at its end. */
export function baseOf(endpoint = 'https://open.tiktokapis.com'): string {
  return endpoint.replace(/\/+$/, '');
}

/** What no message may hold. */
export function secretsOf({ clientSecret, refreshToken, access }: TikTokCredentials): string[] {
  return [clientSecret, refreshToken, access?.token ?? ''];
}
