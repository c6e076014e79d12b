import { z } from 'zod';
import { GENERATION_TYPES } from '../../../create/model.ts';
import type { FileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import type { CreatedAssetRow } from '../../../store/generation/created-assets.ts';
import { CREATE_STATUSES } from '../../../store/schema.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { Id, Owner, Time, Url } from '../response/schemas.ts';

const CreateStatus = z.enum(CREATE_STATUSES).meta({
  id: 'CreateStatus',
  description:
    'queued: waits for its turn. processing: the provider makes it. saving: the file is being stored. done: available. failed: see error.',
});

/** A created asset, as clients see it. */
export const CreatedAsset = z
  .object({
    type: z.literal('asset').describe('Always "asset".'),
    id: Id.describe('The id of the asset, a UUID.'),
    attributes: z
      .object({
        owner: Owner,
        provider: z
          .string()
          .describe(
            'The provider, as submitted. Of a generation by a model: the one that makes it, or `built-in` if Kinora itself must.',
          ),
        type: z.enum(GENERATION_TYPES).describe('The type of media.'),
        options: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('What to generate, as submitted and with its defaults. An addition of Kinora.'),
        status: CreateStatus,
        url: Url.optional().describe('The URL of the file; absent unless the status is done.'),
        error: z
          .string()
          .optional()
          .describe('The reason of the failure in one sentence; absent unless the status is failed.'),
        warnings: z
          .array(z.string())
          .optional()
          .describe(
            'Remarks on the result, each a sentence, such as on letters that a voice cannot read; absent if there are none.',
          ),
        created: Time.describe('The time when the asset was requested.'),
        updated: Time.describe('The time of the last change of the status.'),
      })
      .describe('The fields of the asset.'),
  })
  .meta({ id: 'CreatedAsset', description: 'A generated file.' });

/** A created asset, as clients see it. Absent values are `undefined`, which JSON omits. */
type ShownCreatedAsset = z.input<typeof CreatedAsset>;

const ASSET_ID = '019a9f3c-b1c2-4a44-8d21-9e8f7a6b5c4d';

/** An example of a created asset that waits for its turn. */
export const EXAMPLE_QUEUED_ASSET: ShownCreatedAsset = {
  type: 'asset',
  id: ASSET_ID,
  attributes: {
    owner: EXAMPLE.render.owner,
    provider: 'kinora',
    type: 'text-to-speech',
    options: { type: 'text-to-speech', text: 'Welcome to the beach.', voice: 'Amy', language: 'en-GB' },
    status: 'queued',
    created: EXAMPLE.render.created,
    updated: EXAMPLE.render.created,
  },
};

/** An example of a created asset. */
export const EXAMPLE_CREATED_ASSET: ShownCreatedAsset = {
  type: 'asset',
  id: ASSET_ID,
  attributes: {
    ...EXAMPLE_QUEUED_ASSET.attributes,
    status: 'done',
    url: `https://media.example.com/files/v1/${EXAMPLE.render.owner}/${ASSET_ID}.mp3`,
    updated: EXAMPLE.render.updated,
  },
};

/** The fields of a created asset that clients see. */
type VisibleRow = Omit<
  CreatedAssetRow,
  'stage' | 'callback' | 'attempt' | 'deleted' | 'model' | 'content' | 'take'
>;

/** Converts a created asset to its API representation. */
export function toShownCreatedAsset(row: VisibleRow, addresses: FileAddresses): ShownCreatedAsset {
  const { id, owner, provider, status, file, error, warnings, created, updated } = row;
  return {
    type: 'asset',
    id,
    attributes: {
      owner,
      provider,
      // The server has validated it.
      type: row.type as ShownCreatedAsset['attributes']['type'],
      // The server has written them.
      options: JSON.parse(row.options) as Record<string, unknown>,
      status,
      // The storage key is in the row before the file is stored.
      url: status === 'done' && file !== null ? addresses.urlOf(file) : undefined,
      error: status === 'failed' ? (error ?? undefined) : undefined,
      // The worker has written the list.
      warnings: warnings === null ? undefined : (JSON.parse(warnings) as string[]),
      created: created.toISOString(),
      updated: updated.toISOString(),
    },
  };
}
