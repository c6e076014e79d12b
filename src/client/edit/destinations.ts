// Made by `npm run client` from src/edit/schema. Do not edit.
import type { Placeholder } from './placeholder.ts';

/** Akamai NetStorage. */
export interface AkamaiNetStorageDestination {
  /** Akamai NetStorage. */
  readonly provider: 'akamai-netstorage';
  /** If true, does not send the files to this destination. Default false. */
  readonly exclude?: boolean | Placeholder | undefined;
  /** Location and names of the files. Required unless "exclude" is true. */
  readonly options?: AkamaiNetStorageOptions | undefined;
  readonly [field: string]: unknown;
}

/** Location and names of the files. Required unless "exclude" is true. */
export interface AkamaiNetStorageOptions {
  /** Host name of the storage, such as "example-nsu.akamaihd.net". */
  readonly host: string;
  /** CP code of the storage, 1 to 12 digits. */
  readonly cpCode: string;
  /** Folder for the files. Default: no folder. */
  readonly path?: string | null | undefined;
  /** Name of the file without extension. Default: the id of the render. */
  readonly filename?: string | null | undefined;
  readonly [field: string]: unknown;
}

/** Azure Blob Storage. */
export interface AzureBlobStorageDestination {
  /** Azure Blob Storage. */
  readonly provider: 'azure-blob-storage';
  /** If true, does not send the files to this destination. Default false. */
  readonly exclude?: boolean | Placeholder | undefined;
  /** Location and names of the files. Required unless "exclude" is true. */
  readonly options?: AzureBlobStorageOptions | undefined;
  readonly [field: string]: unknown;
}

/** Location and names of the files. Required unless "exclude" is true. */
export interface AzureBlobStorageOptions {
  /** Name of the storage account. */
  readonly accountName: string;
  /** Name of the container. */
  readonly container: string;
  /** Folder for the files. Default: no folder. */
  readonly prefix?: string | null | undefined;
  /** Name of the file without extension. Default: the id of the render. */
  readonly filename?: string | null | undefined;
  readonly [field: string]: unknown;
}

/** Service that receives finished files. "provider" selects it. */
export type Destination =
  | ShotstackDestination
  | S3Destination
  | MuxDestination
  | GoogleCloudStorageDestination
  | GoogleDriveDestination
  | VimeoDestination
  | TiktokDestination
  | AkamaiNetStorageDestination
  | AzureBlobStorageDestination;

/** Google Cloud Storage. */
export interface GoogleCloudStorageDestination {
  /** Google Cloud Storage. */
  readonly provider: 'google-cloud-storage';
  /** If true, does not send the files to this destination. Default false. */
  readonly exclude?: boolean | Placeholder | undefined;
  /** Location and names of the files. Required unless "exclude" is true. */
  readonly options?: GoogleCloudStorageOptions | undefined;
  readonly [field: string]: unknown;
}

/** Location and names of the files. Required unless "exclude" is true. */
export interface GoogleCloudStorageOptions {
  /** Name of the bucket. */
  readonly bucket: string;
  /** Folder for the files. Default: no folder. */
  readonly prefix?: string | undefined;
  /** Name of the file without extension. Default: the id of the render. */
  readonly filename?: string | undefined;
  readonly [field: string]: unknown;
}

/** Google Drive. */
export interface GoogleDriveDestination {
  /** Google Drive. */
  readonly provider: 'google-drive';
  /** If true, does not send the files to this destination. Default false. */
  readonly exclude?: boolean | Placeholder | undefined;
  /** Settings for Google Drive. */
  readonly options?: GoogleDriveOptions | undefined;
  readonly [field: string]: unknown;
}

/** Settings for Google Drive. */
export interface GoogleDriveOptions {
  /** Id of the folder. Default: the root folder. */
  readonly folderId?: string | undefined;
  /** Name of the file without extension. Default: the id of the render. */
  readonly filename?: string | undefined;
  readonly [field: string]: unknown;
}

/** Mux. Accepts only videos. */
export interface MuxDestination {
  /** Mux. Accepts only videos. */
  readonly provider: 'mux';
  /** If true, does not send the files to this destination. Default false. */
  readonly exclude?: boolean | Placeholder | undefined;
  /** Settings for Mux. */
  readonly options?: MuxOptions | undefined;
  readonly [field: string]: unknown;
}

