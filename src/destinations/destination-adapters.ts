import { createAkamaiNetStorage } from './akamai/akamai-netstorage.ts';
import { createAzureBlobStorage } from './azure/azure-blob-storage.ts';
import type { DestinationAdapter } from './destination-adapter.ts';
import { createGoogleCloudStorage } from './google/google-cloud-storage.ts';
import { createGoogleDrive } from './google/google-drive.ts';
import { createMux } from './mux/mux.ts';
import type { OptionsOf, Provider } from './options.ts';
import { createS3Destination } from './s3/s3-destination.ts';
import { createTikTok } from './tiktok/tiktok.ts';
import { createVimeo } from './vimeo/vimeo.ts';

/** Destination adapters by the name of their provider. */
export type DestinationAdapters = { readonly [P in Provider]?: DestinationAdapter<OptionsOf<P>, unknown> };

/** The adapters of all providers. Only an adapter knows the type of its credentials, by its own schema. */
export const DESTINATION_ADAPTERS: DestinationAdapters = {
  s3: createS3Destination(),
  'google-cloud-storage': createGoogleCloudStorage(),
  'google-drive': createGoogleDrive(),
  'azure-blob-storage': createAzureBlobStorage(),
  'akamai-netstorage': createAkamaiNetStorage(),
  mux: createMux(),
  vimeo: createVimeo(),
  tiktok: createTikTok(),
};
