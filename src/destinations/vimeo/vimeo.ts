import { z } from 'zod';
import type { ExchangeResponse } from '../../outbound/index.ts';
import type { DestinationAdapter, FileToSend } from '../destination-adapter.ts';
import { createEndpointSchema, trimTrailingSlashes } from '../endpoint-schema.ts';
import { DEFAULT_SETTINGS, parseBody, sendJson, toRefusal } from '../destination-exchange.ts';
import type { DestinationContext, UploadSettings } from '../destination-exchange.ts';
import type { OptionsOf } from '../options.ts';
import { uploadByTus } from './tus.ts';
import { cleanUpAndThrow } from '../clean-up-and-throw.ts';

const VimeoCredentials = z.strictObject({
  accessToken: z
    .string()
    .min(1)
    .describe(
      'Access token of a user with the scopes upload, edit, delete and, for the option privacy, private.',
    ),
  endpoint: createEndpointSchema(
    'Address of another service with the same API. Default: https://api.vimeo.com.',
  ),
});

/** The credentials of an account for Vimeo. */
export type VimeoCredentials = z.infer<typeof VimeoCredentials>;

type Options = OptionsOf<'vimeo'>;

const CreatedVideo = z.object({
  uri: z.string().regex(/^\/videos\/\d+/),
  link: z.url({ protocol: /^https?$/ }).optional(),
  upload: z.object({ upload_link: z.url({ protocol: /^https?$/ }) }),
});

/**
 * Creates the adapter for Vimeo. It uploads by the tus protocol.
 */
export function createVimeo(
  changed: Partial<UploadSettings> = {},
): DestinationAdapter<Options, VimeoCredentials> {
  const { partBytes, policy } = { ...DEFAULT_SETTINGS, partBytes: 16 * 1024 * 1024, ...changed };
  return {
    credentialsSchema: VimeoCredentials,
    accepts: (type) => type.startsWith('video/'),
    async send(file, { options, credentials, outbound, signal }) {
      const { accessToken, endpoint = 'https://api.vimeo.com' } = credentials;
      const base = trimTrailingSlashes(endpoint);
      const secrets = [accessToken];
      const context: DestinationContext = { provider: 'Vimeo', outbound, signal, policy, secrets };
      const call = (
        callContext: DestinationContext,
        method: 'POST' | 'DELETE',
        path: string,
        body?: object,
      ): Promise<ExchangeResponse> =>
        sendJson(callContext, {
          method,
          url: new URL(`${base}${path}`),
          headers: {
            authorization: `bearer ${accessToken}`,
            accept: 'application/vnd.vimeo.*+json;version=3.4',
          },
          body,
        });
      const response = await call(context, 'POST', '/me/videos', toVideoBody(file, options));
      if (response.status >= 300) throw toRefusal(context, response);
      const { uri, link, upload } = parseBody(context, CreatedVideo, response, 'upload address');
      const id = /\d+/.exec(uri)?.[0] ?? uri;
      await uploadByTus(context, new URL(upload.upload_link), file, partBytes).catch((error: unknown) =>
        cleanUpAndThrow(context, error, (cleanUp) => call(cleanUp, 'DELETE', `/videos/${id}`)),
      );
      return { id, url: link };
    },
  };
}

/** Creates the description of a video for Vimeo. Omits unknown options of the edit. */
function toVideoBody(file: FileToSend, options: Options): object {
  const { view, embed, comments, download, add } = options?.privacy ?? {};
  return {
    upload: { approach: 'tus', size: file.bytes },
    // Without a name, Vimeo would show "Untitled".
    name: options?.name || file.name,
    description: options?.description,
    privacy: options?.privacy && { view, embed, comments, download, add },
    folder_uri: options?.folderUri,
  };
}
