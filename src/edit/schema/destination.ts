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
    provider: z.literal(['shotstack', 'kinora']).describe('The built-in hosting, under either name.'),
    exclude: field(z.boolean(), 'True: the files are not hosted.', false),
  })
  .meta({ id: 'ShotstackDestination', description: 'The built-in hosting.' });

const Mux = z
  .looseObject({
    provider: z.literal('mux').describe('Mux; takes videos only.'),
    exclude: Exclude,
    options: field(
      z.looseObject({
        playbackPolicy: field(listOf(z.enum(['public', 'signed'])), 'Who may play the video.'),
        passthrough: field(z.string().max(255), 'Your own text, at most 255 characters.'),
      }),
      'Where and how.',
    ),
  })
  .meta({ id: 'MuxDestination', description: 'Mux; takes videos only.' });

const GoogleDrive = z
  .looseObject({
    provider: z.literal('google-drive').describe('Google Drive.'),
    exclude: Exclude,
    options: field(
      z.looseObject({
        folderId: field(z.string(), 'Id of the folder. Default: the root.'),
        filename: Filename,
      }),
      'Where and how.',
    ),
  })
  .meta({ id: 'GoogleDriveDestination', description: 'Google Drive.' });

const VIMEO_AUDIENCES = ['anybody', 'nobody', 'contacts'] as const;

const VimeoPrivacy = z.looseObject({
  view: field(z.enum([...VIMEO_AUDIENCES, 'password', 'unlisted']), 'Who may watch.'),
  embed: field(z.enum(['public', 'private', 'whitelist']), 'Who may embed.'),
  comments: field(z.enum(VIMEO_AUDIENCES), 'Who may comment.'),
  download: field(z.boolean(), 'Whether the video may be downloaded.'),
  add: field(z.boolean(), 'Whether others may add the video to their lists.'),
});

const Vimeo = z
  .looseObject({
    provider: z.literal('vimeo').describe('Vimeo; takes videos only.'),
    exclude: Exclude,
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
    provider: z.literal('tiktok').describe('TikTok; takes videos only.'),
    exclude: Exclude,
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
  .meta({ id: 'TiktokDestination', description: 'TikTok; takes videos only.' });

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
