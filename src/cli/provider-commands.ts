import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { KinoraError } from '../base/errors.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import { SERVICE_NAMES } from '../create/model.ts';
import type { AdminInput, AdminOutput, RunAdminOperation } from '../operations/admin-operations.ts';
import { formatTable } from './format-table.ts';
import type { Terminal } from './terminal.ts';

type Names = AdminInput<'setProvider'>['addedNames'];
type Credentials = AdminInput<'setProvider'>['credentials'];

interface ServiceOwnerOptions {
  readonly account: string;
  readonly stage?: AdminInput<'createKey'>['stage'];
}

interface SetOptions extends ServiceOwnerOptions, Names {
  readonly file?: string;
}

interface ProviderDependencies {
  readonly terminal: Terminal;
  readonly runAdminOperation: RunAdminOperation;
}

const NAME_HELP = `name of the provider: ${SERVICE_NAMES.join(', ')}`;

const FIELDS = `  key: API key of the service
  url (optional): base URL of a server with the same API, also in a private network
  model (optional): model for requests that name none`;

const SET_HELP = `
The credentials are a JSON object with these fields:
${FIELDS}
With --models, --voices or --avatars alone, the key stays as it is. Each of them replaces the names that
were added before; an empty list ("") removes them.`;

/**
 * Adds `kinora providers`. It reads keys from a file or standard input, because shells store arguments in their
 * history.
 */
export function addProviderCommands(kinora: Command, dependencies: ProviderDependencies): void {
  const providers = kinora
    .command('providers')
    .description('manage the services that generate media, and their keys');
  addSetCommand(providers, dependencies);
  addDefaultCommand(providers, dependencies);
  const {
    terminal: { stdout },
    runAdminOperation,
  } = dependencies;
  providers
    .command('list')
    .description('list the providers that have keys, and the defaults; the keys are not shown')
    .option('--account <name>', 'list only the providers of this account')
    .action(async (options: { account?: string }) => {
      stdout.write(formatProviders(await runAdminOperation('listProviders', options)));
    });
  addOwnerOptions(providers.command('remove'))
    .description('remove the key for a provider, its added names, and the defaults that need it')
    .argument('<name>', NAME_HELP)
    .action(async (name: string, owner: ServiceOwnerOptions) => {
      const removed = await runAdminOperation('removeProvider', { name, ...owner });
      stdout.write(`Removed the credentials of the account ${removed.account} for ${name}.\n`);
      for (const type of removed.removedDefaults) stdout.write(`It is no longer the default for ${type}.\n`);
    });
}

function addSetCommand(providers: Command, dependencies: ProviderDependencies): void {
  const { terminal, runAdminOperation } = dependencies;
  addOwnerOptions(providers.command('set'))
    .description('store the key for a provider, encrypted; replaces an earlier one')
    .argument('<name>', NAME_HELP)
    .option('--file <file>', 'JSON file with the credentials; standard input by default')
    .option('--models <names>', 'models to allow besides the documented ones, separated by commas', toNames)
    .option('--voices <names>', 'voices to allow besides the documented ones, separated by commas', toNames)
    .option('--avatars <names>', 'avatars to allow besides the documented ones, separated by commas', toNames)
    .addHelpText('after', SET_HELP)
    .action(async (name: string, { file, models, voices, avatars, ...owner }: SetOptions) => {
      const addedNames = {
        ...(models && { models }),
        ...(voices && { voices }),
        ...(avatars && { avatars }),
      };
      const credentials = await readAccess(dependencies, { name, ...owner }, file, addedNames);
      const input = { name, ...owner, ...(credentials && { credentials }), addedNames };
      const { account, stages } = await runAdminOperation('setProvider', input);
      const what = credentials ? 'credentials' : 'added names';
      const where = stages.join(' and ');
      terminal.stdout.write(`Stored the ${what} of the account ${account} for ${name} in ${where}.\n`);
    });
}

