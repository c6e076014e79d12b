import { type AddedNames, SERVICE_NAMES, type ServiceName } from '../../create/model.ts';
import type { SecretBox } from '../../hosting/secret-box.ts';
import type { Database } from '../../store/database.ts';
import { findDefaultProvider, findProviders } from '../../store/generation/providers.ts';
import type { ProviderDirectory } from '../provider-directory.ts';
import type { ServicesOfMachine } from '../settings.ts';
import { findMaker } from './find-maker.ts';
import { openAccess, readAddedNames } from './stored-access.ts';

/** Creates the directory of the services in the settings, for commands without a database. */
export function createSettingsDirectory(services: ServicesOfMachine): ProviderDirectory {
  return {
    find: (_owner, request) =>
      findMaker(
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
  services: ServicesOfMachine,
): ProviderDirectory {
  return {
    async find(owner, request) {
      const rows = await findProviders(tables, owner);
      const sealedOf = new Map(rows.map(({ name, sealed }) => [name, sealed]));
      return await findMaker(
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
      const found: Partial<Record<ServiceName, AddedNames>> = {};
      for (const { name, addedNames } of await findProviders(tables, owner)) {
        const service = SERVICE_NAMES.find((each) => each === name);
        if (service !== undefined) found[service] = readAddedNames(addedNames);
      }
      return found;
    },
  };
}
