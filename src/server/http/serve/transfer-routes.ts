import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { Destination } from '../../../edit/schema/destination.ts';
import { planDelivery, includedProvidersOf } from '../../../hosting/delivery-plan.ts';
import { toDestinationFileName, toStoredFileName } from '../../../hosting/file-names.ts';
import { beginAssets } from '../../../store/assets.ts';
import { beginCopies } from '../../../store/copies.ts';
import { claimAndCreate } from '../../../store/idempotency-claims.ts';
import type { Caller } from '../../../store/keys.ts';
import type { Schema } from '../../../store/schema.ts';
import { addTransfer } from '../../../store/transfers.ts';
import { callerOf } from '../access/authentication.ts';
import { requireCredentials } from '../access/require-credentials.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeServeFailures } from '../openapi/failures.ts';
import { describeBody, describeResponse, describeRoute } from '../openapi/operation.ts';
import { idempotencyHeader, versionPath } from '../openapi/parameters.ts';
import { answerIdempotently, type Creation } from '../request/idempotency.ts';
import type { JsonBody } from '../request/json-body.ts';
import { Owner, Time, Url } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import type { TransferRequest } from './read-transfer.ts';

const TransferBody = z
  .looseObject({
    url: Url.describe('The public URL of the file (http or https), at most 8192 characters.'),
    id: z
      .string()
      .min(1)
      .max(255)
      .describe('Your own id of the transfer, 1 to 255 characters. It need not be unique.'),
    destinations: z.array(Destination).describe('The destinations to send the file to.'),
  })
  .meta({ id: 'Transfer', description: 'A file to transfer, and its destinations.' });

const TransferResponse = z
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

/** The format of the Serve API. */
const ACCEPTED = { status: 200, toBody: (attributes: object) => ({ data: { type: 'asset', attributes } }) };

/** Adds `POST /assets` of the Serve API. */
export function transferRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;
  scope.post<{ Body: JsonBody | undefined }>('/assets', POST_TRANSFER, (request, reply) => {
    const prepare = async ({ text }: JsonBody): Promise<Creation> => {
      const caller = callerOf(request);
      const transfer = await scope.check(caller.owner, 'readTransfer', text);
      const providers = includedProvidersOf(transfer.destinations);
      await requireCredentials(tables, caller.owner, providers, ['destinations']);
      const [id, created] = [uuid(), new Date()];
      const write = async (transaction: Transaction<Schema>): Promise<undefined> => {
        await submitTransfer(parts, transaction, { ...caller, id, created }, transfer);
      };
      return {
        response: {
          id: transfer.id,
          owner: caller.owner,
          status: 'queued',
          created: created.toISOString(),
        },
        create: async (claim) => {
          const earlierClaim = await (claim
            ? claimAndCreate(tables, claim, write)
            : tables.transaction().execute(write));
          if (earlierClaim === undefined) request.log.info({ transfer: id }, 'A transfer was accepted.');
          return earlierClaim;
        },
      };
    };
    return answerIdempotently(request, reply, parts, 'POST /assets', prepare, ACCEPTED);
  });
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