function addDefaultCommand(providers: Command, { terminal, runAdminOperation }: ProviderDependencies): void {
  addOwnerOptions(providers.command('set-default'))
    .description('choose the provider that stands for the built-in one')
    .argument('<type>', 'type of media: text-to-image, text-generator or image-to-video')
    .argument('<name>', 'name of a provider that has a key, or built-in to remove the choice')
    .action(async (type: string, name: string, owner: ServiceOwnerOptions) => {
      const set = await runAdminOperation('setDefaultProvider', { type, name, ...owner });
      const where = `the account ${set.account} in ${set.stages.join(' and ')}`;
      terminal.stdout.write(
        name === 'built-in'
          ? `No provider is the default for ${type} of ${where}.\n`
          : `${name} is now the default for ${type} of ${where}.\n`,
      );
    });
}

function addOwnerOptions(command: Command): Command {
  return command
    .option('--account <name>', 'account that the provider is for', 'first')
    .addOption(
      new Option('--stage <stage>', 'stage that the provider is for; both by default').choices([
        'v1',
        'stage',
      ]),
    );
}

function toNames(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * Reads the access from a file or standard input. Prompts for it if standard input is a terminal.
 *
 * @returns undefined if only names are to be added: if there is no input, or if standard input is a terminal and
 *   there is a stored key already.
 */
async function readAccess(
  { terminal: { stdin, stderr, cwd }, runAdminOperation }: ProviderDependencies,
  of: ServiceOwnerOptions & { readonly name: string },
  file: string | undefined,
  addedNames: Names,
): Promise<Credentials> {
  const isTerminal = file === undefined && 'isTTY' in stdin && stdin.isTTY === true;
  const onlyNames = file === undefined && Object.keys(addedNames).length > 0;
  if (isTerminal && onlyNames && (await hasKey(runAdminOperation, of))) return undefined;
  if (isTerminal) stderr.write(`${describeAccess(of.name)}\nType or paste this object, then press Ctrl+D.\n`);
  const json = file === undefined || file === '-' ? await text(stdin) : await readText(resolve(cwd, file));
  if (onlyNames && json.trim() === '') return undefined;
  const value = tryParseJson(json);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Credentials;
  throw new KinoraError('not_json', `The input is not a JSON object. ${describeAccess(of.name)}`);
}

/** True if a key of a provider is stored, for the stage or for both stages, or comes from the settings. */
async function hasKey(
  runAdminOperation: RunAdminOperation,
  { name, account, stage }: ServiceOwnerOptions & { readonly name: string },
): Promise<boolean> {
  const { providers, fromSettings } = await runAdminOperation('listProviders', { account });
  const rows = providers.filter((row) => row.name === name && (stage ?? row.stage) === row.stage);
  return rows.length === (stage === undefined ? 2 : 1) || fromSettings.some((each) => each === name);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new KinoraError('not_found', `The file ${path} cannot be read.`, { cause });
  }
}

function describeAccess(name: string): string {
  return `The credentials for ${name} are a JSON object with these fields:\n${FIELDS}`;
}

function formatProviders({ providers, defaults, fromSettings }: AdminOutput<'listProviders'>): string {
  const rows = providers.map(({ account, stage, name, addedNames, updated }) => [
    account,
    stage,
    name,
    formatNames(addedNames),
    updated.slice(0, 19).replace('T', ' '),
  ]);
  const chosen = defaults.map(({ account, stage, type, name }) => [account, stage, type, name]);
  if (rows.length + fromSettings.length + chosen.length === 0) return NOTHING_STORED;
  return [
    formatTable(['ACCOUNT', 'STAGE', 'PROVIDER', 'ADDED NAMES', 'STORED (UTC)'], rows),
    fromSettings.length === 0 ? '' : `\nFrom the settings, for all accounts: ${fromSettings.join(', ')}\n`,
    chosen.length === 0 ? '' : `\n${formatTable(['ACCOUNT', 'STAGE', 'TYPE', 'DEFAULT'], chosen)}`,
  ].join('');
}

const NOTHING_STORED = `No provider has a key. The providers are ${SERVICE_NAMES.join(', ')}. Store the key of one with: kinora providers set NAME\n`;

function formatNames(names: AdminOutput<'listProviders'>['providers'][number]['addedNames']): string {
  const lists = Object.entries(names).filter(([, list]) => list.length > 0);
  return lists.map(([kind, list]) => `${kind}: ${list.join(', ')}`).join('; ') || '-';
}
