import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { codeOf } from '../base/code-of.ts';
import { KinoraError } from '../base/errors.ts';
import type { Outbound, OutboundRequest, OutboundResponse } from '../outbound/index.ts';
import { failed, reasonIn, refused, shownReason } from './refusal.ts';

const MOST_ANSWERED = 256 * 1024;
const LONGEST_PAUSE = 30_000;

/** How long a provider is waited for, and how often it is asked again. */
export interface Patience {
  /** Milliseconds without progress, and for an answer once everything is sent; above 0. */
  readonly wait: number;
  /** The slowest connection, in bytes per second: what is sent may take that long beside `wait`. */
  readonly slowest: number;
  /** How often the same is tried, the first time included; from 1. */
  readonly tries: number;
  /** Milliseconds before the second try; each later one waits twice as long as the one before, at most 30 s. */
  readonly pause: number;
}

/** What real networks need. Tests are less patient. */
export const PATIENCE: Patience = { wait: 60_000, slowest: 128 * 1024, tries: 5, pause: 1000 };

/** Whom one sending speaks to, and how. */
export interface Way {
  /** The provider, as people call it. */
  readonly provider: string;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  readonly patience: Patience;
  /** What no message may hold. */
  readonly secrets: readonly string[];
  /** Whether an answer asks for patience though its status does not say so; none does by default. */
  readonly isBusy?: (answer: Answer) => boolean;
}

/** One request to a provider. */
export interface Ask extends Pick<OutboundRequest, 'method' | 'headers' | 'body'> {
  readonly url: URL;
  /** Size of a body that is a stream. */
  readonly bytes?: number;
}

/** What a provider answered; the names of headers are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A failure that may pass: of the network, or an answer that asks for patience. */
export class Passing extends Error {
  /** Milliseconds that the provider wants to be left alone. */
  readonly wait: number | undefined;

  constructor(reason: string, wait: number | undefined, cause?: unknown) {
    super(reason, { cause });
    this.wait = wait;
  }
}

/**
 * Does a piece of work again, after growing pauses, while it fails with {@link Passing}.
 *
 * @param work is told how often it was tried before.
 * @throws {KinoraError} `destination_failed` when the patience is at its end. The reason of the signal when that fires.
 */
export async function retried<T>(way: Way, work: (before: number) => Promise<T>): Promise<T> {
  for (let before = 0; ; before++) {
    try {
      return await work(before);
    } catch (error) {
      way.signal.throwIfAborted();
      if (!(error instanceof Passing)) throw error;
      if (before + 1 >= way.patience.tries) throw failed(way.provider, error.message, error);
      const grown = error.wait ?? way.patience.pause * 2 ** before;
      await rest(way, Math.min(grown, LONGEST_PAUSE));
    }
  }
}

/** Waits. @throws the reason of the signal when that fires. */
export async function rest({ signal }: Pick<Way, 'signal'>, milliseconds: number): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}

/** Sends a request until it is answered. @param ask makes it, anew for every try: signatures carry the time. */
export function exchange(way: Way, ask: () => Ask | Promise<Ask>): Promise<Answer> {
  return retried(way, async () => once(way, await ask()));
}

/**
 * Sends a request once.
 *
 * @throws {Passing} when the network fails, or the answer does not end or asks for patience, as 408, 429 and 5xx do.
 * @throws {KinoraError} `destination_refused` when the host must not be reached.
 */
export async function once(way: Way, ask: Ask): Promise<Answer> {
  const answer = await sent(way, ask);
  const { status } = answer;
  const isBusy = status === 408 || status === 429 || status >= 500 || way.isBusy?.(answer);
  if (!isBusy) return answer;
  throw new Passing(reasonFrom(way, answer), waitIn(answer.headers['retry-after']));
}

/** The error for an answer that will stay a refusal. */
export function refusalOf(way: Way, answer: Answer): KinoraError {
  return refused(way.provider, reasonFrom(way, answer));
}

/**
 * What an answer holds.
 *
 * @param what it has to hold, for the message.
 * @throws {KinoraError} `destination_failed` if it does not.
 */
export function heldBy<T>(way: Way, schema: z.ZodType<T>, answer: Answer, what: string): T {
  try {
    return schema.parse(JSON.parse(answer.text));
  } catch (error) {
    throw failed(way.provider, `it gave no ${what}`, error);
  }
}

function reasonFrom(way: Way, answer: Answer): string {
  return shownReason(reasonIn(answer.status, answer.text), way.secrets);
}

async function sent(way: Way, { url, bytes, ...request }: Ask): Promise<Answer> {
  const { wait, slowest } = way.patience;
  const size =
    bytes ?? (typeof request.body === 'string' || Buffer.isBuffer(request.body) ? request.body.length : 0);
  const longest = wait + (size / slowest) * 1000;
  const limit = AbortSignal.timeout(Math.ceil(longest));
  try {
    const response = await way.outbound.request(url, {
      ...request,
      // A part in memory is one write for the client: it sees no progress in it.
      stallTimeout: request.body instanceof Readable ? wait : longest,
      signal: AbortSignal.any([way.signal, limit]),
    });
    return { status: response.statusCode, headers: headersOf(response), text: await textOf(response) };
  } catch (error) {
    way.signal.throwIfAborted();
    if (error instanceof Passing) throw error;
    if (error instanceof KinoraError)
      throw refused(way.provider, shownReason(error.message, way.secrets), error);
    // Such as a header that is none: nothing was sent, and nothing ever will be.
    if (codeOf(error) === 'UND_ERR_INVALID_ARG')
      throw refused(way.provider, unaskable(error, way.secrets), error);
    throw new Passing(limit.aborted ? 'it did not answer in time' : networkReason(error), undefined, error);
  }
}

/** Why a request cannot be made at all. */
export function unaskable(error: unknown, secrets: readonly string[]): string {
  return shownReason(`it cannot be asked: ${error instanceof Error ? error.message : 'no reason'}`, secrets);
}

function networkReason(error: unknown): string {
  const code = codeOf(error);
  if (code?.includes('TIMEOUT')) return 'it did not answer in time';
  return `the connection failed${code === undefined ? '' : ` (${code})`}`;
}

function headersOf(response: OutboundResponse): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

async function textOf(response: OutboundResponse): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // An answer that is left unread raises that as an error event; it is wanted here, so nobody needs to hear of it.
  response.body.on('error', () => undefined);
  for await (const chunk of response.body) {
    // A body without an encoding is one of buffers.
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MOST_ANSWERED) throw new Passing('its answer did not end', undefined);
  }
  return Buffer.concat(chunks).toString();
}

/** `Retry-After` in milliseconds; the form with a date is not worth its clock. */
function waitIn(seconds: string | undefined): number | undefined {
  return seconds !== undefined && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
