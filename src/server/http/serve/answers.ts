import { z } from 'zod';
import { Id, Owner, Time, Url } from '../answers.ts';

const Asset = z
  .object({
    type: z.literal('asset').describe('Always asset.'),
    attributes: z
      .object({
        id: Id.describe('The id of the asset, another than that of its render.'),
        owner: Owner,
        region: z.string().describe('Where it is hosted.'),
        renderId: Id.describe('The id of the render or the transfer that made it.'),
        provider: z.string().describe('The destination; shotstack is the built-in hosting.'),
        providerId: z.string().optional().describe('Its id at its destination; absent until it is there.'),
        filename: z.string().describe('The name of the file.'),
        url: Url.optional().describe(
          'The address of the file; absent until it is ready, and where its destination tells none.',
        ),
        status: z
          .enum(['importing', 'ready', 'failed', 'deleted'])
          .describe('Whether the file can be had already, or still.'),
        error: z.string().optional().describe('Why it failed, in one sentence.'),
        created: Time.describe('When it was made.'),
        updated: Time.describe('When its status changed last.'),
      })
      .describe('What it is.'),
  })
  .meta({ id: 'HostedAsset', description: 'A hosted file.' });

export const AssetResponse = z
  .object({ data: Asset })
  .meta({ id: 'AssetResponse', description: 'A hosted file.' });

export const AssetRenderResponse = z
  .object({ data: z.array(Asset).min(1).describe('One entry for each file.') })
  .meta({ id: 'AssetRenderResponse', description: 'The hosted files of a render.' });

export const TransferResponse = z
  .object({
    data: z.object({
      type: z.literal('asset').describe('Always asset.'),
      attributes: z
        .object({
          id: z.string().describe('What you call it, as it was sent.'),
          owner: Owner,
          status: z.literal('queued').describe('It is fetched and sent now.'),
          created: Time.describe('When it was accepted.'),
        })
        .describe('What is known of it.'),
    }),
  })
  .meta({ id: 'TransferResponse', description: 'A transfer was accepted.' });
