import {
  type AddedNames,
  OUTSIDE_PROVIDERS,
  type OutsideProvider,
  type GenerationType,
  isBuiltIn,
  KINORA_ITSELF,
} from '../../create/model.ts';
import type { SecretBox } from '../../hosting/secret-box.ts';
import type { Database } from '../../store/database.ts';
import { findDefaultProvider } from '../../store/generation/default-providers.ts';
import { findCredentials } from '../../store/credentials.ts';
import type { ProviderAccess } from '../generation-provider.ts';
import {
  type ProviderDirectory,
  BUILT_IN_TYPES,
  type ChosenProvider,
  type ProviderQuery,
} from '../provider-directory.ts';
import { PROVIDER_TYPES } from '../provider-types.ts';
import type { ProvidersOfMachine } from '../settings.ts';
import { openAccess, readAddedNames } from './stored-access.ts';

/** Creates the directory of the services in the settings, for commands without a database. */
export function createSettingsDirectory(services: ProvidersOfMachine): ProviderDirectory {
  return {
    find: (_owner, request) =>
      chooseProvider(
        { accessTo: (name) => services[name], defaultFor: () => Promise.resolve(undefined) },
        request,
      ),
    addedNames: () => Promise.resolve({}),
  };
}

/**
 * Creates the directory of the services that the operator has stored for owners, and of those in the settings.
 * Its `find` throws `no_credentials` if stored credentials cannot be decrypted.
 */
export function createDatabaseDirectory(
  tables: Database['tables'],
  secretBox: SecretBox,
  services: ProvidersOfMachine,
): ProviderDirectory {
  return {
    async find(owner, request) {
      const rows = await findCredentials(tables, 'provider', owner);
      const sealedOf = new Map(rows.map(({ name, sealed }) => [name, sealed]));
      return await chooseProvider(
        {
          accessTo: (name) => {
            const sealed = sealedOf.get(name);
            // Empty if the operator has stored only names and the key comes from the settings.
            if (sealed === undefined || sealed === '') return services[name];
            return openAccess(secretBox, sealed, { owner, name });
          },
          defaultFor: (type) => findDefaultProvider(tables, owner, type),
        },
        request,
      );
    },
    async addedNames(owner) {
      const found: Partial<Record<OutsideProvider, AddedNames>> = {};
      for (const { name, addedNames } of await findCredentials(tables, 'provider', owner)) {
        const service = OUTSIDE_PROVIDERS.find((each) => each === name);
        if (service !== undefined) found[service] = readAddedNames(addedNames);
      }
      return found;
    },
  };
}

/** The services that an owner can use. */
interface OwnServices {
  /** Returns the access to a service. Undefined if the owner has no credentials for it. */
  readonly accessTo: (name: OutsideProvider) => ProviderAccess | undefined;
  /** The service that stands for the built-in provider. Undefined if the operator has set none. */
  readonly defaultFor: (type: GenerationType) => Promise<string | undefined>;
}

/**
 * Finds the provider of a requested file.
 *
 * @returns undefined if the owner has no credentials for it, also for the default of the operator.
 */
async function chooseProvider(
  { accessTo, defaultFor }: OwnServices,
  { provider, type, needsService }: ProviderQuery,
): Promise<ChosenProvider | undefined> {
  const toChosen = (name: OutsideProvider | undefined): ChosenProvider | undefined => {
    const access = name && PROVIDER_TYPES[name].includes(type) ? accessTo(name) : undefined;
    return name && access && { kind: 'service', name, access };
  };
  if (provider === KINORA_ITSELF) return { kind: 'built-in' };
  if (!isBuiltIn(provider)) return toChosen(provider);
  const chosen = await defaultFor(type);
  if (chosen !== undefined) return toChosen(OUTSIDE_PROVIDERS.find((name) => name === chosen));
  if (needsService !== true && BUILT_IN_TYPES.includes(type)) return { kind: 'built-in' };
  for (const name of OUTSIDE_PROVIDERS) {
    const found = toChosen(name);
    if (found) return found;
  }
  return undefined;
}
