import { z } from 'zod';
import { type ExchangeResponse, retry } from '../../outbound/index.ts';
import type { DestinationAdapter, SendContext, DeliveredFile, FileToSend } from '../destination-adapter.ts';
import {
  DEFAULT_SETTINGS,
  type ExchangePolicy,
  createFailure,
  createRefusal,
  parseBody,
  sendJson,
  sendOnce,
  toRefusal,
} from '../destination-exchange.ts';
import type { DestinationContext, UploadSettings } from '../destination-exchange.ts';
import type { OptionsOf } from '../options.ts';
import { readInParts } from '../read-in-parts.ts';
import { pollUntilDone, type PollingPolicy } from '../polling.ts';
import { type TikTokAccess, ensureAccess, baseUrlOf, secretsOf, TikTokCredentials } from './tiktok-access.ts';

const PROVIDER = 'TikTok';

type Options = OptionsOf<'tiktok'>;
type Call = (path: string, body?: object) => Promise<ExchangeResponse>;

const LEVELS = { public: 'PUBLIC_TO_EVERYONE', friends: 'MUTUAL_FOLLOW_FRIENDS', private: 'SELF_ONLY' };

const Creator = z.object({
  data: z.object({
    creator_username: z.string().optional(),
    privacy_level_options: z.array(z.string()),
    comment_disabled: z.boolean().default(false),
    duet_disabled: z.boolean().default(false),
    stitch_disabled: z.boolean().default(false),
  }),
});
type Creator = z.infer<typeof Creator>['data'];
const StartedPost = z.object({
  data: z.object({ publish_id: z.string().min(1), upload_url: z.url({ protocol: /^https?$/ }) }),
});
const PostStatus = z.object({
  data: z.object({
    status: z.string(),
    fail_reason: z.string().optional(),
    uploaded_bytes: z.number().optional(),
  }),
});

/**
 * Creates the adapter for TikTok. It posts videos with the Content Posting API.
 */
export function createTikTok(
  changed: Partial<UploadSettings> = {},
): DestinationAdapter<Options, TikTokCredentials> {
  const { partBytes, policy, polling } = { ...DEFAULT_SETTINGS, ...changed };
  return {
    credentialsSchema: TikTokCredentials,
    renewsCredentials: true,
    accepts: (type) => type.startsWith('video/'),
    async send(file, sendContext) {
      const { context, call, response } = await logIn(sendContext, policy);
      const creator = parseBody(context, Creator, response, 'account').data;
      const size = Math.min(partBytes, file.bytes);
      const started = await call('video/init', {
        post_info: toPostInfo(context, sendContext.options, creator),
        source_info: {
          source: 'FILE_UPLOAD',
          video_size: file.bytes,
          chunk_size: size,
          total_chunk_count: Math.max(1, Math.floor(file.bytes / Math.max(1, size))),
        },
      });
      const { publish_id: id, upload_url: url } = parseBody(
        context,
        StartedPost,
        started,
        'upload address',
      ).data;
      await upload(context, call, { id, url: new URL(url) }, file, size);
      return waitForPublication(context, call, id, creator, polling);
    },
  };
}

/**
 * Requests the account of the user, with the stored token or, if TikTok rejects the stored token, with a new
 * one.
 */
async function logIn(
  sendContext: SendContext<Options, TikTokCredentials>,
  policy: ExchangePolicy,
): Promise<{
  readonly context: DestinationContext;
  readonly call: Call;
  readonly response: ExchangeResponse;
}> {
  const { outbound, signal } = sendContext;
  const withoutSecrets: DestinationContext = { provider: PROVIDER, outbound, signal, policy, secrets: [] };
  const queryCreator = async (access: TikTokAccess) => {
    const context = { ...withoutSecrets, secrets: secretsOf(access) };
    return { context, access, response: await postTo(context, access, 'creator_info/query') };
  };
  const first = await queryCreator(await ensureAccess(withoutSecrets, sendContext));
  const isExpired = first.response.status === 401 && first.response.text.includes('access_token_invalid');
  const { context, access, response } = isExpired
    ? await queryCreator(await ensureAccess(withoutSecrets, sendContext, first.access.access.token))
    : first;
  return {
    context,
    call: async (path, body) => checkAccepted(context, await postTo(context, access, path, body)),
    response: checkAccepted(context, response),
  };
}

