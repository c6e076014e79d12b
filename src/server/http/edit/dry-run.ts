import type { FastifyReply } from 'fastify';
import { envelope } from '../envelope.ts';
import { type JsonBody, requireBody } from '../json-body.ts';
import type { CreatingRequest } from '../once.ts';
import type { ServerParts } from '../parts.ts';
import { askerOf } from './asker.ts';

/** Answers `POST /render?dryRun=true`: what a render of the edit would make. Nothing is stored or queued. */
export async function dryRun(
  request: CreatingRequest,
  reply: FastifyReply,
  { inspection }: ServerParts,
): Promise<object> {
  const { text }: JsonBody = requireBody(request.body);
  const edit = await request.server.check('readEdit', text);
  const found = await inspection.dryRun(edit, askerOf(request, reply));
  return envelope('OK', { message: 'Dry Run: Nothing Was Rendered', ...found });
}
