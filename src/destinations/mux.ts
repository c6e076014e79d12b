import { z } from 'zod';
import type { Destination, Sent, SentFile } from './destination.ts';
import { endpointFor } from './endpoint.ts';
import { exchange, heldBy, PATIENCE, refusalOf } from './exchange.ts';
import type { Answer, Ask, Patience, Way } from './exchange.ts';
import type { OptionsOf } from './options.ts';
import { failed, refused, shownReason } from './refusal.ts';
import { removeSession, sendBySession } from './resumable.ts';
import { settled, UNHURRIED } from './settling.ts';
import type { Settling } from './settling.ts';
import { withoutRemains } from './unfinished.ts';

const PROVIDER = 'Mux';
/** Seconds that an upload may take; the longest that Mux allows is a week. */
const LONGEST_UPLOAD = 24 * 3600;

const MuxCredentials = z.strictObject({
  tokenId: z.string().min(1).describe('Id of an access token that may write Mux Video.'),
  tokenSecret: z.string().min(1).describe('Secret of the access token.'),
  endpoint: endpointFor('Address of another service that speaks the same. Default: https://api.mux.com.'),
});

/** What an account gives for Mux. */
export type MuxCredentials = z.infer<typeof MuxCredentials>;

interface Settings {
  /** Size of a part in bytes, a multiple of 256 KiB. */
  readonly partBytes: number;
  readonly patience: Patience;
  readonly settling: Settling;
}

/** Asks Mux for something, with the right of the account. */
type Call = (way: Way, method: NonNullable<Ask['method']>, path: string, body?: object) => Promise<Answer>;

const Id = z.string().regex(/^[\w-]+$/);
const Created = z.object({ data: z.object({ id: Id, url: z.url({ protocol: /^https?$/ }) }) });
const Upload = z.object({
  data: z.object({
    status: z.string(),
    asset_id: Id.nullish(),
    error: z.object({ message: z.string().optional() }).nullish(),
  }),
});
const Asset = z.object({
  data: z.object({
    status: z.string().optional(),
    errors: z.object({ messages: z.array(z.string()).default([]) }).nullish(),
    playback_ids: z.array(z.object({ id: Id, policy: z.string() })).default([]),
  }),
});

/** Mux, by its direct uploads, which need no address that Mux could fetch from. @param settings are for tests. */
export function mux(
  settings: Settings = { partBytes: 8 * 1024 * 1024, patience: PATIENCE, settling: UNHURRIED },
): Destination<OptionsOf<'mux'>, MuxCredentials> {
  return {
    credentials: MuxCredentials,
    takes: (type) => type.startsWith('video/'),
    async send(file, { options, credentials, outbound, signal }) {
      const call = callerFor(credentials);
      const secrets = [credentials.tokenSecret];
      const way: Way = { provider: PROVIDER, outbound, signal, patience: settings.patience, secrets };
      const made = await call(way, 'POST', 'uploads', {
        timeout: LONGEST_UPLOAD,
        new_asset_settings: {
          playback_policies: options?.playbackPolicy,
          passthrough: options?.passthrough,
        },
      });
      const { id, url } = heldBy(way, Created, made, 'address for the upload').data;
      return sendTo(way, call, { id, url: new URL(url) }, file, settings);
    },
  };
}

function callerFor({ tokenId, tokenSecret, endpoint = 'https://api.mux.com' }: MuxCredentials): Call {
  const base = endpoint.replace(/\/+$/, '');
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
  return async (way, method, path, body) => {
    const answer = await exchange(way, () => ({
      method,
      url: new URL(`${base}/video/v1/${path}`),
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }));
    if (answer.status >= 300) throw refusalOf(way, answer);
    return answer;
  };
}

/** Sends the bytes, and waits for the asset that Mux makes of them. When that fails, neither stays. */
async function sendTo(
  way: Way,
  call: Call,
  upload: { readonly id: string; readonly url: URL },
  file: SentFile,
  { partBytes, settling }: Settings,
): Promise<Sent> {
  let remove = async (last: Way): Promise<void> => {
    await removeSession(last, upload.url);
    await call(last, 'PUT', `uploads/${upload.id}/cancel`);
  };
  try {
    await sendBySession(way, upload.url, file, partBytes);
    const id = await settled(way, settling, () => assetOf(way, call, upload.id));
    if (id === undefined) throw failed(PROVIDER, 'it made no video of the upload in time');
    remove = async (last) => {
      await call(last, 'DELETE', `assets/${id}`);
    };
    return { id, url: await streamOf(way, call, id) };
  } catch (error) {
    return await withoutRemains(way, error, remove);
  }
}

/** The id of the asset, once there is one. */
async function assetOf(way: Way, call: Call, upload: string): Promise<string | undefined> {
  const answer = await call(way, 'GET', `uploads/${upload}`);
  const { status, asset_id: asset, error } = heldBy(way, Upload, answer, 'state of the upload').data;
  if (asset) return asset;
  if (status === 'waiting' || status === 'asset_created') return undefined;
  if (status === 'errored') throw refusedFor(way, [error?.message ?? 'it could not read the video']);
  throw failed(PROVIDER, `the upload is ${shownReason(status, way.secrets)}`);
}

/** Where everybody can play an asset, if the edit wants that. */
async function streamOf(way: Way, call: Call, id: string): Promise<string | undefined> {
  const asset = heldBy(way, Asset, await call(way, 'GET', `assets/${id}`), 'state of the video').data;
  if (asset.status === 'errored')
    throw refusedFor(way, asset.errors?.messages ?? ['it could not read the video']);
  const open = asset.playback_ids.find(({ policy }) => policy === 'public');
  return open && `https://stream.mux.com/${open.id}.m3u8`;
}

function refusedFor(way: Way, reasons: readonly string[]): Error {
  return refused(PROVIDER, shownReason(reasons.join(', '), way.secrets));
}
