import type { FastifyReply } from 'fastify';
import type { CreatingRequest } from '../once.ts';
import type { ServerParts } from '../parts.ts';
import { askerOf } from './asker.ts';

/**
 * Answers a request with `dryRun=true`: what a render of the edit would make. Nothing is stored or queued.
 *
 * @param edit JSON, as it would be submitted.
 */
export async function dryRun(
  request: CreatingRequest,
  reply: FastifyReply,
  { inspection }: ServerParts,
  edit: string,
): Promise<FastifyReply> {
  const read = await request.server.check('readEdit', edit);
  const found = await inspection.dryRun(read, askerOf(request, reply));
  // Put in as it is: to read and to write it again would hold up every other request.
  const response = `{"message":"Dry Run: Nothing Was Rendered",${found.slice(1)}`;
  return reply
    .type('application/json; charset=utf-8')
    .send(`{"success":true,"message":"OK","response":${response}}`);
}
