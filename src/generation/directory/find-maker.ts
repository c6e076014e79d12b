import { type GenerationType, isBuiltIn, SERVICE_NAMES, type ServiceName } from '../../create/model.ts';
import type { ServiceAccess } from '../generation-provider.ts';
import { BUILT_IN_TYPES, type Maker, type ProviderDirectory } from '../provider-directory.ts';
import { SERVICE_TYPES } from '../provider-types.ts';

/** The services that an owner can use. */
export interface OwnServices {
  /** Returns the access to a service. Undefined if the owner has no credentials for it. */
  readonly accessTo: (name: ServiceName) => ServiceAccess | undefined;
  /** The service that stands for the built-in provider. Undefined if the operator has set none. */
  readonly defaultFor: (type: GenerationType) => Promise<string | undefined>;
}

/**
 * Finds the maker of a requested file.
 *
 * @returns undefined if the owner has no credentials for it, also for the default of the operator.
 */
export async function findMaker(
  { accessTo, defaultFor }: OwnServices,
  { provider, type }: Parameters<ProviderDirectory['find']>[1],
): Promise<Maker | undefined> {
  const toMaker = (name: ServiceName | undefined): Maker | undefined => {
    const access = name && SERVICE_TYPES[name].includes(type) ? accessTo(name) : undefined;
    return name && access && { kind: 'service', name, access };
  };
  if (!isBuiltIn(provider)) return toMaker(provider);
  const chosen = await defaultFor(type);
  if (chosen !== undefined) return toMaker(SERVICE_NAMES.find((name) => name === chosen));
  if (BUILT_IN_TYPES.includes(type)) return { kind: 'built-in' };
  for (const name of SERVICE_NAMES) {
    const maker = toMaker(name);
    if (maker) return maker;
  }
  return undefined;
}
