import { KinoraError } from '../base/errors.ts';
import type { AdminInput, AdminOutput } from '../operations/admin-operations.ts';
import { type AddedNames, SERVICE_NAMES, type ServiceName } from '../create/model.ts';
import { readAddedNames, sealAccess } from '../generation/directory/stored-access.ts';
import type { ServiceAccess } from '../generation/generation-provider.ts';
import type { ServicesOfMachine } from '../generation/settings.ts';
import type { SecretBox } from '../hosting/secret-box.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { Database } from '../store/database.ts';
import {
  findProviders,
  listDefaultProviders,
  listProviders,
  removeDefaultProviders,
  removeProviders,
  setDefaultProviders,
  setProviders,
} from '../store/generation/providers.ts';
import { type Stage, STAGES } from '../store/schema.ts';
import {
  ACCESS_FORM,
  BUILT_IN,
  checkNames,
  findDefaultType,
  findService,
  findServiceFor,
  type NamesToAdd,
  parseAccess,
} from './provider-input.ts';

type ProviderOperation = 'setProvider' | 'listProviders' | 'removeProvider' | 'setDefaultProvider';

interface ProviderParts {
  readonly tables: Database['tables'];
  readonly secretBox: SecretBox;
  /** The services that all accounts can use. */
  readonly services: ServicesOfMachine;
}

/**
 * Creates the operations on the services that generate media.
 *
 * @param findAccount finds an account by its name or, without a name, the first account. Throws if the
 *   account does not exist.
 */
export function createProviderOperations(
  parts: ProviderParts,
  findAccount: (name?: string) => Promise<AccountRow>,
): { readonly [Name in ProviderOperation]: (input: AdminInput<Name>) => Promise<AdminOutput<Name>> } {
  const { tables, services } = parts;
  return {
    setProvider: async ({ name: given, account, stage, credentials, addedNames }) => {
      const name = findService(given);
      const access = credentials && parseAccess(name, credentials);
      const names = checkNames(name, addedNames);
      const { name: accountName, owners } = await findAccount(account);
      const stages = toStages(stage);
      const rows = stages.map((one) => createRow(parts, { owner: owners[one], name }, { access, names }));
      await setProviders(tables, name, await Promise.all(rows));
      return { account: accountName, stages };
    },
    listProviders: async ({ account }) => {
      if (account !== undefined) await findAccount(account);
      const rows = await listProviders(tables, account);
      return {
        providers: rows.map(({ addedNames, updated, ...row }) => ({
          ...row,
          addedNames: toLists(readAddedNames(addedNames)),
          updated: updated.toISOString(),
        })),
        defaults: await listDefaultProviders(tables, account),
        fromSettings: SERVICE_NAMES.filter((name) => services[name] !== undefined),
      };
    },
    removeProvider: async ({ name: given, account, stage }) => {
      const name = findService(given);
      const { name: accountName, owners } = await findAccount(account);
      const stageOwners = toStages(stage).map((one) => owners[one]);
      if ((await removeProviders(tables, stageOwners, name)) === 0)
        throw createMissingError(name, accountName);
      // Without credentials, a default would only make requests fail.
      const removedDefaults =
        services[name] === undefined ? await removeDefaultProviders(tables, stageOwners, { name }) : [];
      return { account: accountName, removedDefaults };
    },
    setDefaultProvider: async ({ type: givenType, name: given, account, stage }) => {
      const type = findDefaultType(givenType);
      const { name: accountName, owners } = await findAccount(account);
      const stages = toStages(stage);
      const stageOwners = stages.map((one) => owners[one]);
      if (given === BUILT_IN) {
        await removeDefaultProviders(tables, stageOwners, { type });
      } else {
        const name = findServiceFor(type, given);
        for (const owner of stageOwners)
          if (!(await hasAccess(parts, owner, name))) throw createMissingError(name, accountName);
        await setDefaultProviders(tables, stageOwners, { type, name });
      }
      return { account: accountName, stages };
    },
  };
}

/** Creates the new row of a service for an owner. Absent values stay as they are. */
async function createRow(
  { tables, secretBox, services }: ProviderParts,
  { owner, name }: { readonly owner: string; readonly name: ServiceName },
  { access, names }: { readonly access: ServiceAccess | undefined; readonly names: NamesToAdd },
): Promise<{ owner: string; sealed: string; addedNames: string }> {
  const earlier = (await findProviders(tables, owner)).find((row) => row.name === name);
  const addedNames = JSON.stringify({ ...(earlier && readAddedNames(earlier.addedNames)), ...names });
  if (access) return { owner, sealed: sealAccess(secretBox, access, { owner, name }), addedNames };
  if (earlier) return { owner, sealed: earlier.sealed, addedNames };
  if (services[name]) return { owner, sealed: '', addedNames };
  throw new KinoraError(
    'validation_failed',
    `There are no credentials for ${name} yet that names could be added to. Give them by standard input or by --file. ${ACCESS_FORM}`,
  );
}

async function hasAccess(
  { tables, services }: ProviderParts,
  owner: string,
  name: ServiceName,
): Promise<boolean> {
  if (services[name] !== undefined) return true;
  return (await findProviders(tables, owner)).some((row) => row.name === name && row.sealed !== '');
}

function toStages(stage: Stage | undefined): Stage[] {
  return stage === undefined ? [...STAGES] : [stage];
}

function toLists({
  models,
  voices,
  avatars,
}: AddedNames): AdminOutput<'listProviders'>['providers'][number]['addedNames'] {
  return { models: [...models], voices: [...voices], avatars: [...avatars] };
}

function createMissingError(name: ServiceName, account: string): KinoraError {
  return new KinoraError(
    'not_found',
    `The account ${account} has no credentials for ${name}. Run "kinora providers list" to see all providers, or "kinora providers set ${name}" to store credentials.`,
  );
}
