import { z } from 'zod';
import type { Destination, SentFile } from './destination.ts';
import { endpointFor } from './endpoint.ts';
import { exchange, heldBy, PATIENCE, refusalOf } from './exchange.ts';
import type { Answer, Patience, Way } from './exchange.ts';
import type { OptionsOf } from './options.ts';
import { sendByTus } from './tus.ts';
import { withoutRemains } from './unfinished.ts';

const VimeoCredentials = z.strictObject({
  accessToken: z
    .string()
    .min(1)
    .describe('Access token of a user, with the scopes upload, edit, delete, and private for privacy.'),
  endpoint: endpointFor('Address of another service that speaks the same. Default: https://api.vimeo.com.'),
});

/** What an account gives for Vimeo. */
export type VimeoCredentials = z.infer<typeof VimeoCredentials>;

interface Settings {
  /** Size of a part in bytes. */
  readonly partBytes: number;
  readonly patience: Patience;
}

type Options = OptionsOf<'vimeo'>;

const Made = z.object({
  uri: z.string().regex(/^\/videos\/\d+/),
  link: z.url({ protocol: /^https?$/ }).optional(),
  upload: z.object({ upload_link: z.url({ protocol: /^https?$/ }) }),
});

/** Vimeo, by its uploads of the tus protocol. @param settings are for tests. */
export function vimeo(
  settings: Settings = { partBytes: 16 * 1024 * 1024, patience: PATIENCE },
): Destination<Options, VimeoCredentials> {
  return {
    credentials: VimeoCredentials,
    takes: (type) => type.startsWith('video/'),
    async send(file, { options, credentials, outbound, signal }) {
      const { accessToken, endpoint = 'https://api.vimeo.com' } = credentials;
      const base = endpoint.replace(/\/+$/, '');
      const secrets = [accessToken];
      const way: Way = { provider: 'Vimeo', outbound, signal, patience: settings.patience, secrets };
      const call = (caller: Way, method: 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> =>
        exchange(caller, () => ({
          method,
          url: new URL(`${base}${path}`),
          headers: {
            authorization: `bearer ${accessToken}`,
            accept: 'application/vnd.vimeo.*+json;version=3.4',
            'content-type': 'application/json',
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }));
      const answer = await call(way, 'POST', '/me/videos', videoOf(file, options));
      if (answer.status >= 300) throw refusalOf(way, answer);
      const { uri, link, upload } = heldBy(way, Made, answer, 'address for the upload');
      const id = /\d+/.exec(uri)?.[0] ?? uri;
      await sendByTus(way, new URL(upload.upload_link), file, settings.partBytes).catch((error: unknown) =>
        withoutRemains(way, error, (last) => call(last, 'DELETE', `/videos/${id}`)),
      );
      return { id, url: link };
    },
  };
}

/** What Vimeo is told of a video; what an edit says beside that stays here. */
function videoOf(file: SentFile, options: Options): object {
  const { view, embed, comments, download, add } = options?.privacy ?? {};
  return {
    upload: { approach: 'tus', size: file.bytes },
    // Vimeo would call it "Untitled".
    name: options?.name || file.name,
    description: options?.description,
    privacy: options?.privacy && { view, embed, comments, download, add },
    folder_uri: options?.folderUri,
  };
}
