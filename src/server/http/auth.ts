import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KinoraError } from '../../base/errors.ts';
import { gather } from '../../base/gather.ts';
import type { Database } from '../../store/database.ts';
import { type Caller, findCallers } from '../../store/keys.ts';
import { type Stage, STAGES } from '../../store/schema.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by {@link requireKey}; read it with {@link callerOf}. */
    caller: Caller | null;
  }
}

const STAGE_NAMES: Readonly<Record<Stage, string>> = { v1: 'production (v1)', stage: 'sandbox (stage)' };

/** So many keys are looked up in one query at the most. */
const GATHERED = 100;

/** Finds the caller that a key belongs to; `undefined` when it is not in force. */
export type FindCaller = (key: string) => Promise<Caller | undefined>;

/** Looks every key up anew, so that a revoked one ends at once, but those of many requests together. */
export function openKeys({ tables }: Database): FindCaller {
  return gather((keys: readonly string[]) => findCallers(tables, keys), GATHERED);
}

/**
 * Lets only requests of a known version with a key of that version into the routes of this scope. The version is the
 * path's parameter `version`.
 */
export function requireKey(scope: FastifyInstance, callerWith: FindCaller): void {
  scope.decorateRequest('caller', null);
  scope.addHook<{ Params: { version?: string } }>('onRequest', async (request) => {
    if (request.is404) return;
    const stage = stageOf(request.params.version);
    request.caller = await authenticate(callerWith, request.headers['x-api-key'], stage);
  });
}

function stageOf(version: string | undefined): Stage {
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
  callerWith: FindCaller,
  key: string | string[] | undefined,
  stage: Stage,
): Promise<Caller> {
  if (typeof key !== 'string' || key === '') {
    throw new KinoraError('unauthorized', 'The header x-api-key is missing.');
  }
  const caller = await callerWith(key);
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
