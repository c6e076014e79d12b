import type { FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { NewRender } from '../../../store/renders.ts';
import { callerOf } from '../auth.ts';
import type { Creation } from '../once.ts';
import type { ServerParts } from '../parts.ts';

/** A render to be queued for the caller of a request. */
export function newRender(
  { queue }: ServerParts,
  request: FastifyRequest,
  edit: Pick<NewRender, 'edit' | 'callback'>,
): Creation {
  const id = uuid();
  const { owner, stage } = callerOf(request);
  return {
    response: { message: 'Render Successfully Queued', id },
    create: async (claim) => {
      const { edit: text, callback } = edit;
      const earlier = await queue.submit({ id, owner, stage, edit: text, callback }, claim);
      if (earlier === undefined) request.log.info({ render: id }, 'The render was accepted.');
      return earlier;
    },
  };
}
