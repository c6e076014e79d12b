import { type Command, Option } from 'commander';
import type { RunAdminOperation, AdminInput, AdminOutput } from './admin-operations.ts';
import { addDestinationCommands } from './destination-commands.ts';
import { formatTable } from './format-table.ts';
import type { Terminal } from './terminal.ts';

type Stage = AdminInput<'createKey'>['stage'];

/** What the commands for accounts and keys need. */
export interface AdminDependencies {
  readonly terminal: Terminal;
  readonly runAdminOperation: RunAdminOperation;
}

/** Adds `kinora accounts`, `kinora keys`, `kinora webhooks` and `kinora destinations`, which work while Kinora runs and while it does not. */
export function addAdminCommands(kinora: Command, dependencies: AdminDependencies): void {
  addAccountCommands(kinora, dependencies);
  addKeyCommands(kinora, dependencies);
  addWebhookCommands(kinora, dependencies);
  addDestinationCommands(kinora, dependencies);
}

function addAccountCommands(
  kinora: Command,
  { terminal: { stdout }, runAdminOperation }: AdminDependencies,
): void {
  const accounts = kinora
    .command('accounts')
    .description('make and list accounts: each has its own renders, templates, assets and keys');
  accounts
    .command('create')
    .description('make an account')
    .argument('<name>', 'lower-case letters, digits and . _ - @')
    .action(async (name: string) => {
      await runAdminOperation('createAccount', { name });
      stdout.write(
        `The account ${name} was made; kinora keys create --account ${name} --stage v1 makes a key for it.\n`,
      );
    });
  accounts
    .command('list')
    .description('list the accounts')
    .action(async () => void stdout.write(formatAccounts(await runAdminOperation('listAccounts', {}))));
}

function addKeyCommands(kinora: Command, { terminal, runAdminOperation }: AdminDependencies): void {
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
    .action(async (options: { stage: Stage; account: string }) => {
      const { id, key } = await runAdminOperation('createKey', options);
      stdout.write(`${key}\n`);
      stderr.write(
        `This key of the account ${options.account} opens ${options.stage}. It will not be shown again; keep it now.\nTo end it: kinora keys revoke ${id}\n`,
      );
    });
  keys
    .command('list')
    .description('list the keys, revoked ones too; a key itself is never shown again')
    .option('--account <name>', 'only the keys of this account')
    .action(async (options: { account?: string }) => {
      stdout.write(formatKeys(await runAdminOperation('listKeys', options)));
    });
  keys
    .command('revoke')
    .description('end a key: the next request with it is refused')
    .argument('<id>', 'the id that kinora keys list shows')
    .action(async (id: string) => {
      const { account, stage } = await runAdminOperation('revokeKey', { id });
      stdout.write(`The key ${id} of the account ${account} for ${stage} is revoked.\n`);
    });
}

function addWebhookCommands(kinora: Command, { terminal, runAdminOperation }: AdminDependencies): void {
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
    .action(async (options: { stage: Stage; account: string; renew: boolean }) => {
      const { secret } = await runAdminOperation('webhookSecret', options);
      stdout.write(`${secret}\n`);
      stderr.write(
        `It signs the callbacks of the account ${options.account} in ${options.stage}; see docs/callbacks.md.\n`,
      );
    });
}

function formatAccounts(accounts: AdminOutput<'listAccounts'>): string {
  const rows = accounts.map(({ name, owners, created }) => [
    name,
    owners.v1,
    owners.stage,
    formatTime(created),
  ]);
  return formatTable(['ACCOUNT', 'OWNER IN V1', 'OWNER IN STAGE', 'CREATED (UTC)'], rows);
}

function formatKeys(keys: AdminOutput<'listKeys'>): string {
  const rows = keys.map(({ id, account, stage, ending, created, first, revoked }) => [
    id,
    account,
    stage,
    ending === null ? '-' : `...${ending}`,
    formatTime(created),
    revoked === null ? '-' : formatTime(revoked),
    first ? 'settings' : 'command',
  ]);
  return formatTable(['ID', 'ACCOUNT', 'STAGE', 'KEY', 'CREATED (UTC)', 'REVOKED (UTC)', 'MADE BY'], rows);
}

/** To the second, as 2026-11-20 15:20:07. */
function formatTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}
