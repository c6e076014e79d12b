import { z } from 'zod';
import type { SendContext } from '../destination-adapter.ts';
import { createEndpointSchema, trimTrailingSlashes } from '../endpoint-schema.ts';
import { parseBody, postForm, toRefusal } from '../provider-exchange.ts';
import type { ProviderContext } from '../provider-exchange.ts';

/** What an account gives for TikTok, and the access token that was had for it. */
export const TikTokCredentials = z.strictObject({
  clientKey: z.string().min(1).describe('Key of an app that may use the Content Posting API directly.'),
  clientSecret: z.string().min(1).describe('Secret of the app.'),
  refreshToken: z
    .string()
    .min(1)
    .describe('The refresh token that a user gave to the app, for the scope video.publish.'),
  endpoint: createEndpointSchema(
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
export type TikTokAccess = TikTokCredentials & { access: NonNullable<TikTokCredentials['access']> };

/** Milliseconds that an access token must still last: as long as a sending may take. */
const MIN_REMAINING_MS = 30 * 60_000;
/** A token that was given to an answer that did not arrive is lost, and the next question would be refused for ever. */
const MAX_TOKEN_ATTEMPTS = 2;

const TokenResponse = z.object({
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
export async function ensureAccess(
  context: ProviderContext,
  sendContext: Pick<SendContext<unknown, TikTokCredentials>, 'credentials' | 'renewCredentials'>,
  rejected?: string,
): Promise<TikTokAccess> {
  const isValid = (stored: TikTokCredentials): stored is TikTokAccess =>
    stored.access !== undefined &&
    stored.access.token !== rejected &&
    stored.access.until > Date.now() + MIN_REMAINING_MS;
  if (isValid(sendContext.credentials)) return sendContext.credentials;
  let renewed: TikTokAccess | undefined;
  await sendContext.renewCredentials(
    async (stored) => (renewed = isValid(stored) ? stored : await refreshAccess(context, stored)),
  );
  // What was changed is what was stored.
  return renewed as TikTokAccess;
}

async function refreshAccess(context: ProviderContext, stored: TikTokCredentials): Promise<TikTokAccess> {
  const ownContext: ProviderContext = {
    ...context,
    secrets: secretsOf(stored),
    policy: { ...context.policy, attempts: Math.min(context.policy.attempts, MAX_TOKEN_ATTEMPTS) },
  };
  const url = new URL(`${baseUrlOf(stored.endpoint)}/v2/oauth/token/`);
  const response = await postForm(ownContext, url, () => ({
    client_key: stored.clientKey,
    client_secret: stored.clientSecret,
    grant_type: 'refresh_token',
    refresh_token: stored.refreshToken,
  }));
  // Its refusals come with status 200, too.
  if (response.status >= 300 || /"error"\s*:\s*"[^"]/.test(response.text))
    throw toRefusal(ownContext, response);
  const token = parseBody(ownContext, TokenResponse, response, 'token');
  return {
    ...stored,
    refreshToken: token.refresh_token ?? stored.refreshToken,
    access: { token: token.access_token, until: Date.now() + token.expires_in * 1000 },
  };
}

/** Where TikTok is, or what speaks as it does; without a slash at its end. */
export function baseUrlOf(endpoint = 'https://open.tiktokapis.com'): string {
  return trimTrailingSlashes(endpoint);
}

/** What no message may hold. */
export function secretsOf({ clientSecret, refreshToken, access }: TikTokCredentials): string[] {
  return [clientSecret, refreshToken, access?.token ?? ''];
}
