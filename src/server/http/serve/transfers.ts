import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import { placesOf } from '../../../hosting/places.ts';
import { sentFilename, storedName } from '../../../hosting/sent-filename.ts';
import { beginAssets } from '../../../store/assets.ts';
import { once } from '../../../store/claims.ts';
import { addTransfer, beginCopies } from '../../../store/copies.ts';
import type { Schema } from '../../../store/schema.ts';
import { callerOf } from '../auth.ts';
import { requireCredentials } from '../credentials.ts';
import type { JsonBody } from '../json-body.ts';
import { createOnce, type Creation } from '../once.ts';
import type { ServerParts } from '../parts.ts';
import type { Transfer } from './transfer-body.ts';

/** As the Serve API answers. */
const ACCEPTED = { status: 200, bodyOf: (attributes: object) => ({ data: { type: 'asset', attributes } }) };

/** `POST /assets` of the Serve API. */
export function transferRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;
  scope.post<{ Body: JsonBody | undefined }>('/assets', (request, reply) => {
    const prepare = async ({ text }: JsonBody): Promise<Creation> => {
      const caller = callerOf(request);
      const transfer = await scope.check('readTransfer', text);
      const providers = transfer.destinations.map(({ provider }) => provider);
      await requireCredentials(tables, caller.owner, providers, ['destinations']);
      const [id, created] = [uuid(), new Date()];
      const write = async (transaction: Transaction<Schema>): Promise<undefined> => {
        await submit(parts, transaction, { ...caller, id, created }, transfer);
      };
      return {
        response: { id: transfer.id, owner: caller.owner, status: 'queued', created: created.toISOString() },
        create: async (claim) => {
          const earlier = await (claim ? once(tables, claim, write) : tables.transaction().execute(write));
          if (earlier === undefined) request.log.info({ transfer: id }, 'A transfer was accepted.');
          return earlier;
        },
      };
    };
    return createOnce(request, reply, parts, 'POST /assets', prepare, ACCEPTED);
  });
}

/** Writes the transfer, its assets and its job. */
async function submit(
  { queue }: ServerParts,
  transaction: Transaction<Schema>,
  {
    id,
    owner,
    stage,
    created,
  }: ReturnType<typeof callerOf> & { readonly id: string; readonly created: Date },
  { url, id: own_id, destinations }: Transfer,
): Promise<void> {
  const { hosted, elsewhere } = placesOf(destinations);
  const filename = storedName(id, url);
  const file = `${stage}/${owner}/${filename}`;
  const common = { owner, stage, render: id, part: 'output' as const, file };
  await addTransfer(transaction, { id, owner, stage, own_id, url, created });
  await beginAssets(transaction, [{ ...common, filename, temporary: !hosted }]);
  const copies = elsewhere.map(({ place, destination: { provider, options } }) => ({
    ...{ ...common, provider, destination: place },
    options: options === undefined ? null : JSON.stringify(options),
    filename: sentFilename({ name: own_id, ending: filename.slice(id.length) }, { provider, options }),
  }));
  await beginCopies(transaction, copies);
  await queue.copies.submitTransfer(transaction, { id, owner });
}