/** Settings for Mux. */
export interface MuxOptions {
  /** Who can play the video. "public": anyone with its URL. "signed": only those with a signed URL. */
  readonly playbackPolicy?: readonly ('public' | 'signed')[] | undefined;
  /** Text of your own to store with the video, at most 255 characters. */
  readonly passthrough?: string | undefined;
  readonly [field: string]: unknown;
}

/** Object storage with an S3 API. */
export interface S3Destination {
  /** Object storage with an S3 API. */
  readonly provider: 's3';
  /** If true, does not send the files to this destination. Default false. */
  readonly exclude?: boolean | Placeholder | undefined;
  /** Location and names of the files. Required unless "exclude" is true. */
  readonly options?: S3Options | undefined;
  readonly [field: string]: unknown;
}

/** Location and names of the files. Required unless "exclude" is true. */
export interface S3Options {
  /** Region of the bucket, such as "eu-central-1". */
  readonly region: string;
  /** Name of the bucket. */
  readonly bucket: string;
  /** Folder for the files. Default: no folder. */
  readonly prefix?: string | undefined;
  /** Name of the file without extension. Default: the id of the render. */
  readonly filename?: string | undefined;
  /** Access control (canned ACL) of the files. Default private. */
  readonly acl?: string | undefined;
  readonly [field: string]: unknown;
}

/** Built-in hosting. */
export interface ShotstackDestination {
  /** Kinora's built-in hosting. Both names mean the same. */
  readonly provider: 'shotstack' | 'kinora';
  /** If true, does not host the files. Default false. */
  readonly exclude?: boolean | Placeholder | undefined;
  readonly [field: string]: unknown;
}

/** TikTok. Accepts only videos. */
export interface TiktokDestination {
  /** TikTok. Accepts only videos. */
  readonly provider: 'tiktok';
  /** If true, does not send the files to this destination. Default false. */
  readonly exclude?: boolean | Placeholder | undefined;
  /** Settings for TikTok. */
  readonly options?: TiktokOptions | undefined;
  readonly [field: string]: unknown;
}

/** Settings for TikTok. */
export interface TiktokOptions {
  /** Title of the video, at most 150 characters. */
  readonly title?: string | undefined;
  /** Who can watch the video. Default private. */
  readonly privacyLevel?: 'public' | 'friends' | 'private' | Placeholder | undefined;
  /** If true, others cannot make a duet with the video. Default false. */
  readonly disableDuet?: boolean | Placeholder | undefined;
  /** If true, others cannot stitch the video into theirs. Default false. */
  readonly disableStitch?: boolean | Placeholder | undefined;
  /** If true, others cannot comment on the video. Default false. */
  readonly disableComment?: boolean | Placeholder | undefined;
  readonly [field: string]: unknown;
}

/** Vimeo. Accepts only videos. */
export interface VimeoDestination {
  /** Vimeo. Accepts only videos. */
  readonly provider: 'vimeo';
  /** If true, does not send the files to this destination. Default false. */
  readonly exclude?: boolean | Placeholder | undefined;
  /** Settings for Vimeo. */
  readonly options?: VimeoOptions | undefined;
  readonly [field: string]: unknown;
}

/** Settings for Vimeo. */
export interface VimeoOptions {
  /** Title of the video. */
  readonly name?: string | undefined;
  /** Description of the video. */
  readonly description?: string | undefined;
  /** Privacy settings of the video. */
  readonly privacy?: VimeoOptionsPrivacy | undefined;
  /** URI of the Vimeo folder. */
  readonly folderUri?: string | undefined;
  readonly [field: string]: unknown;
}

/** Privacy settings of the video. */
export interface VimeoOptionsPrivacy {
  /** Who can watch the video. */
  readonly view?: 'anybody' | 'nobody' | 'contacts' | 'password' | 'unlisted' | Placeholder | undefined;
  /** Where the video can be embedded. */
  readonly embed?: 'public' | 'private' | 'whitelist' | Placeholder | undefined;
  /** Who can comment on the video. */
  readonly comments?: 'anybody' | 'nobody' | 'contacts' | Placeholder | undefined;
  /** If true, viewers can download the video. */
  readonly download?: boolean | Placeholder | undefined;
  /** If true, others can add the video to their collections. */
  readonly add?: boolean | Placeholder | undefined;
  readonly [field: string]: unknown;
}
