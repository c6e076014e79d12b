import { akamaiNetStorage } from './akamai-netstorage.ts';
import { azureBlobStorage } from './azure-blob-storage.ts';
import type { Destination } from './destination.ts';
import { googleCloudStorage } from './google-cloud-storage.ts';
import { googleDrive } from './google-drive.ts';
import { mux } from './mux.ts';
import type { OptionsOf, Provider } from './options.ts';
import { s3Destination } from './s3.ts';
import { tiktok } from './tiktok.ts';
import { vimeo } from './vimeo.ts';

/** Places that files are sent to, by their names. */
export type Destinations = { readonly [P in Provider]?: Destination<OptionsOf<P>, unknown> };

/** Every place that files are sent to. What an account gives for one is known only to that one, after its own schema. */
export const DESTINATIONS: Destinations = {
  s3: s3Destination(),
  'google-cloud-storage': googleCloudStorage(),
  'google-drive': googleDrive(),
  'azure-blob-storage': azureBlobStorage(),
  'akamai-netstorage': akamaiNetStorage(),
  mux: mux(),
  vimeo: vimeo(),
  tiktok: tiktok(),
};
