import type { FastifyInstance, FastifyRequest } from 'fastify';
import { batch } from '../../../base/batch.ts';
import { KinoraError } from '../../../base/errors.ts';
import type { Database } from '../../../store/database.ts';
import { type Caller, findCallers } from '../../../store/keys.ts';
import { type Stage, STAGES } from '../../../store/schema.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by {@link requireKey}; read it with {@link callerOf}. */
    caller: Caller | null;
  }
}

const STAGE_NAMES: Readonly<Record<Stage, string>> = { v1: 'production (v1)', stage: 'sandbox (stage)' };

/** So many keys are looked up in one query at the most. */
const MAX_KEYS_PER_QUERY = 100;

/** Finds the caller that a key belongs to; `undefined` when it is not in force. */
export type FindCaller = (key: string) => Promise<Caller | undefined>;

/** Looks every key up anew, so that a revoked one ends at once, but those of many requests together. */
export function createCallerLookup({ tables }: Database): FindCaller {
  return batch((keys: readonly string[]) => findCallers(tables, keys), MAX_KEYS_PER_QUERY);
}

/**
 * Lets only requests of a known version with a key of that version into the routes of this scope. The version is the
 * path's parameter `version`.
 */
export function requireKey(scope: FastifyInstance, findCaller: FindCaller): void {
  scope.decorateRequest('caller', null);
  scope.addHook<{ Params: { version?: string } }>('onRequest', async (request) => {
    if (request.is404) return;
    const stage = readStage(request.params.version);
    request.caller = await authenticate(findCaller, request.headers['x-api-key'], stage);
  });
}

function readStage(version: string | undefined): Stage {
  const stage = STAGES.find((name) => name === version);
  if (stage === undefined) {
    throw new KinoraError(
      'not_found',
      `There is no version "${version ?? ''}"; the versions are v1 and stage.`,
    );
  }
  return stage;
}

async function authenticate(
  findCaller: FindCaller,
  key: string | string[] | undefined,
  stage: Stage,
): Promise<Caller> {
  if (typeof key !== 'string' || key === '') {
    throw new KinoraError('unauthorized', 'The header x-api-key is missing.');
  }
  const caller = await findCaller(key);
  if (caller === undefined) throw new KinoraError('unauthorized', 'The API key in x-api-key is not known.');
  if (caller.stage !== stage) {
    throw new KinoraError(
      'wrong_environment',
      `This API key belongs to the ${STAGE_NAMES[caller.stage]} environment and cannot be used with ${STAGE_NAMES[stage]}.`,
    );
  }
  return caller;
}

/** Who sent a request that {@link requireKey} let through. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new KinoraError('unauthorized', 'The header x-api-key is missing.');
  return request.caller;
}
