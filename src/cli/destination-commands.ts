import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { KinoraError } from '../base/errors.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import type { RunAdminOperation, AdminInput, AdminOutput } from '../operations/admin-operations.ts';
import { formatTable } from './format-table.ts';
import type { Terminal } from './terminal.ts';

interface AccountOptions {
  readonly account: string;
  readonly stage?: AdminInput<'createKey'>['stage'];
}

interface DestinationDependencies {
  readonly terminal: Terminal;
  readonly runAdminOperation: RunAdminOperation;
}

/**
 * Adds `kinora destinations`. It reads credentials from a file or standard input, because shells store
 * arguments in their history.
 */
export function addDestinationCommands(kinora: Command, dependencies: DestinationDependencies): void {
  const { terminal, runAdminOperation } = dependencies;
  const { stdout } = terminal;
  const destinations = kinora
    .command('destinations')
    .description('manage the credentials for the destinations of finished files');
  addAccountOptions(destinations.command('set'))
    .description('store credentials for a provider, encrypted; replaces earlier ones')
    .argument('<provider>', 'name of the provider as in an edit, such as s3')
    .option('--file <file>', 'JSON file with the credentials; standard input by default')
    .action(async (provider: string, options: AccountOptions & { file?: string }) => {
      const { file, ...owner } = options;
      const credentials = await readCredentials(dependencies, provider, file);
      const { account, stages } = await runAdminOperation('setDestination', {
        provider,
        ...owner,
        credentials,
      });
      const where = stages.join(' and ');
      stdout.write(`Stored the credentials of the account ${account} for ${provider} in ${where}.\n`);
    });
  destinations
    .command('list')
    .description('list the providers that have credentials; the credentials are not shown')
    .option('--account <name>', 'list only the credentials of this account')
    .action(async (options: { account?: string }) => {
      stdout.write(formatCredentials(await runAdminOperation('listDestinations', options)));
    });
  addAccountOptions(destinations.command('remove'))
    .description('remove the credentials for a provider')
    .argument('<provider>', 'name of the provider as in an edit, such as s3')
    .action(async (provider: string, owner: AccountOptions) => {
      const { account } = await runAdminOperation('removeDestination', { provider, ...owner });
      stdout.write(`Removed the credentials of the account ${account} for ${provider}.\n`);
    });
}

function addAccountOptions(command: Command): Command {
  return command
    .option('--account <name>', 'account that the credentials belong to', 'first')
    .addOption(
      new Option('--stage <stage>', 'stage that the credentials are for; both by default').choices([
        'v1',
        'stage',
      ]),
    );
}

/** Reads credentials from a file or standard input. Prompts for them if standard input is a terminal. */
async function readCredentials(
  { terminal: { stdin, stderr, cwd }, runAdminOperation }: DestinationDependencies,
  provider: string,
  file: string | undefined,
): Promise<Record<string, unknown>> {
  const fields = await runAdminOperation('destinationFields', { provider });
  if (file === undefined && 'isTTY' in stdin && stdin.isTTY === true)
    stderr.write(`${describeCredentials(provider, fields)}\nType or paste this object, then press Ctrl+D.\n`);
  const json = file === undefined || file === '-' ? await text(stdin) : await readText(resolve(cwd, file));
  const value = tryParseJson(json);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new KinoraError(
    'not_json',
    `The input is not a JSON object. ${describeCredentials(provider, fields)}`,
  );
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new KinoraError('not_found', `The file ${path} cannot be read.`, { cause });
  }
}

function describeCredentials(provider: string, fields: AdminOutput<'destinationFields'>): string {
  const lines = fields.map(
    ({ name, required, description }) => `  ${name}${required ? '' : ' (optional)'}: ${description}`,
  );
  return `The credentials for ${provider} are a JSON object with these fields:\n${lines.join('\n')}`;
}

function formatCredentials(rows: AdminOutput<'listDestinations'>): string {
  const cells = rows.map(({ account, stage, provider, updated }) => [
    account,
    stage,
    provider,
    updated.slice(0, 19).replace('T', ' '),
  ]);
  return formatTable(['ACCOUNT', 'STAGE', 'PROVIDER', 'STORED (UTC)'], cells);
}
