import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import { jsonOrUndefined } from '../base/json.ts';
import type { Logger } from '../base/log.ts';
import { Transient } from '../render/fetch/failure.ts';
import { openOutbound, type Outbound, type OutboundResponse } from '../outbound/index.ts';
import type { Sound, Transcriber } from '../render/transcribe/transcript.ts';
import { refusal, serviceFailure, unreachable } from './failed-answer.ts';
import { transcriptIn } from './transcription-answer.ts';

/** A service that speaks the transcription protocol of OpenAI. */
export interface OpenAiConfig {
  /** Its address, as {@link endpointOf} takes it. The operator names it, so it may be private. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key: string | undefined;
  readonly model: string;
  readonly log: Logger;
  /** Milliseconds before the first new attempt; each later one waits twice as long. By default 1 s. */
  readonly retry?: number;
  /** How long an answer may take, in whole milliseconds; by default 2 minutes and three times the length of the sound. */
  readonly timeLimit?: (seconds: number) => number;
}

/** Sounds at the same time. */
const AT_ONCE = 2;
const RETRIES = 4;
const RETRY_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const CONNECT_MS = 10_000;
/** The words of ten minutes, with all that servers say beside them, are a few megabytes. */
const MOST_BYTES = 50_000_000;

/** Whole: a signal takes no fraction of a millisecond, and sounds end within one. */
const usualLimit = (seconds: number): number => Math.ceil(120_000 + 3000 * seconds);

/** Has words made of sounds by such a service. */
export function openAiTranscriber(config: OpenAiConfig): Transcriber {
  const url = endpointOf(config.url);
  const outbound = openOutbound({ allowHosts: [url.hostname], connectTimeout: CONNECT_MS });
  const turns = pLimit(AT_ONCE);
  return {
    identity: () => Promise.resolve(identityOf(url, config.model)),
    transcribe: (sound, { signal }) => turns(() => attempts(outbound, url, sound, config, signal)),
    close: () => outbound.close(),
  };
}

/** What is asked may hang on the query as well, which may have a secret in it. */
function identityOf(url: URL, model: string): string {
  const query = createHash('sha256').update(url.search).digest('hex');
  return JSON.stringify(['openai', url.origin, url.pathname, query, model]);
}

/**
 * The address to ask: a server alone gets the usual path, one that ends in `/v1` the rest of it, any other path is taken as it is.
 */
export function endpointOf(url: string): URL {
  const endpoint = new URL(url);
  const path = endpoint.pathname.replace(/\/+$/, '');
  if (path === '') endpoint.pathname = '/v1/audio/transcriptions';
  else if (path.endsWith('/v1')) endpoint.pathname = `${path}/audio/transcriptions`;
  return endpoint;
}

async function attempts(
  outbound: Outbound,
  url: URL,
  sound: Sound,
  config: OpenAiConfig,
  signal: AbortSignal,
): ReturnType<Transcriber['transcribe']> {
  for (let attempt = 0; ; attempt++) {
    try {
      return transcriptIn(await answerTo(outbound, url, sound, config, signal), sound.seconds);
    } catch (error) {
      if (signal.aborted) throw new KinoraError('cancelled', 'The render was cancelled.', { cause: error });
      if (!(error instanceof Transient)) throw error;
      if (attempt === RETRIES) throw error.failure;
      config.log.warn({ attempt: attempt + 1, err: error }, 'A transcription is tried again.');
      const pause = error.retryAfter ?? (config.retry ?? RETRY_MS) * 2 ** attempt;
      // An abort shows at the next attempt.
      await wait(Math.min(pause, LONGEST_WAIT_MS), undefined, { signal }).catch(() => undefined);
    }
  }
}

async function answerTo(
  outbound: Outbound,
  url: URL,
  sound: Sound,
  config: OpenAiConfig,
  signal: AbortSignal,
): Promise<unknown> {
  const milliseconds = (config.timeLimit ?? usualLimit)(sound.seconds);
  const late = AbortSignal.timeout(milliseconds);
  try {
    const response = await outbound.request(url, {
      method: 'POST',
      ...(await asked(sound, config)),
      stallTimeout: milliseconds,
      signal: AbortSignal.any([signal, late]),
    });
    const text = await textOf(response);
    if (response.statusCode < 200 || response.statusCode > 299) throw refusal(response, text, config.key);
    const answer = jsonOrUndefined(text);
    if (answer === undefined) throw serviceFailure('did not answer with JSON');
    return answer;
  } catch (error) {
    if (error instanceof KinoraError || error instanceof Transient) throw error;
    if (late.aborted && !signal.aborted)
      throw serviceFailure(`did not answer within ${Math.round(milliseconds / 1000)} s`, error);
    throw unreachable(error);
  }
}

/** The form of the request, in memory: it may have to be sent again. */
async function asked(
  { wav }: Sound,
  { key, model }: OpenAiConfig,
): Promise<{ readonly headers: Record<string, string>; readonly body: Buffer }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(wav)], { type: 'audio/wav' }), 'sound.wav');
  form.append('model', model);
  form.append('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  const encoded = new Response(form);
  const headers = {
    'content-type': encoded.headers.get('content-type') ?? '',
    accept: 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  return { headers, body: Buffer.from(await encoded.arrayBuffer()) };
}

async function textOf({ body }: OutboundResponse): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The body is a byte stream without an encoding set: its chunks are buffers.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw serviceFailure(`answered with more than ${MOST_BYTES / 1e6} MB`);
    chunks.push(chunk);
  }
  // Without a byte order mark.
  return new TextDecoder().decode(Buffer.concat(chunks));
}
