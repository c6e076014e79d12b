import { z } from 'zod';
import type { Destination } from './destination.ts';
import { endpointFor } from './endpoint.ts';
import { heldBy, PATIENCE } from './exchange.ts';
import type { Answer, Patience, Way } from './exchange.ts';
import { grantedToken, ServiceAccount, serviceToken } from './google-token.ts';
import type { OptionsOf } from './options.ts';
import { openSession, removeSession, sendBySession } from './resumable.ts';
import { sentName } from './sent-name.ts';
import { withoutRemains } from './unfinished.ts';

const PROVIDER = 'Google Drive';
/** The narrower scopes do not reach folders that were not made with them. */
const SCOPE = 'https://www.googleapis.com/auth/drive';
const TOKENS = 'https://oauth2.googleapis.com/token';

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
      .describe(`Where tokens are had for the refresh token. Default: ${TOKENS}.`),
    endpoint: endpointFor(
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
  readonly patience: Patience;
}

const Made = z.object({ id: z.string().min(1), webViewLink: z.url({ protocol: /^https?$/ }).optional() });

/** Google Drive, by its resumable uploads: its own package is for all of Google. @param settings are for tests. */
export function googleDrive(
  settings: Settings = { partBytes: 8 * 1024 * 1024, patience: PATIENCE },
): Destination<OptionsOf<'google-drive'>, GoogleDriveCredentials> {
  return {
    credentials: GoogleDriveCredentials,
    takes: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const asking: Way = {
        provider: PROVIDER,
        outbound,
        signal,
        patience: settings.patience,
        secrets: secretsOf(credentials),
        isBusy,
      };
      const token = await tokenFor(asking, credentials);
      const way = { ...asking, secrets: [...asking.secrets, token] };
      const base = (credentials.endpoint ?? 'https://www.googleapis.com').replace(/\/+$/, '');
      const place = new URL(`${base}/upload/drive/v3/files`);
      place.search = '?uploadType=resumable&supportsAllDrives=true&fields=id,webViewLink';
      const session = await openSession(way, place, token, file, {
        name: sentName(file, options?.filename),
        mimeType: file.type,
        parents: options?.folderId ? [options.folderId] : undefined,
      });
      const made = await sendBySession(way, session, file, settings.partBytes).catch((error: unknown) =>
        withoutRemains(way, error, (last) => removeSession(last, session)),
      );
      const { id, webViewLink: url } = heldBy(way, Made, made, 'id of the file');
      return { id, url };
    },
  };
}

/** Drive says 403, and why in its body, to who asks too often. */
function isBusy({ status, text }: Answer): boolean {
  return status === 403 && /"(userR|r)ateLimitExceeded"/.test(text);
}

function secretsOf({ serviceAccount, clientSecret, refreshToken }: GoogleDriveCredentials): string[] {
  return [serviceAccount?.private_key, clientSecret, refreshToken].filter((secret) => secret !== undefined);
}

function tokenFor(way: Way, credentials: GoogleDriveCredentials): Promise<string> {
  const { serviceAccount, subject, clientId = '', clientSecret = '', refreshToken = '' } = credentials;
  if (serviceAccount !== undefined) return serviceToken(way, serviceAccount, SCOPE, subject);
  return grantedToken(way, credentials.tokenUri ?? TOKENS, { clientId, clientSecret, refreshToken });
}
