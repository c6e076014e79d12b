import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemAt } from '../../edit/index.ts';
import { answerOf, type Claim, findClaim, removeExpired } from '../../store/claims.ts';
import { callerOf } from './auth.ts';
import { envelope } from './envelope.ts';
import { InvalidRequest } from './errors.ts';
import { type JsonBody, requireBody } from './json-body.ts';
import type { ServerParts } from './parts.ts';

/** Something that a request is to create. */
export interface Creation {
  /** What the answer says of it. */
  readonly response: object;
  /** Writes it and the claim, when there is one, in one transaction; or nothing, and returns the claim that had the key already. */
  readonly create: (claim?: Claim) => Promise<Claim | undefined>;
}

/** A request that creates something. */
export type CreatingRequest = FastifyRequest<{ Body: JsonBody | undefined }>;

/** How a request that creates something is answered. */
export interface CreationAnswer {
  readonly status: number;
  readonly bodyOf: (response: object) => object;
}

/** As the Edit API answers. */
const CREATED: CreationAnswer = { status: 201, bodyOf: (response) => envelope('Created', response) };

/**
 * Answers a request that creates something. With the header `Idempotency-Key` equal requests create it once within
 * 24 hours, and all have the same answer; a request that is refused uses no key up.
 *
 * @param route method and path below the version, by which the same request is known at every address of the API.
 * @param prepare checks the body and says what to create.
 * @param answer 201 and an envelope where nothing else is said.
 */
export async function createOnce(
  request: CreatingRequest,
  reply: FastifyReply,
  { database: { tables } }: ServerParts,
  route: string,
  prepare: (body: JsonBody) => Creation | Promise<Creation>,
  { status, bodyOf }: CreationAnswer = CREATED,
): Promise<FastifyReply> {
  const body = requireBody(request.body);
  const key = readKey(request.headers['idempotency-key']);
  const textOf = (response: object): string => JSON.stringify(bodyOf(response));
  void reply.status(status).type('application/json; charset=utf-8');
  if (key === undefined) {
    const { response, create } = await prepare(body);
    await create();
    return reply.send(textOf(response));
  }
  const hash = createHash('sha256').update(body.text).digest('hex');
  const asked = { owner: callerOf(request).owner, key, route, body: hash };
  const prepared = async (): Promise<PreparedCreation> => {
    const { response, create } = await prepare(body);
    return { answer: textOf(response), create };
  };
  return reply.send(await answerTo(tables, asked, prepared));
}

interface PreparedCreation extends Pick<Creation, 'create'> {
  /** JSON text. */
  readonly answer: string;
}

async function answerTo(
  tables: ServerParts['database']['tables'],
  asked: Omit<Claim, 'answer'>,
  prepare: () => Promise<PreparedCreation>,
): Promise<string> {
  let earlier: Claim | undefined;
  try {
    const { answer, create } = await prepare();
    earlier = await create({ ...asked, answer });
    if (earlier === undefined) return answer;
  } catch (error) {
    // A queue that is full by now, or a template that is gone, does not change the answer.
    earlier = await findClaim(tables, asked);
    if (earlier === undefined) throw error;
  }
  return answerOf(earlier, asked);
}

const REMOVE_EVERY_MS = 60_000;
/** More than are made in that time, so that they do not pile up. */
const REMOVED_EACH_TIME = 100_000;

/** Removes expired keys as long as the server runs. */
export function forgetExpiredKeys(app: FastifyInstance, { database, log }: ServerParts): void {
  let removing = Promise.resolve();
  const timer = setInterval(() => {
    removing = removeExpired(database.tables, REMOVED_EACH_TIME).catch((error: unknown) =>
      log.warn({ err: error }, 'Expired idempotency keys could not be removed.'),
    );
  }, REMOVE_EVERY_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await removing;
  });
}

const KEY = /^[ -~]{1,255}$/;

function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw new InvalidRequest([
    problemAt(['idempotency-key'], 'wrong_form', 'must be 1 to 255 printable characters of ASCII'),
  ]);
}
