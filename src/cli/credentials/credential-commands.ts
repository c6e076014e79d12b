import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { KinoraError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { tryParseJson } from '../../base/try-parse-json.ts';
import { OUTSIDE_PROVIDERS } from '../../create/model.ts';
import type { AdminInput, AdminOutput, RunAdminOperation } from '../../operations/admin-operations.ts';
import { formatTable, formatTime } from '../format.ts';
import { createStageOption } from '../options.ts';
import type { CommandDependencies } from '../command-dependencies.ts';

type Kind = AdminInput<'listCredentials'>['kind'];
type Names = NonNullable<AdminInput<'setCredentials'>['addedNames']>;
type Credentials = AdminInput<'setCredentials'>['credentials'];
type Stored = AdminOutput<'listCredentials'>;

interface OwnerOptions {
  readonly account: string;
  readonly stage?: AdminInput<'createKey'>['stage'];
}

interface SetOptions extends OwnerOptions, Names {
  readonly file?: string;
}

/** The words of the commands for one kind of credentials. */
const WORDS = {
  destination: {
    command: 'destinations',
    about: 'manage the credentials for the destinations of finished files',
    argument: '<provider>',
    name: 'name of the provider as in an edit, such as s3',
    account: 'account that the credentials belong to',
    stage: 'stage that the credentials are for; both by default',
    set: 'store credentials for a provider, encrypted; replaces earlier ones',
    list: 'list the providers that have credentials; the credentials are not shown',
    listed: 'list only the credentials of this account',
    remove: 'remove the credentials for a provider',
  },
  provider: {
    command: 'providers',
    about: 'manage the services that generate media, and their keys',
    argument: '<name>',
    name: `name of the provider: ${OUTSIDE_PROVIDERS.join(', ')}`,
    account: 'account that the provider is for',
    stage: 'stage that the provider is for; both by default',
    set: 'store the key for a provider, encrypted; replaces an earlier one',
    list: 'list the providers that have keys, and the defaults; the keys are not shown',
    listed: 'list only the providers of this account',
    remove: 'remove the key for a provider, its added names, and the defaults that need it',
  },
} as const;

const FIELDS = `  key: API key of the service
  url (optional): base URL of a server with the same API, also in a private network
  model (optional): model for requests that name none`;

const SET_HELP = `
The credentials are a JSON object with these fields:
${FIELDS}
With --models, --voices or --avatars alone, the key stays as it is. Each of them replaces the names that
were added before; an empty list ("") removes them.`;

/**
 * Adds `kinora destinations` and `kinora providers`. They read credentials from a file or standard input, because
 * shells store arguments in their history.
 */
export function addCredentialCommands(kinora: Command, dependencies: CommandDependencies): void {
  for (const kind of ['destination', 'provider'] as const) {
    const commands = kinora.command(WORDS[kind].command).description(WORDS[kind].about);
    const set = addSetCommand(commands, kind, dependencies);
    if (kind === 'provider') {
      addNameOptions(set);
      addDefaultCommand(commands, dependencies);
    }
    addListCommand(commands, kind, dependencies);
    addRemoveCommand(commands, kind, dependencies);
  }
}

function addSetCommand(commands: Command, kind: Kind, dependencies: CommandDependencies): Command {
  const { terminal, runAdminOperation } = dependencies;
  const words = WORDS[kind];
  return addOwnerOptions(commands.command('set'), kind)
    .description(words.set)
    .argument(words.argument, words.name)
    .option('--file <file>', 'JSON file with the credentials; standard input by default')
    .action(async (name: string, { file, models, voices, avatars, ...owner }: SetOptions) => {
      const names = { ...(models && { models }), ...(voices && { voices }), ...(avatars && { avatars }) };
      const of = { kind, name, ...owner };
      const addedNames = Object.keys(names).length > 0 ? names : undefined;
      const credentials = await readCredentials(dependencies, of, file, addedNames !== undefined);
      const input = { ...of, ...(credentials && { credentials }), ...(addedNames && { addedNames }) };
      const { account, stages } = await runAdminOperation('setCredentials', input);
      const what = credentials ? 'credentials' : 'added names';
      const where = stages.join(' and ');
      terminal.stdout.write(`Stored the ${what} of the account ${account} for ${name} in ${where}.\n`);
    });
}

/** Adds the options and the help that only the keys for providers have. */
function addNameOptions(set: Command): void {
  for (const list of ['models', 'voices', 'avatars']) {
    const description = `${list} to allow besides the documented ones, separated by commas`;
    set.option(`--${list} <names>`, description, toNames);
  }
  set.addHelpText('after', SET_HELP);
}

function addListCommand(
  commands: Command,
  kind: Kind,
  { terminal, runAdminOperation }: CommandDependencies,
): void {
  commands
    .command('list')
    .description(WORDS[kind].list)
    .option('--account <name>', WORDS[kind].listed)
    .action(async (options: { account?: string }) => {
      const stored = await runAdminOperation('listCredentials', { kind, ...options });
      terminal.stdout.write(kind === 'destination' ? formatDestinations(stored) : formatProviders(stored));
    });
}

function addRemoveCommand(
  commands: Command,
  kind: Kind,
  { terminal: { stdout }, runAdminOperation }: CommandDependencies,
): void {
  addOwnerOptions(commands.command('remove'), kind)
    .description(WORDS[kind].remove)
    .argument(WORDS[kind].argument, WORDS[kind].name)
    .action(async (name: string, owner: OwnerOptions) => {
      const removed = await runAdminOperation('removeCredentials', { kind, name, ...owner });
      stdout.write(`Removed the credentials of the account ${removed.account} for ${name}.\n`);
      for (const type of removed.removedDefaults) stdout.write(`It is no longer the default for ${type}.\n`);
    });
}

function addDefaultCommand(providers: Command, { terminal, runAdminOperation }: CommandDependencies): void {
  addOwnerOptions(providers.command('set-default'), 'provider')
    .description('choose the provider that stands for the built-in one')
    .argument('<type>', 'type of media: text-to-image, text-generator, image-to-video or text-to-video')
    .argument('<name>', 'name of a provider that has a key, or built-in to remove the choice')
    .action(async (type: string, name: string, owner: OwnerOptions) => {
      const set = await runAdminOperation('setDefaultProvider', { type, name, ...owner });
      const where = `the account ${set.account} in ${set.stages.join(' and ')}`;
      terminal.stdout.write(
        name === 'built-in'
          ? `No provider is the default for ${type} of ${where}.\n`
          : `${name} is now the default for ${type} of ${where}.\n`,
      );
    });
}

function addOwnerOptions(command: Command, kind: Kind): Command {
  return command
    .option('--account <name>', WORDS[kind].account, 'first')
    .addOption(createStageOption(WORDS[kind].stage));
}

function toNames(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The credentials that a command sets. */
interface CredentialsSubject extends OwnerOptions {
  readonly kind: Kind;
  readonly name: string;
}

/**
 * Reads credentials from a file or standard input. Prompts for them if standard input is a terminal.
 *
 * @param hasNames true if there are names to add.
 * @returns undefined if only names are to be added: if there is no input, or if standard input is a terminal and
 *   there is a stored key already.
 */
async function readCredentials(
  { terminal: { stdin, stderr, cwd }, runAdminOperation }: CommandDependencies,
  of: CredentialsSubject,
  file: string | undefined,
  hasNames: boolean,
): Promise<Credentials> {
  const isTerminal = file === undefined && 'isTTY' in stdin && stdin.isTTY === true;
  const mayBeAbsent = hasNames && file === undefined;
  if (isTerminal && mayBeAbsent && (await hasKey(runAdminOperation, of))) return undefined;
  const form = `The credentials for ${of.name} are a JSON object with these fields:\n${await describeFields(runAdminOperation, of)}`;
  if (isTerminal) stderr.write(`${form}\nType or paste this object, then press Ctrl+D.\n`);
  const json = file === undefined || file === '-' ? await text(stdin) : await readText(resolve(cwd, file));
  if (mayBeAbsent && json.trim() === '') return undefined;
  const value = tryParseJson(json);
  if (isObject(value)) return value;
  throw new KinoraError('not_json', `The input is not a JSON object. ${form}`);
}

/** Describes the fields of credentials, one in each line. */
async function describeFields(
  run: RunAdminOperation,
  { kind, name: of }: CredentialsSubject,
): Promise<string> {
  if (kind === 'provider') return FIELDS;
  const fields = await run('destinationFields', { name: of });
  const lines = fields.map(
    ({ name, required, description }) => `  ${name}${required ? '' : ' (optional)'}: ${description}`,
  );
  return lines.join('\n');
}

/** True if a key of a provider is stored, for the stage or for both stages, or comes from the settings. */
async function hasKey(
  run: RunAdminOperation,
  { kind, name, account, stage }: CredentialsSubject,
): Promise<boolean> {
  const { stored, fromSettings } = await run('listCredentials', { kind, account });
  const rows = stored.filter((row) => row.name === name && (stage ?? row.stage) === row.stage);
  return rows.length === (stage === undefined ? 2 : 1) || fromSettings.some((each) => each === name);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new KinoraError('not_found', `The file ${path} cannot be read.`, { cause });
  }
}

function formatDestinations({ stored }: Stored): string {
  const rows = stored.map(({ account, stage, name, updated }) => [account, stage, name, formatTime(updated)]);
  return formatTable(['ACCOUNT', 'STAGE', 'PROVIDER', 'STORED (UTC)'], rows);
}

function formatProviders({ stored, defaults, fromSettings }: Stored): string {
  const rows = stored.map(({ account, stage, name, addedNames, updated }) => [
    account,
    stage,
    name,
    formatNames(addedNames),
    formatTime(updated),
  ]);
  const chosen = defaults.map(({ account, stage, type, name }) => [account, stage, type, name]);
  if (rows.length + fromSettings.length + chosen.length === 0) return NOTHING_STORED;
  return [
    formatTable(['ACCOUNT', 'STAGE', 'PROVIDER', 'ADDED NAMES', 'STORED (UTC)'], rows),
    fromSettings.length === 0 ? '' : `\nFrom the settings, for all accounts: ${fromSettings.join(', ')}\n`,
    chosen.length === 0 ? '' : `\n${formatTable(['ACCOUNT', 'STAGE', 'TYPE', 'DEFAULT'], chosen)}`,
  ].join('');
}

const NOTHING_STORED = `No provider has a key. The providers are ${OUTSIDE_PROVIDERS.join(', ')}. Store the key of one with: kinora providers set NAME\n`;

function formatNames(names: Stored['stored'][number]['addedNames']): string {
  const lists = Object.entries(names).filter(([, list]) => list.length > 0);
  return lists.map(([kind, list]) => `${kind}: ${list.join(', ')}`).join('; ') || '-';
}
