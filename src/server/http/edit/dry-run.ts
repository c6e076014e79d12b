import type { FastifyReply } from 'fastify';
import { type JsonBody, requireBody } from '../json-body.ts';
import type { CreatingRequest } from '../once.ts';
import type { ServerParts } from '../parts.ts';
import { askerOf } from './asker.ts';

/** Answers `POST /render?dryRun=true`: what a render of the edit would make. Nothing is stored or queued. */
export async function dryRun(
  request: CreatingRequest,
  reply: FastifyReply,
  { inspection }: ServerParts,
): Promise<FastifyReply> {
  const { text }: JsonBody = requireBody(request.body);
  const edit = await request.server.check('readEdit', text);
  const found = await inspection.dryRun(edit, askerOf(request, reply));
  // Put in as it is: to read and to write it again would hold up every other request.
  const response = `{"message":"Dry Run: Nothing Was Rendered",${found.slice(1)}`;
  return reply
    .type('application/json; charset=utf-8')
    .send(`{"success":true,"message":"OK","response":${response}}`);
}
