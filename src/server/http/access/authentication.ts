import type { FastifyRequest, FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { KEY_SCOPES, type KeyScope, type Schema, type Stage, STAGES } from '../../../store/schema.ts';
import type { Kysely } from 'kysely';
import { findCallers } from '../../../store/accounts/find-callers.ts';
import { type Caller, recordKeyUse } from '../../../store/accounts/keys.ts';
import { isToken } from '../../../store/accounts/tokens.ts';
import { batch } from '../../../base/batch.ts';
import type { PublicUrlParts } from '../request/public-url.ts';
import type { ServerParts } from '../server-parts.ts';
import { requireTokenAccess } from './token-access.ts';

/** The methods of requests that only read. */
const READING_METHODS: readonly string[] = ['GET', 'HEAD'];

/** The part of the options of a route that decides its scope. */
interface ScopedRoute {
  /** The scope of a route whose method alone would decide wrongly. */
  readonly scope?: KeyScope | undefined;
}

/**
 * Returns the scope that a key needs for a route. Unless the route has its own, reading needs `read`, and everything
 * else `full`: a new route that changes something is closed to other keys until it is opened to them.
 */
export function scopeOfRoute({ scope }: ScopedRoute, method: string): KeyScope {
  return scope ?? (READING_METHODS.includes(method.toUpperCase()) ? 'read' : 'full');
}

/**
 * Checks that the scope of a key is enough.
 *
 * @param scope the scope of the key.
 * @throws {KinoraError} `insufficient_scope` if it is not.
 */
export function requireScope(scope: KeyScope, needed: KeyScope): void {
  if (KEY_SCOPES.indexOf(scope) <= KEY_SCOPES.indexOf(needed)) return;
  const better = KEY_SCOPES.slice(0, KEY_SCOPES.indexOf(needed) + 1).map((name) => `"${name}"`);
  throw new KinoraError(
    'insufficient_scope',
    `This API key has the scope "${scope}", but this request needs "${needed}". Use a key with the scope ${better.join(' or ')}.`,
  );
}

/** Milliseconds between two records of the use of a key. */
const INTERVAL_MS = 60_000;
/** Maximum number of keys to remember. Beyond it, all are forgotten, and their next use is recorded again. */
const MAX_KEYS = 10_000;

/** Records when keys are used, at most once a minute for each, so that a request rarely causes a write. */
export class KeyUses {
  private readonly tables: Kysely<Schema>;
  private readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** The time of the last record of each key, by its id. */
  private readonly recorded = new Map<string, number>();

  constructor(tables: Kysely<Schema>, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.tables = tables;
    this.log = log;
  }

  /**
   * Records that the keys of these callers are used now. If that fails, for example because the disk of the database
   * is full, the requests go on.
   */
  async record(callers: readonly (Caller | undefined)[]): Promise<void> {
    const now = performance.now();
    const due = new Set(
      callers.flatMap((caller) => (caller && this.isDue(caller.key, now) ? [caller.key] : [])),
    );
    if (due.size === 0) return;
    if (this.recorded.size + due.size > MAX_KEYS) this.recorded.clear();
    for (const key of due) this.recorded.set(key, now);
    try {
      await recordKeyUse(this.tables, [...due]);
    } catch (error) {
      this.log.warn({ err: error }, 'The last use of API keys could not be recorded.');
    }
  }

  private isDue(key: string, now: number): boolean {
    const last = this.recorded.get(key);
    return last === undefined || now - last >= INTERVAL_MS;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender of the request. Set by {@link requireKey}, read by {@link callerOf}. */
    caller: Caller | null;
  }
}

const NO_KEY = 'The header x-api-key is missing. Set it to your API key.';
const STAGE_NAMES: Readonly<Record<Stage, string>> = { v1: 'production (v1)', stage: 'sandbox (stage)' };

/** Maximum number of keys that one query looks up. */
const MAX_KEYS_PER_QUERY = 100;

/** The dependencies of the lookup of callers. */
type LookupParts = Pick<ServerParts, 'database' | 'log'>;

/** Finds the caller of a key. Resolves to `undefined` if the key is unknown or revoked. */
export type FindCaller = (key: string) => Promise<Caller | undefined>;

/**
 * Creates a lookup of callers by key. The lookup caches nothing, so that a key stops working as soon as it is
 * revoked. The keys of concurrent requests share one query. It records the use of the keys.
 */
export function createCallerLookup({ database: { tables }, log }: LookupParts): FindCaller {
  const uses = new KeyUses(tables, log);
  return batch(async (keys: readonly string[]) => {
    const callers = await findCallers(tables, keys);
    await uses.record(callers);
    return callers;
  }, MAX_KEYS_PER_QUERY);
}

/**
 * Protects the routes of a scope: rejects requests with an unknown version or without a valid key of that
 * version. The version is the path parameter `version`.
 */
export function requireKey(scope: FastifyInstance, findCaller: FindCaller, parts: PublicUrlParts): void {
  scope.decorateRequest('caller', null);
  scope.addHook<{ Params: { version?: string } }>('onRequest', async (request, reply) => {
    if (request.is404) return;
    await identifyCaller(findCaller, request, reply, readStage(request.params.version), parts);
  });
}

/**
 * Sets the sender of a request by its key. The further log lines of the request name its account.
 *
 * @param stage undefined for that of the key.
 * @throws {KinoraError} `unauthorized` if the key or token is missing, unknown or expired; `wrong_environment` if it
 *   belongs to the other stage; `insufficient_scope` if it may not be used for this request.
 */
export async function identifyCaller(
  findCaller: FindCaller,
  request: FastifyRequest,
  reply: FastifyReply,
  stage: Stage | undefined,
  parts: PublicUrlParts,
): Promise<void> {
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') throw new KinoraError('unauthorized', NO_KEY);
  const caller = await findCaller(key);
  if (caller === undefined)
    throw new KinoraError(
      'unauthorized',
      isToken(key)
        ? 'The token in the header x-api-key is unknown, revoked or expired. Ask for another one.'
        : 'The API key in the header x-api-key is unknown.',
    );
  if (stage !== undefined && caller.stage !== stage) {
    throw new KinoraError(
      'wrong_environment',
      `This API key belongs to the ${STAGE_NAMES[caller.stage]} environment and cannot be used with ${STAGE_NAMES[stage]}.`,
    );
  }
  request.log = reply.log = request.log.child({ owner: caller.owner });
  if (caller.token === undefined)
    requireScope(caller.scope, scopeOfRoute(request.routeOptions.config, request.method));
  else requireTokenAccess(caller.token, request, reply, parts);
  request.caller = caller;
}

/** Reads the version of the API from a path. @throws {KinoraError} `not_found` if it is unknown. */
export function readStage(version: string | undefined): Stage {
  const stage = STAGES.find((name) => name === version);
  if (stage === undefined) {
    throw new KinoraError('not_found', `There is no version "${version ?? ''}" of the API. Use v1 or stage.`);
  }
  return stage;
}

/**
 * Returns the sender of a request that passed {@link requireKey}.
 *
 * @throws {KinoraError} `unauthorized` if the request did not pass.
 */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new KinoraError('unauthorized', NO_KEY);
  return request.caller;
}
