import type { Destination } from '../edit/index.ts';

/** The name of a destination in an edit, except the built-in hosting. */
export type Provider = Exclude<Destination['provider'], 'shotstack' | 'kinora'>;

/** The providers whose options the schema of the edit requires, unless the edit excludes the destination. */
type StorageProvider = 's3' | 'google-cloud-storage' | 'akamai-netstorage' | 'azure-blob-storage';

/** The options of an edit for a provider, as the schema of the edit has accepted them. */
export type OptionsOf<P extends Provider> = P extends StorageProvider
  ? NonNullable<Extract<Destination, { provider: P }>['options']>
  : Extract<Destination, { provider: P }>['options'];
