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
        renderId: Id.describe('The id of the render that made it.'),
        providerId: z.string().describe('Its id where it is hosted.'),
        filename: z.string().describe('The name of the file.'),
        url: Url.describe('The address of the file.'),
        status: z
          .enum(['importing', 'ready', 'failed', 'deleted'])
          .describe('Whether the file can be had already, or still.'),
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
