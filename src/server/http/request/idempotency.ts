import { subtle } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  getClaimedAnswer,
  type IdempotencyClaim,
  findIdempotencyClaim,
  removeExpiredClaims,
} from '../../../store/idempotency-claims.ts';
import { removeExpiredTokens } from '../../../store/accounts/tokens.ts';
import { callerOf } from '../access/authentication.ts';
import { requireStorageQuota } from '../access/require-storage-quota.ts';
import { idempotencyHeader } from '../openapi/parameters.ts';
import type { ServerParts } from '../server-parts.ts';
import { type JsonBody, requireBody } from './json-body.ts';
import { DIALECT_HEADER } from './read-dialect.ts';
import { readTexts } from './read-request.ts';

/** The thing that a request creates. */
export interface Creation {
  /** The body of the response. */
  readonly response: object;
  /**
   * Creates the thing and, if a claim is given, stores the claim in the same transaction. If the key of the
   * claim is already in use, creates nothing and returns the earlier claim.
   */
  readonly create: (claim?: IdempotencyClaim) => Promise<IdempotencyClaim | undefined>;
}

/** The routes whose things are no files. */
const MAKES_NO_FILE: readonly string[] = ['POST /templates', 'POST /edits'];

/** A route that creates something. */
interface CreatingRoute {
  /** Method and path below the version. They identify the request at all addresses of the API. */
  readonly route: string;
  /** The status of the response. Default: 201. */
  readonly status?: number;
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body to assume if the request has none. Without it, such a request is rejected. */
  readonly emptyBody?: string;
}

/**
 * Answers a request that creates something. Equal requests with the same header `Idempotency-Key` create one
 * thing within 24 hours and get the same response. A rejected request does not use up its key.
 *
 * @param prepare Validates the body and returns the thing to create.
 * @throws {InvalidRequest} if the key is invalid. @throws {KinoraError} `not_json` if the body is missing,
 * `idempotency_conflict` if the key was used with a different request, `disk_full` if there is no room to store it,
 * `storage_quota_exceeded` if the owner has stored too much.
 */
export async function answerIdempotently(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
  { route, status = 201, headers = {}, emptyBody }: CreatingRoute,
  prepare: () => Promise<Creation>,
): Promise<FastifyReply> {
  const { tables, engine } = parts.database;
  if (emptyBody !== undefined)
    request.body ??= { text: emptyBody, bytes: new TextEncoder().encode(emptyBody) } satisfies JsonBody;
  const body = requireBody(request);
  const { 'idempotency-key': key } = readTexts(idempotencyHeader, request.headers);
  const prepareAnswer = async () => {
    // An embedded database is on the same disk. Another database can store work that waits for the disk of a
    // worker.
    if (engine.kind === 'embedded') await parts.disk.check();
    if (!MAKES_NO_FILE.includes(route)) await requireStorageQuota(parts, callerOf(request));
    const { response, create } = await prepare();
    return { answer: JSON.stringify(response), create };
  };
  const send = (answer: string): FastifyReply =>
    reply
      .status(status)
      .headers({ ...headers })
      .type('application/json; charset=utf-8')
      .send(answer);
  if (key === undefined) {
    const { answer, create } = await prepareAnswer();
    await create();
    return send(answer);
  }
  // The same edit in another dialect is another request.
  const dialect = request.headers[DIALECT_HEADER] ?? '';
  const hash = await hashBody(body, String(dialect));
  const claim = { owner: callerOf(request).owner, key, route, body: hash };
  return send(await prepareAndCreate(tables, claim, prepareAnswer));
}

/** Returns the SHA-256 hash of a body and a dialect. Runs in the threads of Node.js: 10 MB take some 20 ms. */
async function hashBody({ bytes }: JsonBody, dialect: string): Promise<string> {
  const digest = await subtle.digest('SHA-256', Buffer.concat([bytes, Buffer.from(dialect)]));
  return Buffer.from(digest).toString('hex');
}

async function prepareAndCreate(
  tables: ServerParts['database']['tables'],
  claim: Omit<IdempotencyClaim, 'answer'>,
  prepareAnswer: () => Promise<{ readonly answer: string } & Pick<Creation, 'create'>>,
): Promise<string> {
  let earlierClaim: IdempotencyClaim | undefined;
  try {
    const { answer, create } = await prepareAnswer();
    earlierClaim = await create({ ...claim, answer });
    if (earlierClaim === undefined) return answer;
  } catch (error) {
    // An equal request may have succeeded before the queue was full or the template was deleted. Its response
    // still counts.
    earlierClaim = await findIdempotencyClaim(tables, claim);
    if (earlierClaim === undefined) throw error;
  }
  return getClaimedAnswer(earlierClaim, claim);
}

const REMOVAL_INTERVAL_MS = 60_000;
/**
 * Maximum number of keys to remove at once. Clients create fewer in one interval, so expired keys do not
 * accumulate.
 */
const MAX_KEYS_PER_REMOVAL = 100_000;

/** Removes expired idempotency keys and tokens every minute until the server closes. */
export function removeExpiredKeys(app: FastifyInstance, { database, log }: ServerParts): void {
  let removing = Promise.resolve();
  const timer = setInterval(() => {
    const { tables } = database;
    removing = removeExpiredClaims(tables, MAX_KEYS_PER_REMOVAL)
      .then(() => removeExpiredTokens(tables))
      .catch((error: unknown) =>
        log.warn(
          { err: error },
          'Could not remove expired idempotency keys and tokens. Retrying in a minute.',
        ),
      );
  }, REMOVAL_INTERVAL_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await removing;
  });
}
