import type { Destination } from '../edit/index.ts';
import type { Provider } from '../destinations/options.ts';

/** A destination of an edit other than the built-in hosting. */
export type ExternalDestination = Extract<Destination, { provider: Provider }>;

/** The destinations of the files of an edit or a transfer. */
export interface DeliveryPlan {
  /** True if Kinora hosts the files. If false, Kinora keeps the files for only a day. */
  readonly isHosted: boolean;
  /** The other destinations, each with its position among all destinations, from 1. */
  readonly external: readonly { readonly position: number; readonly destination: ExternalDestination }[];
}

/** True if a destination is the built-in hosting, under either of its names. */
function isBuiltInHosting(
  destination: Destination,
): destination is Exclude<Destination, ExternalDestination> {
  return destination.provider === 'shotstack' || destination.provider === 'kinora';
}

/** Lists the names of destinations in order, with `undefined` for excluded ones. */
export function includedProvidersOf(destinations: readonly Destination[]): (string | undefined)[] {
  return destinations.map(({ provider, exclude }) => (exclude === true ? undefined : provider));
}

/**
 * Plans the delivery of files to the built-in hosting and to the listed destinations. Leaves out each
 * destination that is excluded.
 */
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
