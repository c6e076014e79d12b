import { type Command, Option } from 'commander';
import type { Administer, Input, Output } from './administration.ts';
import { addDestinations } from './destination-commands.ts';
import { tableOf } from './table.ts';
import type { Terminal } from './terminal.ts';

type Stage = Input<'createKey'>['stage'];

/** What the commands for accounts and keys need. */
export interface AdministrationParts {
  readonly terminal: Terminal;
  readonly administer: Administer;
}

/** Adds `kinora accounts`, `kinora keys`, `kinora webhooks` and `kinora destinations`, which work while Kinora runs and while it does not. */
export function addAdministration(kinora: Command, parts: AdministrationParts): void {
  addAccounts(kinora, parts);
  addKeys(kinora, parts);
  addWebhooks(kinora, parts);
  addDestinations(kinora, parts);
}

function addAccounts(kinora: Command, { terminal: { stdout }, administer }: AdministrationParts): void {
  const accounts = kinora
    .command('accounts')
    .description('make and list accounts: each has its own renders, templates, assets and keys');
  accounts
    .command('create')
    .description('make an account')
    .argument('<name>', 'lower-case letters, digits and . _ - @')
    .action(async (name: string) => {
      await administer('createAccount', { name });
      stdout.write(
        `The account ${name} was made; kinora keys create --account ${name} --stage v1 makes a key for it.\n`,
      );
    });
  accounts
    .command('list')
    .description('list the accounts')
    .action(async () => void stdout.write(accountTable(await administer('listAccounts', {}))));
}

function addKeys(kinora: Command, { terminal, administer }: AdministrationParts): void {
  const { stdout, stderr } = terminal;
  const keys = kinora.command('keys').description('make, list and revoke API keys');
  keys
    .command('create')
    .description('make a key; it works at once, and is shown this once')
    .addOption(
      new Option('--stage <stage>', 'the version of the API that it opens (required)')
        .choices(['v1', 'stage'])
        .makeOptionMandatory(),
    )
    .option('--account <name>', 'the account that it belongs to', 'first')
    .action(async (wanted: { stage: Stage; account: string }) => {
      const { id, key } = await administer('createKey', wanted);
      stdout.write(`${key}\n`);
      stderr.write(
        `This key of the account ${wanted.account} opens ${wanted.stage}. It will not be shown again; keep it now.\nTo end it: kinora keys revoke ${id}\n`,
      );
    });
  keys
    .command('list')
    .description('list the keys, revoked ones too; a key itself is never shown again')
    .option('--account <name>', 'only the keys of this account')
    .action(async (wanted: { account?: string }) => {
      stdout.write(keyTable(await administer('listKeys', wanted)));
    });
  keys
    .command('revoke')
    .description('end a key: the next request with it is refused')
    .argument('<id>', 'the id that kinora keys list shows')
    .action(async (id: string) => {
      const { account, stage } = await administer('revokeKey', { id });
      stdout.write(`The key ${id} of the account ${account} for ${stage} is revoked.\n`);
    });
}

function addWebhooks(kinora: Command, { terminal, administer }: AdministrationParts): void {
  const { stdout, stderr } = terminal;
  kinora
    .command('webhooks')
    .description('show what callbacks are signed with')
    .command('secret')
    .description('show the secret by which a receiver knows that a callback is ours')
    .addOption(
      new Option('--stage <stage>', 'the version of the API whose callbacks it signs (required)')
        .choices(['v1', 'stage'])
        .makeOptionMandatory(),
    )
    .option('--account <name>', 'the account whose callbacks it signs', 'first')
    .option('--renew', 'make another one, which every attempt from now on is signed with', false)
    .action(async (wanted: { stage: Stage; account: string; renew: boolean }) => {
      const { secret } = await administer('webhookSecret', wanted);
      stdout.write(`${secret}\n`);
      stderr.write(
        `It signs the callbacks of the account ${wanted.account} in ${wanted.stage}; see docs/callbacks.md.\n`,
      );
    });
}

function accountTable(accounts: Output<'listAccounts'>): string {
  const rows = accounts.map(({ name, owners, created }) => [
    name,
    owners.v1,
    owners.stage,
    shownTime(created),
  ]);
  return tableOf(['ACCOUNT', 'OWNER IN V1', 'OWNER IN STAGE', 'CREATED (UTC)'], rows);
}

function keyTable(keys: Output<'listKeys'>): string {
  const rows = keys.map(({ id, account, stage, ending, created, first, revoked }) => [
    id,
    account,
    stage,
    ending === null ? '-' : `...${ending}`,
    shownTime(created),
    revoked === null ? '-' : shownTime(revoked),
    first ? 'settings' : 'command',
  ]);
  return tableOf(['ID', 'ACCOUNT', 'STAGE', 'KEY', 'CREATED (UTC)', 'REVOKED (UTC)', 'MADE BY'], rows);
}

/** To the second, as 2026-11-20 15:20:07. */
function shownTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}
