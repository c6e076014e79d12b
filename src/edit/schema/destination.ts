import { z } from 'zod';
import { listOf } from './list.ts';

const Prefix = z.string().optional().describe('Folder to put the files into. Default: none.');
const Filename = z
  .string()
  .optional()
  .describe('File name without extension. Default: the id of the render.');

const Hosting = z.looseObject({
  provider: z.literal('shotstack').describe('The built-in hosting.'),
  exclude: z.boolean().optional().describe('True: the files are not hosted. Default false.'),
});

const S3 = z.looseObject({
  provider: z.literal('s3').describe('Object storage that speaks S3.'),
  options: z
    .looseObject({
      region: z.string().describe('Region of the bucket.'),
      bucket: z.string().describe('Name of the bucket.'),
      prefix: Prefix,
      filename: Filename,
      acl: z.string().optional().describe('Access rule of the files. Default private.'),
    })
    .optional()
    .describe('Where and how.'),
});

const Mux = z.looseObject({
  provider: z.literal('mux').describe('Mux; takes videos only.'),
  options: z
    .looseObject({
      playbackPolicy: listOf(z.enum(['public', 'signed']))
        .optional()
        .describe('Who may play the video.'),
      passthrough: z.string().max(255).optional().describe('Your own text, at most 255 characters.'),
    })
    .optional()
    .describe('Where and how.'),
});

const GoogleCloudStorage = z.looseObject({
  provider: z.literal('google-cloud-storage').describe('Google Cloud Storage.'),
  options: z
    .looseObject({
      bucket: z.string().describe('Name of the bucket.'),
      prefix: Prefix,
      filename: Filename,
    })
    .optional()
    .describe('Where and how.'),
});

const GoogleDrive = z.looseObject({
  provider: z.literal('google-drive').describe('Google Drive.'),
  options: z
    .looseObject({
      folderId: z.string().optional().describe('Id of the folder. Default: the root.'),
      filename: Filename,
    })
    .optional()
    .describe('Where and how.'),
});

const WHO_COMMENTS = ['anybody', 'nobody', 'contacts'] as const;

const Vimeo = z.looseObject({
  provider: z.literal('vimeo').describe('Vimeo; takes videos only.'),
  options: z
    .looseObject({
      name: z.string().optional().describe('Title of the video.'),
      description: z.string().optional().describe('Description of the video.'),
      privacy: z
        .looseObject({
          view: z
            .enum([...WHO_COMMENTS, 'password', 'unlisted'])
            .optional()
            .describe('Who may watch.'),
          embed: z.enum(['public', 'private', 'whitelist']).optional().describe('Who may embed.'),
          comments: z.enum(WHO_COMMENTS).optional().describe('Who may comment.'),
          download: z.boolean().optional().describe('Whether the video may be downloaded.'),
          add: z.boolean().optional().describe('Whether others may add the video to their lists.'),
        })
        .optional()
        .describe('Who may do what.'),
      folderUri: z.string().optional().describe('Address of the folder.'),
    })
    .optional()
    .describe('Where and how.'),
});

const TikTok = z.looseObject({
  provider: z.literal('tiktok').describe('TikTok.'),
  options: z
    .looseObject({
      title: z.string().max(150).optional().describe('Title, at most 150 characters.'),
      privacyLevel: z
        .enum(['public', 'friends', 'private'])
        .optional()
        .describe('Who may watch. Default private.'),
      disableDuet: z.boolean().optional().describe('Default false.'),
      disableStitch: z.boolean().optional().describe('Default false.'),
      disableComment: z.boolean().optional().describe('Default false.'),
    })
    .optional()
    .describe('Where and how.'),
});

const AkamaiNetStorage = z.looseObject({
  provider: z.literal('akamai-netstorage').describe('Akamai NetStorage.'),
  options: z
    .looseObject({
      host: z.string().describe('Host name of the storage.'),
      cpCode: z.string().describe('CP code of the storage.'),
      path: z.string().optional().describe('Folder to put the files into.'),
      filename: Filename,
    })
    .optional()
    .describe('Where and how.'),
});

const AzureBlobStorage = z.looseObject({
  provider: z.literal('azure-blob-storage').describe('Azure Blob Storage.'),
  options: z
    .looseObject({
      accountName: z.string().describe('Name of the storage account.'),
      container: z.string().describe('Name of the container.'),
      prefix: Prefix,
      filename: Filename,
    })
    .optional()
    .describe('Where and how.'),
});

/** Destinations are open objects (contract C19): a property that is not listed is let through. */
export const Destination = z.discriminatedUnion('provider', [
  Hosting,
  S3,
  Mux,
  GoogleCloudStorage,
  GoogleDrive,
  Vimeo,
  TikTok,
  AkamaiNetStorage,
  AzureBlobStorage,
]);

/** A place to send finished files to. */
export type Destination = z.infer<typeof Destination>;
