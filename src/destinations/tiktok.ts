import { z } from 'zod';
import type { Destination, Sending, Sent, SentFile } from './destination.ts';
import { exchange, heldBy, once, PATIENCE, refusalOf, retried } from './exchange.ts';
import type { Answer, Patience, Way } from './exchange.ts';
import type { OptionsOf } from './options.ts';
import { partsOf } from './parts.ts';
import { failed, refused, shownReason } from './refusal.ts';
import { settled, UNHURRIED } from './settling.ts';
import type { Settling } from './settling.ts';
import { type Access, accessFor, baseOf, secretsOf, TikTokCredentials } from './tiktok-access.ts';

const PROVIDER = 'TikTok';

interface Settings {
  /** Size of a part in bytes, from 5 to 64 MB; the last may have twice as many. */
  readonly partBytes: number;
  readonly patience: Patience;
  readonly settling: Settling;
}

type Options = OptionsOf<'tiktok'>;
type Call = (path: string, body?: object) => Promise<Answer>;

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
const Begun = z.object({
  data: z.object({ publish_id: z.string().min(1), upload_url: z.url({ protocol: /^https?$/ }) }),
});
const Status = z.object({
  data: z.object({
    status: z.string(),
    fail_reason: z.string().optional(),
    uploaded_bytes: z.number().optional(),
  }),
});

/** TikTok, by direct posts of its Content Posting API. @param settings are for tests. */
export function tiktok(
  settings: Settings = { partBytes: 8 * 1024 * 1024, patience: PATIENCE, settling: UNHURRIED },
): Destination<Options, TikTokCredentials> {
  return {
    credentials: TikTokCredentials,
    renews: true,
    takes: (type) => type.startsWith('video/'),
    async send(file, sending) {
      const { way, call, answer } = await enter(sending, settings.patience);
      const creator = heldBy(way, Creator, answer, 'account').data;
      const size = Math.min(settings.partBytes, file.bytes);
      const begun = await call('video/init', {
        post_info: postOf(sending.options, creator),
        source_info: {
          source: 'FILE_UPLOAD',
          video_size: file.bytes,
          chunk_size: size,
          total_chunk_count: Math.max(1, Math.floor(file.bytes / Math.max(1, size))),
        },
      });
      const { publish_id: id, upload_url: url } = heldBy(way, Begun, begun, 'address for the upload').data;
      await upload(way, call, { id, url: new URL(url) }, file, size);
      return published(way, call, id, creator, settings.settling);
    },
  };
}

/** Asks whose account it is: with the token that is kept, and when TikTok does not know that any more, with a new one. */
async function enter(
  sending: Sending<Options, TikTokCredentials>,
  patience: Patience,
): Promise<{ readonly way: Way; readonly call: Call; readonly answer: Answer }> {
  const { outbound, signal } = sending;
  const unspoken: Way = { provider: PROVIDER, outbound, signal, patience, secrets: [] };
  const asked = async (access: Access) => {
    const way = { ...unspoken, secrets: secretsOf(access) };
    return { way, access, answer: await postTo(way, access, 'creator_info/query') };
  };
  const first = await asked(await accessFor(unspoken, sending));
  const isForgotten = first.answer.status === 401 && first.answer.text.includes('access_token_invalid');
  const { way, access, answer } = isForgotten
    ? await asked(await accessFor(unspoken, sending, first.access.access.token))
    : first;
  return {
    way,
    call: async (path, body) => accepted(way, await postTo(way, access, path, body)),
    answer: accepted(way, answer),
  };
}

function postTo(way: Way, { endpoint, access }: Access, path: string, body: object = {}): Promise<Answer> {
  return exchange(way, () => ({
    method: 'POST',
    url: new URL(`${baseOf(endpoint)}/v2/post/publish/${path}/`),
    headers: { authorization: `Bearer ${access.token}`, 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify(body),
  }));
}

function accepted(way: Way, answer: Answer): Answer {
  if (answer.status >= 300) throw refusalOf(way, answer);
  return answer;
}

/** What TikTok is told of the video: never more than the account allows. */
function postOf(options: Options, creator: Creator): object {
  const level = options?.privacyLevel ?? 'private';
  if (!creator.privacy_level_options.includes(LEVELS[level]))
    throw refused(PROVIDER, `its account does not allow the privacy level "${level}"`);
  return {
    title: options?.title,
    privacy_level: LEVELS[level],
    disable_duet: (options?.disableDuet ?? false) || creator.duet_disabled,
    disable_stitch: (options?.disableStitch ?? false) || creator.stitch_disabled,
    disable_comment: (options?.disableComment ?? false) || creator.comment_disabled,
  };
}

async function upload(
  way: Way,
  call: Call,
  { id, url }: { readonly id: string; readonly url: URL },
  file: SentFile,
  size: number,
): Promise<void> {
  let from = 0;
  for await (const body of chunksOf(file, size, way.signal)) {
    const end = from + body.length;
    const headers = {
      'content-type': file.type,
      'content-range': `bytes ${from}-${end - 1}/${file.bytes}`,
    };
    const answer = await retried(way, async (before) => {
      if (before > 0) {
        const { uploaded_bytes: there = 0 } = heldBy(
          way,
          Status,
          await call('status/fetch', { publish_id: id }),
          'state',
        ).data;
        if (there >= end) return undefined;
      }
      return once(way, { method: 'PUT', url, headers, body });
    });
    if (answer !== undefined && answer.status >= 300) throw refusalOf(way, answer);
    from = end;
  }
}

/** Parts of a size; what would be a shorter one at the end belongs to the last. */
async function* chunksOf(file: SentFile, size: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  for await (const part of partsOf(file, size, signal)) {
    if (held !== undefined && part.length < size) held = Buffer.concat([held, part]);
    else {
      if (held !== undefined) yield held;
      held = part;
    }
  }
  if (held !== undefined) yield held;
}

/**
 * Waits until the video is posted. It has been sent by then, and another try would post it twice: so nothing fails it any more but
 * TikTok's word that it has. One that TikTok still looks at, or that cannot be asked for, counts as sent.
 */
async function published(
  way: Way,
  call: Call,
  id: string,
  creator: Creator,
  settling: Settling,
): Promise<Sent> {
  const end = await settled(way, settling, async () =>
    endOf(way, await call('status/fetch', { publish_id: id })),
  )
    // Whatever it is: the network, an answer that makes no sense, the end of this process.
    .catch(() => undefined);
  if (end?.failure !== undefined) {
    const thrown = end.failure === 'internal' ? failed : refused;
    throw thrown(PROVIDER, shownReason(end.failure, way.secrets));
  }
  if (end?.post === undefined) return { id, url: undefined };
  const name = creator.creator_username;
  return {
    id: end.post,
    url: name && `https://www.tiktok.com/@${encodeURIComponent(name)}/video/${end.post}`,
  };
}

/** How a posting has ended; `undefined` while it has not. */
function endOf(
  way: Way,
  answer: Answer,
): { readonly failure?: string; readonly post?: string | undefined } | undefined {
  const { status, fail_reason: reason = 'it gave no reason' } = heldBy(way, Status, answer, 'state').data;
  if (status === 'FAILED') return { failure: reason };
  // Such ids have more digits than a number of JavaScript.
  const post = /"publicaly_available_post_id"\s*:\s*\[\s*"?(\d+)/.exec(answer.text)?.[1];
  return post !== undefined || status === 'PUBLISH_COMPLETE' ? { post } : undefined;
}
