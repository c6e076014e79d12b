import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { newId } from '../../../base/new-id.ts';
import { z } from 'zod';
import type { Path } from '../../../edit/index.ts';
import { planDelivery, includedProvidersOf } from '../../../hosting/delivery-plan.ts';
import { toDestinationFileName, toStoredFileName } from '../../../hosting/file-names.ts';
import { beginAssets } from '../../../store/assets.ts';
import { beginCopies } from '../../../store/copies.ts';
import { claimAndCreate } from '../../../store/idempotency-claims.ts';
import type { Caller } from '../../../store/accounts/keys.ts';
import type { Schema } from '../../../store/schema.ts';
import { addTransfer } from '../../../store/transfers.ts';
import { callerOf } from '../access/authentication.ts';
import { findMissingCredentials } from '../access/require-needs.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeServeFailures } from '../openapi/failures.ts';
import { describeBody, describeResponse, describeRoute } from '../openapi/operation.ts';
import { idempotencyHeader, versionPath } from '../openapi/parameters.ts';
import { answerIdempotently } from '../request/idempotency.ts';
import { requireBody } from '../request/json-body.ts';
import { rejectProblems } from '../response/errors.ts';
import { Owner, Time } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { TransferBody, type TransferRequest } from './transfer-body.ts';

export const TransferResponse = z
  .object({
    data: z.object({
      type: z.literal('asset').describe('Always "asset".'),
      attributes: z
        .object({
          id: z.string().describe('Your own id of the transfer, as submitted.'),
          owner: Owner,
          status: z.literal('queued').describe('Always "queued": the file will be fetched and sent.'),
          created: Time.describe('The time when the transfer was accepted.'),
        })
        .describe('The fields of the transfer.'),
    }),
  })
  .meta({ id: 'TransferResponse', description: 'Confirms that a transfer was queued.' });

const POST_TRANSFER = describeRoute({
  operationId: 'postServeAsset',
  tags: ['Hosted files'],
  summary: 'Transfer a file',
  description:
    'Fetches a file from a public URL and sends it to destinations. The built-in hosting is one of them unless it is excluded. Call `GET /assets/render/{id}` with your own id to get the status of each file.',
  requestParams: { path: versionPath, header: idempotencyHeader },
  requestBody: describeBody(TransferBody, {
    url: 'https://example.com/beach.mp4',
    id: 'beach',
    destinations: [{ provider: 's3', options: { region: 'eu-central-1', bucket: 'films' } }],
  }),
  responses: {
    200: describeResponse('The transfer was queued.', TransferResponse, {
      data: {
        type: 'asset',
        attributes: {
          id: 'beach',
          owner: EXAMPLE.render.owner,
          status: 'queued',
          created: EXAMPLE.render.created,
        },
      },
    }),
    ...describeServeFailures(400, 409, 413, 415, 507),
  },
});

/** Adds `POST /assets` of the Serve API. */
export function transferRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;
  scope.post('/assets', POST_TRANSFER, (request, reply) =>
    answerIdempotently(request, reply, parts, { route: 'POST /assets', status: 200 }, async () => {
      const caller = callerOf(request);
      const { owner } = caller;
      const transfer = await scope.check(owner, 'readTransfer', requireBody(request).text);
      const providers = includedProvidersOf(transfer.destinations);
      const toPath = (index: number): Path => ['destinations', index];
      rejectProblems(await findMissingCredentials(parts, owner, providers, toPath));
      const [id, created] = [newId(), new Date()];
      const attributes = { id: transfer.id, owner, status: 'queued', created: created.toISOString() };
      return {
        response: { data: { type: 'asset', attributes } },
        create: async (claim) => {
          const earlierClaim = await claimAndCreate(tables, claim, (transaction) =>
            submitTransfer(parts, transaction, { ...caller, id, created }, transfer),
          );
          if (earlierClaim === undefined) request.log.info({ transfer: id }, 'A transfer was accepted.');
          return earlierClaim;
        },
      };
    }),
  );
}

/** Stores the transfer and its assets, and queues its job. */
async function submitTransfer(
  { queue }: ServerParts,
  transaction: Transaction<Schema>,
  { id, owner, stage, created }: Caller & { readonly id: string; readonly created: Date },
  { url, id: own_id, destinations }: TransferRequest,
): Promise<void> {
  const { isHosted, external } = planDelivery(destinations);
  const filename = toStoredFileName(id, url);
  const file = `${stage}/${owner}/${filename}`;
  const common = { owner, stage, render: id, part: 'output' as const, file };
  await addTransfer(transaction, { id, owner, stage, own_id, url, created });
  await beginAssets(transaction, [{ ...common, filename, temporary: !isHosted }]);
  const copies = external.map(({ position, destination: { provider, options } }) => ({
    ...common,
    provider,
    destination: position,
    options: options === undefined ? null : JSON.stringify(options),
    filename: toDestinationFileName(
      { name: own_id, suffix: filename.slice(id.length) },
      { provider, options },
    ),
  }));
  await beginCopies(transaction, copies);
  await queue.copies.submit(transaction, { kind: 'transfer', id, owner });
}
