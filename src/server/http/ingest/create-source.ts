import type { FastifyRequest } from 'fastify';
import { newId } from '../../../base/new-id.ts';
import { claimAndCreate } from '../../../store/idempotency-claims.ts';
import { requireSourceQuota } from '../../../store/quotas/quotas.ts';
import { addSource, type NewSource } from '../../../store/sources.ts';
import { callerOf } from '../access/authentication.ts';
import type { Creation } from '../request/idempotency.ts';
import type { ServerParts } from '../server-parts.ts';

/** A source whose id is chosen, but which is not stored yet. */
type UnownedSource = Omit<NewSource, 'owner' | 'stage'>;

/** Returns the id and the time of creation of a new source. */
export function identifySource(): Pick<NewSource, 'id' | 'created'> {
  return { id: newId(), created: new Date() };
}

/**
 * Returns the creation that stores a source for the caller of a request. Queues its import unless the source is
 * an upload: its bytes have yet to arrive.
 *
 * @param data The content of the response.
 */
export function createSource(
  { database: { tables }, queue, quotas }: Pick<ServerParts, 'database' | 'queue' | 'quotas'>,
  request: FastifyRequest,
  source: UnownedSource,
  data: object,
): Creation {
  const { owner, stage } = callerOf(request);
  const { id, input } = source;
  return {
    response: { data },
    create: async (claim) => {
      const earlierClaim = await claimAndCreate(tables, claim, async (transaction) => {
        await requireSourceQuota(transaction, owner, quotas);
        await addSource(transaction, { ...source, owner, stage });
        if (input !== undefined) await queue.imports.submit(transaction, { kind: 'source', id, owner });
      });
      if (earlierClaim === undefined) request.log.info({ source: id }, 'A source was accepted.');
      return earlierClaim;
    },
  };
}
