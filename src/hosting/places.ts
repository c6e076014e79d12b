import type { Destination as DestinationOfEdit } from '../edit/index.ts';
import type { Provider } from '../destinations/options.ts';

/** A destination of an edit that is not our own hosting. */
export type Elsewhere = Extract<DestinationOfEdit, { provider: Provider }>;

/** Where the files of an edit or a transfer go. */
export interface Places {
  /** Whether we host them; else they are kept for a day. */
  readonly hosted: boolean;
  /** The others, each with its place among all destinations, from 1. */
  readonly elsewhere: readonly { readonly place: number; readonly destination: Elsewhere }[];
}

/** The built-in hosting, under both of its names. */
export function isHosting(
  destination: DestinationOfEdit,
): destination is Exclude<DestinationOfEdit, Elsewhere> {
  return destination.provider === 'shotstack' || destination.provider === 'kinora';
}

/** The names of destinations, in order; `undefined` for those that are excluded. */
export function usedProviders(destinations: readonly DestinationOfEdit[]): (string | undefined)[] {
  return destinations.map(({ provider, exclude }) => (exclude === true ? undefined : provider));
}

/** Where files go: to our own hosting unless that is excluded, and to every other destination that is not. */
export function placesOf(destinations: readonly DestinationOfEdit[] = []): Places {
  return {
    hosted: !destinations.some((destination) => isHosting(destination) && destination.exclude === true),
    elsewhere: destinations.flatMap((destination, index) =>
      isHosting(destination) || destination.exclude === true ? [] : [{ place: index + 1, destination }],
    ),
  };
}
