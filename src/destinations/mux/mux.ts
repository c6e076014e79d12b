import { z } from 'zod';
import type { ExchangeResponse } from '../../outbound/index.ts';
import type { DestinationAdapter, DeliveredFile, FileToSend } from '../destination-adapter.ts';
import { createEndpointSchema, trimTrailingSlashes } from '../endpoint-schema.ts';
import {
  DEFAULT_SETTINGS,
  createFailure,
  createRefusal,
  parseBody,
  sendJson,
  toRefusal,
} from '../destination-exchange.ts';
import type { DestinationContext, JsonRequest, UploadSettings } from '../destination-exchange.ts';
import type { OptionsOf } from '../options.ts';
import { cancelUploadSession, uploadToSession } from '../google/upload-session.ts';
import { pollUntilDone } from '../polling.ts';
import { cleanUpAndThrow } from '../clean-up-and-throw.ts';

const PROVIDER = 'Mux';
/** Seconds that an upload may take. Mux allows up to a week. */
const UPLOAD_LIFETIME_SECONDS = 24 * 3600;

const MuxCredentials = z.strictObject({
  tokenId: z.string().min(1).describe('Id of an access token with write permission for Mux Video.'),
  tokenSecret: z.string().min(1).describe('Secret of the access token.'),
  endpoint: createEndpointSchema(
    'Address of another service with the same API. Default: https://api.mux.com.',
  ),
});

/** The credentials of an account for Mux. */
export type MuxCredentials = z.infer<typeof MuxCredentials>;

/** Sends a request to Mux, with the access token of the account. */
type Call = (
  context: DestinationContext,
  method: JsonRequest['method'],
  path: string,
  body?: object,
) => Promise<ExchangeResponse>;

const Id = z.string().regex(/^[\w-]+$/);
const CreatedUpload = z.object({ data: z.object({ id: Id, url: z.url({ protocol: /^https?$/ }) }) });
const UploadState = z.object({
  data: z.object({
    status: z.string(),
    asset_id: Id.nullish(),
    error: z.object({ message: z.string().optional() }).nullish(),
  }),
});
const MuxAsset = z.object({
  data: z.object({
    status: z.string().optional(),
    errors: z.object({ messages: z.array(z.string()).default([]) }).nullish(),
    playback_ids: z.array(z.object({ id: Id, policy: z.string() })).default([]),
  }),
});

/**
 * Creates the adapter for Mux. It uses direct uploads, so that Mux does not have to download the file from
 * Kinora.
 */
export function createMux(
  changed: Partial<UploadSettings> = {},
): DestinationAdapter<OptionsOf<'mux'>, MuxCredentials> {
  const { partBytes, policy, polling } = { ...DEFAULT_SETTINGS, ...changed };
  return {
    credentialsSchema: MuxCredentials,
    accepts: (type) => type.startsWith('video/'),
    async send(file, { options, credentials, outbound, signal }) {
      const call = createCall(credentials);
      const secrets = [credentials.tokenSecret];
      const context: DestinationContext = { provider: PROVIDER, outbound, signal, policy, secrets };
      const response = await call(context, 'POST', 'uploads', {
        timeout: UPLOAD_LIFETIME_SECONDS,
        new_asset_settings: {
          playback_policies: options?.playbackPolicy,
          passthrough: options?.passthrough,
        },
      });
      const { id, url } = parseBody(context, CreatedUpload, response, 'upload address').data;
      return uploadTo(context, call, { id, url: new URL(url) }, file, { partBytes, polling });
    },
  };
}

function createCall({ tokenId, tokenSecret, endpoint = 'https://api.mux.com' }: MuxCredentials): Call {
  const base = trimTrailingSlashes(endpoint);
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
  return async (context, method, path, body) => {
    const response = await sendJson(context, {
      method,
      url: new URL(`${base}/video/v1/${path}`),
      headers: { authorization },
      body,
    });
    if (response.status >= 300) throw toRefusal(context, response);
    return response;
  };
}

/**
 * Uploads the file and waits until Mux has created an asset of it. If that fails, removes the upload and the
 * asset.
 */
async function uploadTo(
  context: DestinationContext,
  call: Call,
  upload: { readonly id: string; readonly url: URL },
  file: FileToSend,
  { partBytes, polling }: Omit<UploadSettings, 'policy'>,
): Promise<DeliveredFile> {
  let remove = async (cleanUp: DestinationContext): Promise<void> => {
    await cancelUploadSession(cleanUp, upload.url);
    await call(cleanUp, 'PUT', `uploads/${upload.id}/cancel`);
  };
  try {
    await uploadToSession(context, upload.url, file, partBytes);
    const id = await pollUntilDone(polling, context.signal, () => findAsset(context, call, upload.id));
    if (id === undefined) throw createFailure(context, 'it created no video in time');
    remove = async (cleanUp) => {
      await call(cleanUp, 'DELETE', `assets/${id}`);
    };
    return { id, url: await findStreamUrl(context, call, id) };
  } catch (error) {
    return await cleanUpAndThrow(context, error, remove);
  }
}

/** Returns the id of the asset, or undefined if Mux has not created it yet. */
async function findAsset(
  context: DestinationContext,
  call: Call,
  upload: string,
): Promise<string | undefined> {
  const response = await call(context, 'GET', `uploads/${upload}`);
  const {
    status,
    asset_id: asset,
    error,
  } = parseBody(context, UploadState, response, 'state of the upload').data;
  if (asset) return asset;
  if (status === 'waiting' || status === 'asset_created') return undefined;
  if (status === 'errored') throw refuseWith(context, [error?.message ?? 'it could not read the video']);
  throw createFailure(context, `the status of the upload is "${status}"`);
}

/** Returns the public stream address of an asset. Undefined if the edit asks for no public playback. */
async function findStreamUrl(
  context: DestinationContext,
  call: Call,
  id: string,
): Promise<string | undefined> {
  const asset = parseBody(
    context,
    MuxAsset,
    await call(context, 'GET', `assets/${id}`),
    'state of the video',
  ).data;
  if (asset.status === 'errored')
    throw refuseWith(context, asset.errors?.messages ?? ['it could not read the video']);
  const publicId = asset.playback_ids.find(({ policy }) => policy === 'public');
  return publicId && `https://stream.mux.com/${publicId.id}.m3u8`;
}

function refuseWith(context: DestinationContext, reasons: readonly string[]): Error {
  return createRefusal(context, reasons.join(', '));
}
