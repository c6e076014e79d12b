import type { Destination } from '../edit/index.ts';

/** Every place that files are sent to, by its name in an edit; the built-in hosting is none of them. */
export type Provider = Exclude<Destination['provider'], 'shotstack' | 'kinora'>;

/** What an edit says to a provider; clients may leave it out even where something in it is needed. */
export type OptionsOf<P extends Provider> = Extract<Destination, { provider: P }>['options'];
