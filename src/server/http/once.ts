import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { problemAt } from '../../edit/index.ts';
import { findAnswer, once } from '../../store/claims.ts';
import type { Schema } from '../../store/schema.ts';
import { callerOf } from './auth.ts';
import { envelope } from './envelope.ts';
import { InvalidRequest } from './errors.ts';
import { type JsonBody, requireBody } from './json-body.ts';
import type { ServerParts } from './parts.ts';

/** Something that a request is to create. */
export interface Creation {
  /** What the answer says of it. */
  readonly response: object;
  /** Writes it: in the given transaction, when there is one. */
  readonly create: (within?: Transaction<Schema>) => Promise<void>;
}

/** A request that creates something. */
export type CreatingRequest = FastifyRequest<{ Body: JsonBody | undefined }>;

/**
 * Answers 201 to a request that creates something. With the header `Idempotency-Key` equal requests create it once within
 * 24 hours, and all have the same answer; a request that is refused uses no key up.
 *
 * @param route method and path below the version, by which the same request is known at every address of the API.
 * @param prepare checks the body and says what to create.
 */
export async function createOnce(
  request: CreatingRequest,
  reply: FastifyReply,
  { database: { tables } }: ServerParts,
  route: string,
  prepare: (body: JsonBody) => Creation | Promise<Creation>,
): Promise<FastifyReply> {
  const body = requireBody(request.body);
  const key = readKey(request.headers['idempotency-key']);
  void reply.status(201).type('application/json; charset=utf-8');
  if (key === undefined) {
    const { response, create } = await prepare(body);
    await create();
    return reply.send(textOf(response));
  }
  const hash = createHash('sha256').update(body.text).digest('hex');
  const claim = { owner: callerOf(request).owner, key, route, body: hash };
  // First of all, so that a template that is gone by now does not change the answer.
  const earlier = await findAnswer(tables, claim);
  if (earlier !== undefined) return reply.send(earlier);
  const { response, create } = await prepare(body);
  return reply.send(await once(tables, claim, textOf(response), create));
}

function textOf(response: object): string {
  return JSON.stringify(envelope('Created', response));
}

const KEY = /^[ -~]{1,255}$/;

function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw new InvalidRequest([
    problemAt(['idempotency-key'], 'wrong_form', 'must be 1 to 255 printable characters of ASCII'),
  ]);
}
