import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createProblem } from '../../../edit/index.ts';
import {
  getClaimedAnswer,
  type IdempotencyClaim,
  findIdempotencyClaim,
  removeExpiredClaims,
} from '../../../store/idempotency-claims.ts';
import { callerOf } from '../access/authentication.ts';
import { wrapResponse } from '../response/envelope.ts';
import { InvalidRequest } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';
import { type JsonBody, requireBody } from './json-body.ts';

/** Something that a request is to create. */
export interface Creation {
  /** What the answer says of it. */
  readonly response: object;
  /** Writes it and the claim, when there is one, in one transaction; or nothing, and returns the claim that had the key already. */
  readonly create: (claim?: IdempotencyClaim) => Promise<IdempotencyClaim | undefined>;
}

/** A request that creates something. */
export type CreationRequest = FastifyRequest<{ Body: JsonBody | undefined }>;

/** How a request that creates something is answered. */
export interface CreationAnswer {
  readonly status: number;
  readonly toBody: (response: object) => object;
}

/** As the Edit API answers. */
const CREATED: CreationAnswer = { status: 201, toBody: (response) => wrapResponse('Created', response) };

/**
 * Answers a request that creates something. With the header `Idempotency-Key` equal requests create it once within
 * 24 hours, and all have the same answer; a request that is refused uses no key up.
 *
 * @param route method and path below the version, by which the same request is known at every address of the API.
 * @param prepare checks the body and says what to create.
 * @param answer 201 and an envelope where nothing else is said.
 */
export async function answerIdempotently(
  request: CreationRequest,
  reply: FastifyReply,
  { database: { tables } }: ServerParts,
  route: string,
  prepare: (body: JsonBody) => Creation | Promise<Creation>,
  { status, toBody }: CreationAnswer = CREATED,
): Promise<FastifyReply> {
  const body = requireBody(request.body);
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  const prepareAnswer = async () => {
    const { response, create } = await prepare(body);
    return { answer: JSON.stringify(toBody(response)), create };
  };
  void reply.status(status).type('application/json; charset=utf-8');
  if (key === undefined) {
    const { answer, create } = await prepareAnswer();
    await create();
    return reply.send(answer);
  }
  const hash = createHash('sha256').update(body.text).digest('hex');
  const claim = { owner: callerOf(request).owner, key, route, body: hash };
  return reply.send(await prepareAndCreate(tables, claim, prepareAnswer));
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
    // A queue that is full by now, or a template that is gone, does not change the answer.
    earlierClaim = await findIdempotencyClaim(tables, claim);
    if (earlierClaim === undefined) throw error;
  }
  return getClaimedAnswer(earlierClaim, claim);
}

const REMOVAL_INTERVAL_MS = 60_000;
/** More than are made in that time, so that they do not pile up. */
const MAX_KEYS_PER_REMOVAL = 100_000;

/** Removes expired keys as long as the server runs. */
export function removeExpiredKeys(app: FastifyInstance, { database, log }: ServerParts): void {
  let removing = Promise.resolve();
  const timer = setInterval(() => {
    removing = removeExpiredClaims(database.tables, MAX_KEYS_PER_REMOVAL).catch((error: unknown) =>
      log.warn({ err: error }, 'Expired idempotency keys could not be removed.'),
    );
  }, REMOVAL_INTERVAL_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await removing;
  });
}

const KEY_PATTERN = /^[ -~]{1,255}$/;

function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY_PATTERN.test(header)) return header;
  throw new InvalidRequest([
    createProblem(['idempotency-key'], 'wrong_form', 'must be 1 to 255 printable characters of ASCII'),
  ]);
}
