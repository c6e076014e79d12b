import { setTimeout as wait } from 'node:timers/promises';
import { type ErrorCode, KinoraError, toKinoraError } from '../base/errors.ts';
import type { GeneratedFile } from '../create/model.ts';
import { retry, RetryableError, type RetryPolicy } from '../outbound/index.ts';
import type {
  GenerationProvider,
  ProviderContext,
  ProviderJob,
  ProviderRequest,
} from './generation-provider.ts';
import type { HeldGeneration } from './ledger.ts';
import { ProviderUnreachable } from './provider-unreachable.ts';

/** The timeouts of a job at a service, and the pauses between looks at it. Milliseconds. */
export interface ProviderTimeouts {
  /** The time in which a request is sent again if the service asks to come back. */
  readonly comeBackMs: number;
  /** The time after which a job is given up. */
  readonly jobMs: number;
  /** The time in which a service may be away while its job is looked at. */
  readonly awayMs: number;
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** The retries of recording a paid request, and of keeping its result. */
  readonly keeping: RetryPolicy;
}

/** The timeouts for services outside tests. */
export const PROVIDER_TIMEOUTS: ProviderTimeouts = {
  comeBackMs: 90_000,
  jobMs: 60 * 60_000,
  awayMs: 5 * 60_000,
  firstPauseMs: 1000,
  maxPauseMs: 10_000,
  // About a minute: as long as a database or a storage needs to start again.
  keeping: { attempts: 7, firstPauseMs: 1000, maxPauseMs: 30_000 },
};

/** The options of a request to a service. */
export interface AskOptions {
  readonly timeouts: ProviderTimeouts;
  /** Cuts off a request that is on its way, because the process ends. Its outcome is then unknown. */
  readonly closing: AbortSignal;
  /**
   * Finishes the result and keeps it in the ledger. Called again after a failure that may pass. An abort must not cut
   * it off, because the result is paid.
   */
  readonly keep: (file: GeneratedFile) => Promise<GeneratedFile>;
}

/**
 * Has a service make a file, and keeps it. The ledger knows of each step before it is taken, so that a request is
 * sent once, also if this process dies in between.
 *
 * @returns what `keep` returns.
 * @throws {KinoraError} an error of {@link GenerationProvider}. `provider_unknown` if an earlier process died
 *   while it sent the request, or if a result that the service does not give twice cannot be kept.
 */
export async function askProvider(
  provider: GenerationProvider,
  held: HeldGeneration,
  request: ProviderRequest,
  context: ProviderContext,
  options: AskOptions,
): Promise<GeneratedFile> {
  const { status } = held;
  if (status.state === 'asking') throw await recordFailure(held, createUnknownError(provider.name));
  if (status.state === 'running') return await finishJob(provider, held, status.job, context, options);
  const { timeouts, keep } = options;
  const started = await start(provider, held, request, context, options);
  if ('job' in started) {
    const { job } = started;
    await retryKeeping(timeouts, () => held.record({ state: 'running', job }));
    return await finishJob(provider, held, job, context, options);
  }
  try {
    return await retryKeeping(timeouts, () => keep(started.file));
  } catch (error) {
    throw await recordFailure(held, createNotKeptError(provider.name, toKinoraError(error)));
  }
}

/** Waits for a job and keeps its result. If that fails for now, the job stays in the ledger and is fetched again. */
async function finishJob(
  provider: GenerationProvider,
  held: HeldGeneration,
  job: ProviderJob,
  context: ProviderContext,
  { timeouts, keep }: AskOptions,
): Promise<GeneratedFile> {
  const file = await waitForJob(provider, held, job, context, timeouts);
  try {
    return await retryKeeping(timeouts, () => keep(file));
  } catch (thrown) {
    const error = toKinoraError(thrown);
    throw error.retry ? error : await recordFailure(held, createNotKeptError(provider.name, error));
  }
}

/** Repeats work that must not fail after a payment. An abort does not cut it off. */
async function retryKeeping<Result>(
  { keeping }: ProviderTimeouts,
  work: () => Promise<Result>,
): Promise<Result> {
  return await retry(keeping, { signal: new AbortController().signal }, async () => {
    try {
      return await work();
    } catch (thrown) {
      const error = toKinoraError(thrown);
      throw error.retry ? new RetryableError(error) : error;
    }
  });
}

