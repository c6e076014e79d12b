import type { FastifyRequest } from 'fastify';
import { newId } from '../../../base/new-id.ts';
import type { NewRender } from '../../../store/renders.ts';
import { callerOf } from '../access/authentication.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditResponse } from '../openapi/operation.ts';
import type { Creation } from '../request/idempotency.ts';
import { wrapResponse } from '../response/envelope.ts';
import { createEnvelope, createReceipt } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';

const QueuedResponse = createEnvelope(
  'QueuedResponse',
  createReceipt('render'),
  'Confirms that a render was queued.',
);

/** Description of the response to a request that queues a render. */
export const queuedResponse = describeEditResponse(
  'The render was queued.',
  QueuedResponse,
  { message: 'Render Successfully Queued', id: EXAMPLE.render.id },
  'Created',
);

/** Returns the creation that queues a render for the caller of a request. */
export function createRender(
  { queue }: ServerParts,
  request: FastifyRequest,
  edit: Pick<NewRender, 'edit' | 'dialect' | 'callback' | 'cost'>,
): Creation {
  const id = newId();
  const { owner, stage, token } = callerOf(request);
  return {
    response: wrapResponse('Created', { message: 'Render Successfully Queued', id }),
    create: async (claim) => {
      const { edit: text, dialect, callback, cost } = edit;
      const render = { id, owner, stage, edit: text, dialect, callback, cost, token: token?.id };
      const earlierClaim = await queue.renders.submit(render, claim);
      if (earlierClaim === undefined) {
        const fields = { render: id, step: 'accepted', cost: cost?.seconds };
        request.log.info(fields, 'The render was queued.');
      }
      return earlierClaim;
    },
  };
}
