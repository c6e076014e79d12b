import type { Destination } from '../edit/index.ts';
import type { Provider } from '../destinations/options.ts';

/** A destination of an edit that is not our own hosting. */
export type ExternalDestination = Extract<Destination, { provider: Provider }>;

/** Where the files of an edit or a transfer go. */
export interface DeliveryPlan {
  /** Whether we host them; else they are kept for a day. */
  readonly isHosted: boolean;
  /** The others, each with its position among all destinations, from 1. */
  readonly external: readonly { readonly position: number; readonly destination: ExternalDestination }[];
}

/** The built-in hosting, under both of its names. */
export function isBuiltInHosting(
  destination: Destination,
): destination is Exclude<Destination, ExternalDestination> {
  return destination.provider === 'shotstack' || destination.provider === 'kinora';
}

/** The names of destinations, in order; `undefined` for those that are excluded. */
export function includedProvidersOf(destinations: readonly Destination[]): (string | undefined)[] {
  return destinations.map(({ provider, exclude }) => (exclude === true ? undefined : provider));
}

/** Where files go: to our own hosting unless that is excluded, and to every other destination that is not. */
export function planDelivery(destinations: readonly Destination[] = []): DeliveryPlan {
  return {
    isHosted: !destinations.some(
      (destination) => isBuiltInHosting(destination) && destination.exclude === true,
    ),
    external: destinations.flatMap((destination, index) =>
      isBuiltInHosting(destination) || destination.exclude === true
        ? []
        : [{ position: index + 1, destination }],
    ),
  };
}
