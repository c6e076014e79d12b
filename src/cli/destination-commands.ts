import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { KinoraError } from '../base/errors.ts';
import { jsonOrUndefined } from '../base/json.ts';
import type { Administer, Input, Output } from './administration.ts';
import { tableOf } from './table.ts';
import type { Terminal } from './terminal.ts';

interface Whose {
  readonly account: string;
  readonly stage?: Input<'createKey'>['stage'];
}

interface Parts {
  readonly terminal: Terminal;
  readonly administer: Administer;
}

/** Adds `kinora destinations`. Credentials come from a file or standard input, never from arguments: a shell remembers those. */
export function addDestinations(kinora: Command, parts: Parts): void {
  const { terminal, administer } = parts;
  const { stdout } = terminal;
  const destinations = kinora
    .command('destinations')
    .description('keep the credentials for the places that finished files are sent to');
  ofAccount(destinations.command('set'))
    .description('store the credentials for a provider, encrypted, in place of earlier ones')
    .argument('<provider>', 'its name in an edit, such as s3')
    .option('--file <file>', 'a JSON object with the credentials; without it, standard input')
    .action(async (provider: string, wanted: Whose & { file?: string }) => {
      const { file, ...whose } = wanted;
      const credentials = await readCredentials(parts, provider, file);
      const { account, stages } = await administer('setDestination', { provider, ...whose, credentials });
      const where = stages.join(' and ');
      stdout.write(`The credentials of the account ${account} for ${provider} in ${where} are stored.\n`);
    });
  destinations
    .command('list')
    .description('list the providers that there are credentials for; the credentials are never shown')
    .option('--account <name>', 'only those of this account')
    .action(async (wanted: { account?: string }) => {
      stdout.write(credentialsTable(await administer('listDestinations', wanted)));
    });
  ofAccount(destinations.command('remove'))
    .description('forget the credentials for a provider')
    .argument('<provider>', 'its name in an edit, such as s3')
    .action(async (provider: string, whose: Whose) => {
      const { account } = await administer('removeDestination', { provider, ...whose });
      stdout.write(`The credentials of the account ${account} for ${provider} are forgotten.\n`);
    });
}

function ofAccount(command: Command): Command {
  return command
    .option('--account <name>', 'the account that they belong to', 'first')
    .addOption(
      new Option('--stage <stage>', 'only for this version of the API; without it, for both').choices([
        'v1',
        'stage',
      ]),
    );
}

/** Says to a person at the keyboard what is wanted. */
async function readCredentials(
  { terminal: { stdin, stderr, cwd }, administer }: Parts,
  provider: string,
  file: string | undefined,
): Promise<Record<string, unknown>> {
  const fields = await administer('destinationFields', { provider });
  if (file === undefined && 'isTTY' in stdin && stdin.isTTY === true)
    stderr.write(`${wanted(provider, fields)}\nType or paste it, then press Ctrl+D.\n`);
  const json = file === undefined || file === '-' ? await text(stdin) : await readText(resolve(cwd, file));
  const value = jsonOrUndefined(json);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    // An object that came out of JSON.
    return value as Record<string, unknown>;
  throw new KinoraError('not_json', `That is no JSON object. ${wanted(provider, fields)}`);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new KinoraError('not_found', `The file ${path} cannot be read.`, { cause });
  }
}

function wanted(provider: string, fields: Output<'destinationFields'>): string {
  const lines = fields.map(
    ({ name, required, description }) => `  ${name}${required ? '' : ' (optional)'}: ${description}`,
  );
  return `The credentials for ${provider} are a JSON object of:\n${lines.join('\n')}`;
}

function credentialsTable(rows: Output<'listDestinations'>): string {
  const cells = rows.map(({ account, stage, provider, updated }) => [
    ...[account, stage, provider],
    updated.slice(0, 19).replace('T', ' '),
  ]);
  return tableOf(['ACCOUNT', 'STAGE', 'PROVIDER', 'STORED (UTC)'], cells);
}
