import type { FastifyInstance } from 'fastify';
import { v7 as uuid } from 'uuid';
import { placesOf } from '../../../hosting/places.ts';
import { sentFilename, storedName } from '../../../hosting/sent-filename.ts';
import { beginAssets } from '../../../store/assets.ts';
import { addTransfer, beginCopies } from '../../../store/copies.ts';
import { callerOf } from '../auth.ts';
import { requireCredentials } from '../credentials.ts';
import { type JsonBody, requireBody } from '../json-body.ts';
import type { ServerParts } from '../parts.ts';
import type { Transfer } from './transfer-body.ts';

/** `POST /assets` of the Serve API. */
export function transferRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;
  scope.post<{ Body: JsonBody | undefined }>('/assets', async (request, reply) => {
    const caller = callerOf(request);
    const transfer = await scope.check('readTransfer', requireBody(request.body).text);
    const providers = transfer.destinations.map(({ provider }) => provider);
    await requireCredentials(tables, caller.owner, providers, ['destinations']);
    const { id, created } = await submit(parts, caller, transfer);
    request.log.info({ transfer: id }, 'A transfer was accepted.');
    const attributes = {
      ...{ id: transfer.id, owner: caller.owner, status: 'queued' },
      created: created.toISOString(),
    };
    return reply.status(200).send({ data: { type: 'asset', attributes } });
  });
}

/** Writes the transfer, its assets and its job. */
async function submit(
  { database, queue }: ServerParts,
  { owner, stage }: ReturnType<typeof callerOf>,
  { url, id: own_id, destinations }: Transfer,
): Promise<{ id: string; created: Date }> {
  const id = uuid();
  const { hosted, elsewhere } = placesOf(destinations);
  const filename = storedName(id, url);
  const file = `${stage}/${owner}/${filename}`;
  const common = { owner, stage, render: id, part: 'output' as const, file };
  const created = await database.tables.transaction().execute(async (transaction) => {
    const at = await addTransfer(transaction, { id, owner, stage, own_id, url });
    await beginAssets(transaction, [{ ...common, filename, temporary: !hosted }]);
    const copies = elsewhere.map(({ place, destination: { provider, options } }) => ({
      ...{ ...common, provider, destination: place },
      options: options === undefined ? null : JSON.stringify(options),
      filename: sentFilename({ name: own_id, ending: filename.slice(id.length) }, options),
    }));
    await beginCopies(transaction, copies);
    await queue.copies.submit(transaction, { kind: 'transfer', id, owner });
    return at;
  });
  return { id, created };
}
