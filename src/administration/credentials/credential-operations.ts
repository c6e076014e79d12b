import { KinoraError } from '../../base/errors.ts';
import { OUTSIDE_PROVIDERS } from '../../create/model.ts';
import { readAddedNames } from '../../generation/directory/stored-access.ts';
import type { ProvidersOfMachine } from '../../generation/settings.ts';
import type { SecretBox } from '../../hosting/secret-box.ts';
import type { AdminHandlers, AdminInput } from '../../operations/admin-operations.ts';
import type { AccountRow } from '../../store/accounts/accounts.ts';
import {
  credentialsContext,
  type CredentialsKind,
  type CredentialsToStore,
  findCredentials,
  listCredentials,
  removeCredentials,
  setCredentials,
} from '../../store/credentials.ts';
import type { Database } from '../../store/database.ts';
import {
  listDefaultProviders,
  removeDefaultProviders,
  setDefaultProviders,
} from '../../store/generation/default-providers.ts';
import { type Stage, STAGES } from '../../store/schema.ts';
import { listDestinationFields, parseDestinationCredentials } from './destination-input.ts';
import {
  ACCESS_FORM,
  BUILT_IN,
  checkNames,
  findDefaultType,
  findService,
  findServiceFor,
  parseAccess,
} from './provider-input.ts';

interface CredentialParts {
  readonly tables: Database['tables'];
  /** Opens the box that encrypts the credentials. */
  readonly openSecretBox: () => Promise<SecretBox>;
  /** The services that all accounts can use. */
  readonly services: ProvidersOfMachine;
}

/**
 * Creates the operations on the credentials for destinations, and for the services that generate media.
 *
 * @param findAccount finds an account by its name or, without a name, the first account. Throws if the
 *   account does not exist.
 */
export function createCredentialOperations(
  parts: CredentialParts,
  findAccount: (name?: string) => Promise<AccountRow>,
): Pick<
  AdminHandlers,
  'destinationFields' | 'setCredentials' | 'listCredentials' | 'removeCredentials' | 'setDefaultProvider'
> {
  const { tables, services } = parts;
  return {
    destinationFields: ({ name }) => Promise.resolve(listDestinationFields(name)),
    setCredentials: async ({ account, ...given }) => {
      const checked = checkInput(given);
      const { name, owners } = await findAccount(account);
      const stages = toStages(given.stage);
      const rows = await Promise.all(stages.map((stage) => createRow(parts, owners[stage], checked)));
      await setCredentials(tables, given.kind, given.name, rows);
      return { account: name, stages };
    },
    listCredentials: async ({ kind, account }) => {
      if (account !== undefined) await findAccount(account);
      const rows = await listCredentials(tables, kind, account);
      const stored = rows.map((row) => ({ ...row, addedNames: readAddedNames(row.addedNames) }));
      if (kind === 'destination') return { stored, defaults: [], fromSettings: [] };
      return {
        stored,
        defaults: await listDefaultProviders(tables, account),
        fromSettings: OUTSIDE_PROVIDERS.filter((name) => services[name] !== undefined),
      };
    },
    removeCredentials: async ({ kind, name, account, stage }) => {
      const service = kind === 'provider' ? findService(name) : undefined;
      const { name: accountName, owners } = await findAccount(account);
      const stageOwners = toStages(stage).map((one) => owners[one]);
      if ((await removeCredentials(tables, kind, name, stageOwners)) === 0)
        throw createMissingError(kind, name, accountName);
      // Without credentials, a default would only make requests fail.
      const isUseless = service !== undefined && services[service] === undefined;
      const removedDefaults = isUseless ? await removeDefaultProviders(tables, stageOwners, { name }) : [];
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
          if (services[name] === undefined && !(await findStored(tables, owner, name))?.sealed)
            throw createMissingError('provider', name, accountName);
        await setDefaultProviders(tables, stageOwners, { type, name });
      }
      return { account: accountName, stages };
    },
  };
}

type CredentialsInput = Omit<AdminInput<'setCredentials'>, 'account'>;

/** Checks the input of `setCredentials`. Its credentials get the form in which they are stored. */
function checkInput(given: CredentialsInput) {
  const { kind, name, stage, credentials, addedNames = {} } = given;
  if (kind === 'destination')
    return { kind, name, credentials: parseDestinationCredentials(name, stage, credentials) };
  const service = findService(name);
  const access = credentials && parseAccess(service, credentials);
  return { kind, name: service, credentials: access, addedNames: checkNames(service, addedNames) };
}

/** Creates the new row of an owner. For a provider, absent values stay as they are. */
async function createRow(
  { tables, openSecretBox, services }: CredentialParts,
  owner: string,
  input: ReturnType<typeof checkInput>,
): Promise<CredentialsToStore> {
  const { kind, name, credentials } = input;
  const seal = async (): Promise<string> =>
    (await openSecretBox()).encrypt(JSON.stringify(credentials), credentialsContext(kind, owner, name));
  if (input.kind === 'destination') return { owner, sealed: await seal() };
  const earlier = await findStored(tables, owner, name);
  const addedNames = JSON.stringify({
    ...(earlier && readAddedNames(earlier.addedNames)),
    ...input.addedNames,
  });
  if (credentials) return { owner, sealed: await seal(), addedNames };
  if (earlier) return { owner, sealed: earlier.sealed, addedNames };
  if (services[input.name]) return { owner, sealed: '', addedNames };
  throw new KinoraError(
    'validation_failed',
    `There are no credentials for ${name} yet that names could be added to. Give them by standard input or by --file. ${ACCESS_FORM}`,
  );
}

async function findStored(tables: Database['tables'], owner: string, provider: string) {
  return (await findCredentials(tables, 'provider', owner)).find(({ name }) => name === provider);
}

function toStages(stage: Stage | undefined): Stage[] {
  return stage === undefined ? [...STAGES] : [stage];
}

function createMissingError(kind: CredentialsKind, name: string, account: string): KinoraError {
  return new KinoraError(
    'not_found',
    kind === 'destination'
      ? `The account ${account} has no such credentials for "${name}". Run "kinora destinations list" to see all credentials.`
      : `The account ${account} has no credentials for ${name}. Run "kinora providers list" to see all providers, or "kinora providers set ${name}" to store credentials.`,
  );
}