function postTo(
  context: DestinationContext,
  { endpoint, access }: TikTokAccess,
  path: string,
  body: object = {},
): Promise<ExchangeResponse> {
  return sendJson(context, {
    method: 'POST',
    url: new URL(`${baseUrlOf(endpoint)}/v2/post/publish/${path}/`),
    headers: { authorization: `Bearer ${access.token}`, 'content-type': 'application/json; charset=UTF-8' },
    body,
  });
}

function checkAccepted(context: DestinationContext, response: ExchangeResponse): ExchangeResponse {
  if (response.status >= 300) throw toRefusal(context, response);
  return response;
}

/** Creates the description of the video for TikTok, within the limits of the account. */
function toPostInfo(context: DestinationContext, options: Options, creator: Creator): object {
  const level = options?.privacyLevel ?? 'private';
  if (!creator.privacy_level_options.includes(LEVELS[level]))
    throw createRefusal(context, `the account does not allow the privacy level "${level}"`);
  return {
    title: options?.title,
    privacy_level: LEVELS[level],
    disable_duet: (options?.disableDuet ?? false) || creator.duet_disabled,
    disable_stitch: (options?.disableStitch ?? false) || creator.stitch_disabled,
    disable_comment: (options?.disableComment ?? false) || creator.comment_disabled,
  };
}

async function upload(
  context: DestinationContext,
  call: Call,
  { id, url }: { readonly id: string; readonly url: URL },
  file: FileToSend,
  size: number,
): Promise<void> {
  let start = 0;
  for await (const body of readInChunks(file, size, context.signal)) {
    const end = start + body.length;
    const headers = {
      'content-type': file.type,
      'content-range': `bytes ${start}-${end - 1}/${file.bytes}`,
    };
    const response = await retry(context.policy, context, async (attempt) => {
      if (attempt > 1) {
        const { uploaded_bytes: uploadedBytes = 0 } = parseBody(
          context,
          PostStatus,
          await call('status/fetch', { publish_id: id }),
          'state',
        ).data;
        if (uploadedBytes >= end) return undefined;
      }
      return sendOnce(context, { method: 'PUT', url, headers, body });
    });
    if (response !== undefined && response.status >= 300) throw toRefusal(context, response);
    start = end;
  }
}

/** Reads a file in parts of one size. A shorter remainder at the end is joined to the last part. */
async function* readInChunks(file: FileToSend, size: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  let pending: Buffer | undefined;
  for await (const part of readInParts(file, size, signal)) {
    if (pending !== undefined && part.length < size) pending = Buffer.concat([pending, part]);
    else {
      if (pending !== undefined) yield pending;
      pending = part;
    }
  }
  if (pending !== undefined) yield pending;
}

/**
 * Waits until the video is posted. The video has already been sent, and another try would post it twice.
 * Therefore the upload fails only if TikTok reports a failure. If TikTok is still processing the video, or
 * the status is unavailable, the upload counts as successful.
 */
async function waitForPublication(
  context: DestinationContext,
  call: Call,
  id: string,
  creator: Creator,
  polling: PollingPolicy,
): Promise<DeliveredFile> {
  const outcome = await pollUntilDone(polling, context.signal, async () =>
    parseOutcome(context, await call('status/fetch', { publish_id: id })),
  )
    // Ignores every error: of the network, of an invalid response, and of the end of this process.
    .catch(() => undefined);
  if (outcome?.failure !== undefined) {
    const createError = outcome.failure === 'internal' ? createFailure : createRefusal;
    throw createError(context, outcome.failure);
  }
  if (outcome?.post === undefined) return { id, url: undefined };
  const name = creator.creator_username;
  return {
    id: outcome.post,
    url: name && `https://www.tiktok.com/@${encodeURIComponent(name)}/video/${outcome.post}`,
  };
}

/** Parses the outcome of a post. Returns undefined while TikTok processes it. */
function parseOutcome(
  context: DestinationContext,
  response: ExchangeResponse,
): { readonly failure?: string; readonly post?: string | undefined } | undefined {
  const { status, fail_reason: reason = 'it did not give a reason' } = parseBody(
    context,
    PostStatus,
    response,
    'state',
  ).data;
  if (status === 'FAILED') return { failure: reason };
  // Read the id from the text, because it has more digits than a JavaScript number can hold.
  const post = /"publicaly_available_post_id"\s*:\s*\[\s*"?(\d+)/.exec(response.text)?.[1];
  return post !== undefined || status === 'PUBLISH_COMPLETE' ? { post } : undefined;
}