/**
 * Sends the request. Sends it again if the service has not taken it and says when to come back. An abort of the
 * work does not cut off a request: it may be paid, so it is brought to its answer.
 */
async function start(
  provider: GenerationProvider,
  held: HeldGeneration,
  request: ProviderRequest,
  context: ProviderContext,
  { timeouts: { comeBackMs }, closing }: AskOptions,
): ReturnType<GenerationProvider['start']> {
  const until = performance.now() + comeBackMs;
  for (;;) {
    context.signal.throwIfAborted();
    await held.record({ state: 'asking' });
    try {
      return await provider.start(request, { ...context, signal: closing });
    } catch (thrown) {
      const error = toKinoraError(thrown);
      if (error.code !== 'provider_unreachable') throw await recordFailure(held, toUnknown(provider, error));
      await held.record({ state: 'new' });
      const pauseMs = error instanceof ProviderUnreachable ? error.retryAfterMs : undefined;
      if (pauseMs === undefined || performance.now() + pauseMs > until) throw error;
      await wait(pauseMs, undefined, { signal: context.signal });
    }
  }
}

async function waitForJob(
  provider: GenerationProvider,
  held: HeldGeneration,
  job: ProviderJob,
  context: ProviderContext,
  timeouts: ProviderTimeouts,
): Promise<GeneratedFile> {
  const until = performance.now() + timeouts.jobMs;
  const ready = await repeat(provider, held, context, timeouts, until, async () => {
    const looked = await provider.look(job, context);
    return looked === 'running' ? undefined : looked.ready;
  });
  return await repeat(provider, held, context, timeouts, until, () => provider.fetch(ready, context));
}

/**
 * The errors of a look or a fetch after which the job has no result. After all others, such as a rejected key, it
 * may still have one, so it stays in the ledger.
 */
const FINAL_CODES: readonly ErrorCode[] = ['provider_refused', 'provider_quota'];

/** Repeats a free call until it has a result. A service that is away for a moment is asked again. */
async function repeat<Result>(
  { name }: GenerationProvider,
  held: HeldGeneration,
  { signal }: ProviderContext,
  { awayMs, firstPauseMs, maxPauseMs }: ProviderTimeouts,
  until: number,
  call: () => Promise<Result | undefined>,
): Promise<Result> {
  let awaySince: number | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    signal.throwIfAborted();
    try {
      const result = await call();
      if (result !== undefined) return result;
      awaySince = undefined;
    } catch (thrown) {
      const error = toKinoraError(thrown);
      if (FINAL_CODES.includes(error.code)) throw await recordFailure(held, error);
      if (error.code !== 'provider_unreachable') throw error;
      awaySince ??= performance.now();
      if (performance.now() - awaySince > awayMs) throw error;
    }
    if (performance.now() > until) throw await recordFailure(held, createTooSlowError(name));
    await wait(pauseMs, undefined, { signal });
  }
}

async function recordFailure(held: HeldGeneration, error: KinoraError): Promise<KinoraError> {
  await held.record({ state: 'failed', code: error.code, error: error.message, at: new Date() });
  return error;
}

/** An error of Kinora itself or its end during a request says nothing about whether the service has taken it. */
function toUnknown({ name }: GenerationProvider, error: KinoraError): KinoraError {
  return error.code === 'internal' || error.code === 'cancelled' ? createUnknownError(name, error) : error;
}

function createUnknownError(service: string, cause?: unknown): KinoraError {
  const sentence = `It is unknown whether ${service} has taken the request: Kinora ended while it waited for the answer. It does not ask again automatically, so that nothing is paid twice. Send the request again if it may be paid twice.`;
  return new KinoraError('provider_unknown', sentence, { cause });
}

function createNotKeptError(service: string, cause: KinoraError): KinoraError {
  const sentence = `${service} has made the file, but Kinora could not keep it, so it is lost: ${cause.message} Kinora does not ask again automatically, so that nothing is paid twice. Send the request again if it may be paid twice.`;
  return new KinoraError('provider_unknown', sentence, { cause });
}

function createTooSlowError(service: string): KinoraError {
  const sentence = `The job at ${service} did not end in time. Look at it in your account there.`;
  return new KinoraError('provider_refused', sentence);
}
