import { z } from 'zod';
import type { ExchangeResponse } from '../../outbound/index.ts';
import type { DestinationAdapter } from '../destination-adapter.ts';
import { createEndpointSchema, trimTrailingSlashes } from '../endpoint-schema.ts';
import { parseBody, DEFAULT_SETTINGS } from '../destination-exchange.ts';
import type { DestinationContext, UploadSettings } from '../destination-exchange.ts';
import { requestUserToken, ServiceAccount, requestServiceToken } from './google-token.ts';
import type { OptionsOf } from '../options.ts';
import { openUploadSession, cancelUploadSession, uploadToSession } from './upload-session.ts';
import { toFileName } from '../file-path.ts';
import { cleanUpAndThrow } from '../clean-up-and-throw.ts';

const PROVIDER = 'Google Drive';
/** The whole Drive, because the narrower scopes do not include folders that another app created. */
const SCOPE = 'https://www.googleapis.com/auth/drive';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';

const GoogleDriveCredentials = z
  .strictObject({
    serviceAccount: ServiceAccount.optional().describe(
      'JSON key file of a service account with write access to the folder.',
    ),
    subject: z
      .email()
      .optional()
      .describe('User that the service account impersonates, if the domain allows it.'),
    clientId: z
      .string()
      .min(1)
      .optional()
      .describe('Client id of an OAuth client, in place of a service account.'),
    clientSecret: z.string().min(1).optional().describe('Client secret of the OAuth client.'),
    refreshToken: z.string().min(1).optional().describe('Refresh token that a user granted to the client.'),
    tokenUri: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(`Address that issues access tokens for the refresh token. Default: ${TOKEN_URL}.`),
    endpoint: createEndpointSchema(
      'Address of another service with the same API. Default: https://www.googleapis.com.',
    ),
  })
  .refine(
    ({ serviceAccount, clientId, clientSecret, refreshToken }) => {
      const given = [clientId, clientSecret, refreshToken].filter((part) => part !== undefined).length;
      return given === (serviceAccount === undefined ? 3 : 0);
    },
    { message: 'set either serviceAccount, or clientId, clientSecret and refreshToken' },
  );

/** The credentials of an account for Google Drive. */
export type GoogleDriveCredentials = z.infer<typeof GoogleDriveCredentials>;

const CreatedFile = z.object({
  id: z.string().min(1),
  webViewLink: z.url({ protocol: /^https?$/ }).optional(),
});

/**
 * Creates the adapter for Google Drive. It uses resumable uploads without the official package, which bundles
 * the clients of all Google services.
 */
export function createGoogleDrive(
  changed: Partial<UploadSettings> = {},
): DestinationAdapter<OptionsOf<'google-drive'>, GoogleDriveCredentials> {
  const { partBytes, policy } = { ...DEFAULT_SETTINGS, ...changed };
  return {
    credentialsSchema: GoogleDriveCredentials,
    accepts: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const tokenContext: DestinationContext = {
        provider: PROVIDER,
        outbound,
        signal,
        policy,
        secrets: secretsOf(credentials),
        isBusy,
      };
      const token = await requestAccessToken(tokenContext, credentials);
      const context = { ...tokenContext, secrets: [...tokenContext.secrets, token] };
      const base = trimTrailingSlashes(credentials.endpoint ?? 'https://www.googleapis.com');
      const url = new URL(`${base}/upload/drive/v3/files`);
      url.search = '?uploadType=resumable&supportsAllDrives=true&fields=id,webViewLink';
      const session = await openUploadSession(context, url, token, file, {
        name: toFileName(file, options?.filename),
        mimeType: file.type,
        parents: options?.folderId ? [options.folderId] : undefined,
      });
      const response = await uploadToSession(context, session, file, partBytes).catch((error: unknown) =>
        cleanUpAndThrow(context, error, (cleanUp) => cancelUploadSession(cleanUp, session)),
      );
      const { id, webViewLink } = parseBody(context, CreatedFile, response, 'id of the file');
      return { id, url: webViewLink };
    },
  };
}

/** Returns true for a rate limit. Drive responds with 403 and names the limit only in the body. */
function isBusy({ status, text }: ExchangeResponse): boolean {
  return status === 403 && /"(userR|r)ateLimitExceeded"/.test(text);
}

function secretsOf({ serviceAccount, clientSecret, refreshToken }: GoogleDriveCredentials): string[] {
  return [serviceAccount?.private_key, clientSecret, refreshToken].filter((secret) => secret !== undefined);
}

function requestAccessToken(
  context: DestinationContext,
  credentials: GoogleDriveCredentials,
): Promise<string> {
  const { serviceAccount, subject, clientId = '', clientSecret = '', refreshToken = '' } = credentials;
  if (serviceAccount !== undefined) return requestServiceToken(context, serviceAccount, SCOPE, subject);
  return requestUserToken(context, credentials.tokenUri ?? TOKEN_URL, {
    clientId,
    clientSecret,
    refreshToken,
  });
}
