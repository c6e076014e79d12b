import { z } from 'zod';
import { field } from './fields.ts';
import { listOf } from './list.ts';
import {
  AkamaiNetStorage,
  AzureBlobStorage,
  Exclude,
  Filename,
  GoogleCloudStorage,
  S3,
} from './storage-destinations.ts';

const Hosting = z
  .looseObject({
    provider: z
      .literal(['shotstack', 'kinora'])
      .describe("Kinora's built-in hosting. Both names mean the same."),
    exclude: field(z.boolean(), 'If true, does not host the files.', false),
  })
  .meta({ id: 'ShotstackDestination', description: 'Built-in hosting.' });

const Mux = z
  .looseObject({
    provider: z.literal('mux').describe('Mux. Accepts only videos.'),
    exclude: Exclude,
    options: field(
      z.looseObject({
        playbackPolicy: field(
          listOf(z.enum(['public', 'signed'])),
          'Who can play the video. "public": anyone with its URL. "signed": only those with a signed URL.',
        ),
        passthrough: field(
          z.string().max(255),
          'Text of your own to store with the video, at most 255 characters.',
        ),
      }),
      'Settings for Mux.',
    ),
  })
  .meta({ id: 'MuxDestination', description: 'Mux. Accepts only videos.' });

const GoogleDrive = z
  .looseObject({
    provider: z.literal('google-drive').describe('Google Drive.'),
    exclude: Exclude,
    options: field(
      z.looseObject({
        folderId: field(z.string(), 'Id of the folder. Default: the root folder.'),
        filename: Filename,
      }),
      'Settings for Google Drive.',
    ),
  })
  .meta({ id: 'GoogleDriveDestination', description: 'Google Drive.' });

const VIMEO_AUDIENCES = ['anybody', 'nobody', 'contacts'] as const;

const VimeoPrivacy = z.looseObject({
  view: field(z.enum([...VIMEO_AUDIENCES, 'password', 'unlisted']), 'Who can watch the video.'),
  embed: field(z.enum(['public', 'private', 'whitelist']), 'Where the video can be embedded.'),
  comments: field(z.enum(VIMEO_AUDIENCES), 'Who can comment on the video.'),
  download: field(z.boolean(), 'If true, viewers can download the video.'),
  add: field(z.boolean(), 'If true, others can add the video to their collections.'),
});

const Vimeo = z
  .looseObject({
    provider: z.literal('vimeo').describe('Vimeo. Accepts only videos.'),
    exclude: Exclude,
    options: field(
      z.looseObject({
        name: field(z.string(), 'Title of the video.'),
        description: field(z.string(), 'Description of the video.'),
        privacy: field(VimeoPrivacy, 'Privacy settings of the video.'),
        folderUri: field(z.string(), 'URI of the Vimeo folder.'),
      }),
      'Settings for Vimeo.',
    ),
  })
  .meta({ id: 'VimeoDestination', description: 'Vimeo. Accepts only videos.' });

const TikTok = z
  .looseObject({
    provider: z.literal('tiktok').describe('TikTok. Accepts only videos.'),
    exclude: Exclude,
    options: field(
      z.looseObject({
        title: field(z.string().max(150), 'Title of the video, at most 150 characters.'),
        privacyLevel: field(z.enum(['public', 'friends', 'private']), 'Who can watch the video.', 'private'),
        disableDuet: field(z.boolean(), 'If true, others cannot make a duet with the video.', false),
        disableStitch: field(z.boolean(), 'If true, others cannot stitch the video into theirs.', false),
        disableComment: field(z.boolean(), 'If true, others cannot comment on the video.', false),
      }),
      'Settings for TikTok.',
    ),
  })
  .meta({ id: 'TiktokDestination', description: 'TikTok. Accepts only videos.' });

/** Destinations are open objects (contract C19): unlisted properties are accepted. */
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
    description: 'Service that receives finished files. "provider" selects it.',
  });

/** Service that receives finished files. */
export type Destination = z.infer<typeof Destination>;
