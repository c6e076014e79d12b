import { z } from 'zod';
import type { DestinationAdapter } from '../destination-adapter.ts';
import { createEndpointSchema, trimTrailingSlashes } from '../endpoint-schema.ts';
import { parseBody, DEFAULT_POLICY } from '../provider-exchange.ts';
import type { ProviderResponse, ExchangePolicy, ProviderContext } from '../provider-exchange.ts';
import { requestUserToken, ServiceAccount, requestServiceToken } from './google-token.ts';
import type { OptionsOf } from '../options.ts';
import { openUploadSession, cancelUploadSession, uploadToSession } from './upload-session.ts';
import { toFileName } from '../file-path.ts';
import { cleanUpAndThrow } from '../clean-up-and-throw.ts';

const PROVIDER = 'Google Drive';
/** The narrower scopes do not reach folders that were not made with them. */
const SCOPE = 'https://www.googleapis.com/auth/drive';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';

const GoogleDriveCredentials = z
  .strictObject({
    serviceAccount: ServiceAccount.optional().describe(
      'The JSON key file of a service account that may write into the folder.',
    ),
    subject: z
      .email()
      .optional()
      .describe('The user in whose name the service account acts, where the domain lets it.'),
    clientId: z.string().min(1).optional().describe('Instead of a service account: id of an OAuth client.'),
    clientSecret: z.string().min(1).optional().describe('Secret of the OAuth client.'),
    refreshToken: z.string().min(1).optional().describe('The refresh token that a user gave to the client.'),
    tokenUri: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(`Where tokens are had for the refresh token. Default: ${TOKEN_URL}.`),
    endpoint: createEndpointSchema(
      'Address of another service that speaks the same. Default: https://www.googleapis.com.',
    ),
  })
  .refine(
    ({ serviceAccount, clientId, clientSecret, refreshToken }) => {
      const given = [clientId, clientSecret, refreshToken].filter((part) => part !== undefined).length;
      return given === (serviceAccount === undefined ? 3 : 0);
    },
    { message: 'they need serviceAccount, or clientId, clientSecret and refreshToken, and not both' },
  );

/** What an account gives for Google Drive. */
export type GoogleDriveCredentials = z.infer<typeof GoogleDriveCredentials>;

interface Settings {
  /** Size of a part in bytes, a multiple of 256 KiB. */
  readonly partBytes: number;
  readonly policy: ExchangePolicy;
}

const CreatedFile = z.object({
  id: z.string().min(1),
  webViewLink: z.url({ protocol: /^https?$/ }).optional(),
});

/** Google Drive, by its resumable uploads: its own package is for all of Google. @param settings are for tests. */
export function createGoogleDrive(
  settings: Settings = { partBytes: 8 * 1024 * 1024, policy: DEFAULT_POLICY },
): DestinationAdapter<OptionsOf<'google-drive'>, GoogleDriveCredentials> {
  return {
    credentialsSchema: GoogleDriveCredentials,
    accepts: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const tokenContext: ProviderContext = {
        provider: PROVIDER,
        outbound,
        signal,
        policy: settings.policy,
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
      const response = await uploadToSession(context, session, file, settings.partBytes).catch(
        (error: unknown) =>
          cleanUpAndThrow(context, error, (cleanUp) => cancelUploadSession(cleanUp, session)),
      );
      const { id, webViewLink } = parseBody(context, CreatedFile, response, 'id of the file');
      return { id, url: webViewLink };
    },
  };
}

/** Drive says 403, and why in its body, to who asks too often. */
function isBusy({ status, text }: ProviderResponse): boolean {
  return status === 403 && /"(userR|r)ateLimitExceeded"/.test(text);
}

function secretsOf({ serviceAccount, clientSecret, refreshToken }: GoogleDriveCredentials): string[] {
  return [serviceAccount?.private_key, clientSecret, refreshToken].filter((secret) => secret !== undefined);
}

function requestAccessToken(context: ProviderContext, credentials: GoogleDriveCredentials): Promise<string> {
  const { serviceAccount, subject, clientId = '', clientSecret = '', refreshToken = '' } = credentials;
  if (serviceAccount !== undefined) return requestServiceToken(context, serviceAccount, SCOPE, subject);
  return requestUserToken(context, credentials.tokenUri ?? TOKEN_URL, {
    clientId,
    clientSecret,
    refreshToken,
  });
}
