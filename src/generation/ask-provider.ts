import { setTimeout as wait } from 'node:timers/promises';
import { KinoraError, toKinoraError } from '../base/errors.ts';
import type { GeneratedFile } from '../create/model.ts';
import type {
  GenerationProvider,
  ServiceContext,
  ServiceJob,
  ServiceRequest,
} from './generation-provider.ts';
import type { HeldGeneration } from './ledger.ts';
import { ProviderUnreachable } from './provider-unreachable.ts';

/** How long a job at a service may take, and how often Kinora looks at it. Milliseconds. */
export interface Patience {
  /** The time in which a request is sent again if the service asks to come back. */
  readonly comeBackMs: number;
  /** The time after which a job is given up. */
  readonly jobMs: number;
  /** The time in which a service may be away while its job is looked at. */
  readonly awayMs: number;
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
}

/** The patience with services outside tests. */
export const PATIENCE: Patience = {
  comeBackMs: 90_000,
  jobMs: 60 * 60_000,
  awayMs: 5 * 60_000,
  firstPauseMs: 1000,
  maxPauseMs: 10_000,
};

/**
 * Has a service make a file. The ledger knows of each step before it is taken, so that a request is sent once,
 * also if this process dies in between.
 *
 * @throws {KinoraError} an error of {@link GenerationProvider}. `provider_unknown` if an earlier process died
 *   while it sent the request.
 */
export async function askProvider(
  provider: GenerationProvider,
  held: HeldGeneration,
  request: ServiceRequest,
  context: ServiceContext,
  patience: Patience = PATIENCE,
): Promise<GeneratedFile> {
  const { status } = held;
  if (status.state === 'asking') throw await recordFailure(held, createUnknownError(provider.name));
  if (status.state === 'running') return await waitForJob(provider, held, status.job, context, patience);
  const started = await start(provider, held, request, context, patience);
  if ('file' in started) return started.file;
  await held.record({ state: 'running', job: started.job });
  return await waitForJob(provider, held, started.job, context, patience);
}

/**
 * Sends the request. Sends it again if the service has not taken it and says when to come back. An abort does not
 * cut off a request: it may be paid, so it is brought to its answer.
 */
async function start(
  provider: GenerationProvider,
  held: HeldGeneration,
  request: ServiceRequest,
  context: ServiceContext,
  { comeBackMs }: Patience,
): ReturnType<GenerationProvider['start']> {
  const until = performance.now() + comeBackMs;
  for (;;) {
    context.signal.throwIfAborted();
    await held.record({ state: 'asking' });
    try {
      return await provider.start(request, { ...context, signal: new AbortController().signal });
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
  job: ServiceJob,
  context: ServiceContext,
  patience: Patience,
): Promise<GeneratedFile> {
  const until = performance.now() + patience.jobMs;
  const ready = await repeat(provider, held, context, patience, until, async () => {
    const looked = await provider.look(job, context);
    return looked === 'running' ? undefined : looked.ready;
  });
  return await repeat(provider, held, context, patience, until, () => provider.fetch(ready, context));
}

/** Repeats a free call until it has a result. A service that is away for a moment is asked again. */
async function repeat<Result>(
  { name }: GenerationProvider,
  held: HeldGeneration,
  { signal }: ServiceContext,
  { awayMs, firstPauseMs, maxPauseMs }: Patience,
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
      if (error.code === 'cancelled') throw error;
      if (error.code !== 'provider_unreachable') throw await recordFailure(held, error);
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

/** An error of Kinora itself during a request says nothing about whether the service has taken it. */
function toUnknown({ name }: GenerationProvider, error: KinoraError): KinoraError {
  return error.code === 'internal' ? createUnknownError(name, error) : error;
}

function createUnknownError(service: string, cause?: unknown): KinoraError {
  const sentence = `It is unknown whether ${service} has taken the request: Kinora ended while it waited for the answer. It does not ask again by itself, so that nothing is paid twice. Send the request again to ask again.`;
  return new KinoraError('provider_unknown', sentence, { cause });
}

function createTooSlowError(service: string): KinoraError {
  const sentence = `The job at ${service} did not end in time. Look at it in your account there.`;
  return new KinoraError('provider_refused', sentence);
}
