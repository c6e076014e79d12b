import type { Destination } from '../edit/index.ts';

/** The name of a destination in an edit, except the built-in hosting. */
export type Provider = Exclude<Destination['provider'], 'shotstack' | 'kinora'>;

/**
 * The options of an edit for a provider. Clients may omit the options even if the provider needs some of
 * them, so the adapter must check.
 */
export type OptionsOf<P extends Provider> = Extract<Destination, { provider: P }>['options'];
