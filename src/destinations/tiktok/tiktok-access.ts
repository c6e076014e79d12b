import { z } from 'zod';
import type { SendContext } from '../destination-adapter.ts';
import { createEndpointSchema, trimTrailingSlashes } from '../endpoint-schema.ts';
import { parseBody, postForm, toRefusal } from '../destination-exchange.ts';
import type { DestinationContext } from '../destination-exchange.ts';

/** The credentials of an account for TikTok, with the latest access token. */
export const TikTokCredentials = z.strictObject({
  clientKey: z
    .string()
    .min(1)
    .describe('Client key of an app that may post directly with the Content Posting API.'),
  clientSecret: z.string().min(1).describe('Client secret of the app.'),
  refreshToken: z
    .string()
    .min(1)
    .describe('Refresh token of a user who granted the app the scope video.publish.'),
  endpoint: createEndpointSchema(
    'Address of another service with the same API. Default: https://open.tiktokapis.com.',
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

/** The stored credentials for TikTok. */
export type TikTokCredentials = z.infer<typeof TikTokCredentials>;

/** Credentials with an access token. */
export type TikTokAccess = TikTokCredentials & { access: NonNullable<TikTokCredentials['access']> };

/** Milliseconds that an access token must remain valid: the time that an upload may take. */
const MIN_REMAINING_MS = 30 * 60_000;
/**
 * Few attempts: if a response is lost, the new refresh token in it is lost, too, and TikTok refuses all
 * further requests.
 */
const MAX_TOKEN_ATTEMPTS = 2;

const TokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().default(0),
  refresh_token: z.string().min(1).optional(),
});

/**
 * Returns credentials with an access token that is valid long enough. Each new access token comes with a new
 * refresh token, which invalidates the previous one. Therefore the new credentials are stored before the
 * access token is used, and an access token is requested only if necessary.
 *
 * @param rejected an access token that TikTok rejected before its expiry.
 * @throws {KinoraError} `destination_refused` or `destination_failed`.
 */
export async function ensureAccess(
  context: DestinationContext,
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
  // `renewCredentials` has called the function, so `renewed` is set.
  return renewed as TikTokAccess;
}

async function refreshAccess(context: DestinationContext, stored: TikTokCredentials): Promise<TikTokAccess> {
  const ownContext: DestinationContext = {
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
  // TikTok sends some errors with status 200.
  if (response.status >= 300 || /"error"\s*:\s*"[^"]/.test(response.text))
    throw toRefusal(ownContext, response);
  const token = parseBody(ownContext, TokenResponse, response, 'token');
  return {
    ...stored,
    refreshToken: token.refresh_token ?? stored.refreshToken,
    access: { token: token.access_token, until: Date.now() + token.expires_in * 1000 },
  };
}

/** Returns the base URL of TikTok or of the given endpoint, without a slash at the end. */
export function baseUrlOf(endpoint = 'https://open.tiktokapis.com'): string {
  return trimTrailingSlashes(endpoint);
}

/** Returns the secrets in credentials, which no message may hold. */
export function secretsOf({ clientSecret, refreshToken, access }: TikTokCredentials): string[] {
  return [clientSecret, refreshToken, access?.token ?? ''];
}
