import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import type { Logger } from '../base/logger.ts';
import { exchange, openOutbound, type Outbound, retry } from '../outbound/index.ts';
import type { SpeechAudio, Transcriber } from '../render/transcribe/transcript.ts';
import { checkAnswer, createProviderFailure, toUnanswered } from './transcription-errors.ts';
import { parseTranscript } from './parse-transcript.ts';

/** Configuration of a service with the transcription API of OpenAI. */
export interface OpenAiConfig {
  /**
   * URL of the service, as {@link toEndpoint} accepts it. The host may be private, because the operator chose
   * it.
   */
  readonly url: string;
  /** API key, sent as a bearer token. */
  readonly key: string | undefined;
  readonly model: string;
  readonly log: Logger;
  /** Milliseconds before the second attempt, 1000 by default. Each later pause is twice as long. */
  readonly firstPauseMs?: number;
  /**
   * Returns the time limit of a response in whole milliseconds. By default 2 minutes plus three times the
   * length of the sound.
   */
  readonly timeLimitMs?: (seconds: number) => number;
}

/** Maximum number of sounds that are transcribed at the same time. */
const MAX_CONCURRENT = 2;
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
const CONNECT_MS = 10_000;
/**
 * Maximum size of a response in bytes. The words of ten minutes of sound, with their metadata, take a few
 * megabytes.
 */
const MAX_RESPONSE_BYTES = 50_000_000;

/**
 * Returns the default time limit. Rounds the limit up, because `AbortSignal.timeout` accepts only whole
 * milliseconds.
 */
const defaultTimeLimitMs = (seconds: number): number => Math.ceil(120_000 + 3000 * seconds);

/** Creates a transcriber that uses a service with the transcription API of OpenAI. */
export function createOpenAiTranscriber(config: OpenAiConfig): Transcriber {
  const url = toEndpoint(config.url);
  const outbound = openOutbound({ allowHosts: [url.hostname], connectTimeoutMs: CONNECT_MS });
  const limit = pLimit(MAX_CONCURRENT);
  return {
    identity: () => Promise.resolve(identityOf(url, config.model)),
    transcribe: (sound, { signal }) =>
      limit(() => transcribeWithRetries(outbound, url, sound, config, signal)),
    close: () => outbound.close(),
  };
}

/**
 * Returns a text that identifies the service and its model. The query may change the result, so the text
 * includes a hash of the query. The query itself may hold a secret.
 */
function identityOf(url: URL, model: string): string {
  const query = createHash('sha256').update(url.search).digest('hex');
  return JSON.stringify(['openai', url.origin, url.pathname, query, model]);
}

/**
 * Returns the URL of a service's transcription endpoint. Adds `/v1/audio/transcriptions` to a URL without a
 * path, and `/audio/transcriptions` to a path that ends in `/v1`. Keeps any other path.
 */
export function toEndpoint(url: string): URL {
  const endpoint = new URL(url);
  const path = endpoint.pathname.replace(/(?<!\/)\/+$/, '');
  if (path === '') endpoint.pathname = '/v1/audio/transcriptions';
  else if (path.endsWith('/v1')) endpoint.pathname = `${path}/audio/transcriptions`;
  return endpoint;
}

async function transcribeWithRetries(
  outbound: Outbound,
  url: URL,
  sound: SpeechAudio,
  config: OpenAiConfig,
  signal: AbortSignal,
): ReturnType<Transcriber['transcribe']> {
  const policy = {
    attempts: MAX_ATTEMPTS,
    firstPauseMs: config.firstPauseMs ?? FIRST_PAUSE_MS,
    maxPauseMs: MAX_PAUSE_MS,
  };
  const onRetry = (err: KinoraError, attempt: number): void =>
    config.log.warn({ attempt, err }, 'Transcription attempt failed. Retrying.');
  try {
    return await retry(policy, { signal, onRetry }, async () =>
      parseTranscript(await requestTranscription(outbound, url, sound, config, signal), sound.seconds),
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new KinoraError('cancelled', 'The render was cancelled.', { cause: error });
  }
}

async function requestTranscription(
  outbound: Outbound,
  url: URL,
  sound: SpeechAudio,
  config: OpenAiConfig,
  signal: AbortSignal,
): Promise<unknown> {
  const limitMs = (config.timeLimitMs ?? defaultTimeLimitMs)(sound.seconds);
  const limits = { limitMs, maxBytes: MAX_RESPONSE_BYTES };
  const { key } = config;
  const headers = {
    accept: 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const request = { method: 'POST', url, headers, body: toForm(sound, config), ...limits } as const;
  const response = await exchange(outbound, request, signal).catch((error: unknown) => {
    throw toUnanswered(error, limits);
  });
  checkAnswer(response, key);
  const json = tryParseJson(response.text);
  if (json === undefined) throw createProviderFailure('did not answer with JSON');
  return json;
}

function toForm({ wav }: SpeechAudio, { model }: OpenAiConfig): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(wav)], { type: 'audio/wav' }), 'sound.wav');
  form.append('model', model);
  form.append('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  return form;
}
