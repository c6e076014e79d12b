import { z } from 'zod';
import { field } from './fields.ts';
import { listOf } from './list.ts';

const Prefix = field(z.string(), 'Folder to put the files into. Default: none.');
const Filename = field(z.string(), 'File name without extension. Default: the id of the render.');

/** Some clients write `null` for what they leave out, in the two newest kinds of storage. */
const Folder = field(z.string().nullable(), 'Folder to put the files into. Default: none.');
const FilenameOrNull = field(
  z.string().nullable(),
  'File name without extension. Default: the id of the render.',
);

const Hosting = z
  .looseObject({
    provider: z.literal(['shotstack', 'kinora']).describe('The built-in hosting, under either name.'),
    exclude: field(z.boolean(), 'True: the files are not hosted.', false),
  })
  .meta({ id: 'ShotstackDestination', description: 'The built-in hosting.' });

const S3 = z
  .looseObject({
    provider: z.literal('s3').describe('Object storage that speaks S3.'),
    options: field(
      z.looseObject({
        region: z.string().describe('Region of the bucket.'),
        bucket: z.string().describe('Name of the bucket.'),
        prefix: Prefix,
        filename: Filename,
        acl: field(z.string(), 'Access rule of the files.', 'private'),
      }),
      'Where and how.',
    ),
  })
  .meta({ id: 'S3Destination', description: 'Object storage that speaks S3.' });

const Mux = z
  .looseObject({
    provider: z.literal('mux').describe('Mux; takes videos only.'),
    options: field(
      z.looseObject({
        playbackPolicy: field(listOf(z.enum(['public', 'signed'])), 'Who may play the video.'),
        passthrough: field(z.string().max(255), 'Your own text, at most 255 characters.'),
      }),
      'Where and how.',
    ),
  })
  .meta({ id: 'MuxDestination', description: 'Mux; takes videos only.' });

const GoogleCloudStorage = z
  .looseObject({
    provider: z.literal('google-cloud-storage').describe('Google Cloud Storage.'),
    options: field(
      z.looseObject({
        bucket: z.string().describe('Name of the bucket.'),
        prefix: Prefix,
        filename: Filename,
      }),
      'Where and how.',
    ),
  })
  .meta({ id: 'GoogleCloudStorageDestination', description: 'Google Cloud Storage.' });

const GoogleDrive = z
  .looseObject({
    provider: z.literal('google-drive').describe('Google Drive.'),
    options: field(
      z.looseObject({
        folderId: field(z.string(), 'Id of the folder. Default: the root.'),
        filename: Filename,
      }),
      'Where and how.',
    ),
  })
  .meta({ id: 'GoogleDriveDestination', description: 'Google Drive.' });

const WHO_COMMENTS = ['anybody', 'nobody', 'contacts'] as const;

const VimeoPrivacy = z.looseObject({
  view: field(z.enum([...WHO_COMMENTS, 'password', 'unlisted']), 'Who may watch.'),
  embed: field(z.enum(['public', 'private', 'whitelist']), 'Who may embed.'),
  comments: field(z.enum(WHO_COMMENTS), 'Who may comment.'),
  download: field(z.boolean(), 'Whether the video may be downloaded.'),
  add: field(z.boolean(), 'Whether others may add the video to their lists.'),
});

const Vimeo = z
  .looseObject({
    provider: z.literal('vimeo').describe('Vimeo; takes videos only.'),
    options: field(
      z.looseObject({
        name: field(z.string(), 'Title of the video.'),
        description: field(z.string(), 'Description of the video.'),
        privacy: field(VimeoPrivacy, 'Who may do what.'),
        folderUri: field(z.string(), 'Address of the folder.'),
      }),
      'Where and how.',
    ),
  })
  .meta({ id: 'VimeoDestination', description: 'Vimeo; takes videos only.' });

const TikTok = z
  .looseObject({
    provider: z.literal('tiktok').describe('TikTok.'),
    options: field(
      z.looseObject({
        title: field(z.string().max(150), 'Title, at most 150 characters.'),
        privacyLevel: field(z.enum(['public', 'friends', 'private']), 'Who may watch.', 'private'),
        disableDuet: field(z.boolean(), 'Whether others may not make a duet of it.', false),
        disableStitch: field(z.boolean(), 'Whether others may not cut it into their videos.', false),
        disableComment: field(z.boolean(), 'Whether others may not comment.', false),
      }),
      'Where and how.',
    ),
  })
  .meta({ id: 'TiktokDestination', description: 'TikTok.' });

const AkamaiNetStorage = z
  .looseObject({
    provider: z.literal('akamai-netstorage').describe('Akamai NetStorage.'),
    options: field(
      z.looseObject({
        host: z.string().describe('Host name of the storage.'),
        cpCode: z.string().describe('CP code of the storage.'),
        path: Folder,
        filename: FilenameOrNull,
      }),
      'Where and how.',
    ),
  })
  .meta({ id: 'AkamaiNetStorageDestination', description: 'Akamai NetStorage.' });

const AzureBlobStorage = z
  .looseObject({
    provider: z.literal('azure-blob-storage').describe('Azure Blob Storage.'),
    options: field(
      z.looseObject({
        accountName: z.string().describe('Name of the storage account.'),
        container: z.string().describe('Name of the container.'),
        prefix: Folder,
        filename: FilenameOrNull,
      }),
      'Where and how.',
    ),
  })
  .meta({ id: 'AzureBlobStorageDestination', description: 'Azure Blob Storage.' });

/** Destinations are open objects (contract C19): a property that is not listed is let through. */
export const Destination = z
  .discriminatedUnion('provider', [
    Hosting,
    S3,
    Mux,
    GoogleCloudStorage,
    GoogleDrive,
    Vimeo,
    TikTok,
    AkamaiNetStorage,
    AzureBlobStorage,
  ])
  .meta({
    id: 'Destination',
    description: 'A place to send finished files to, told apart by its provider.',
  });

/** A place to send finished files to. */
export type Destination = z.infer<typeof Destination>;
