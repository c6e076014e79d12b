import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AdminInput, AdminOutput } from '../operations/admin-operations.ts';
import { createDialectOption, createStageOption, parseCount } from './options.ts';
import { addCredentialCommands } from './credentials/credential-commands.ts';
import { formatTable } from './format-table.ts';
import { formatTime } from './renders/format-time.ts';
import type { CommandDependencies } from './command-dependencies.ts';

/**
 * Adds `kinora accounts`, `kinora keys`, `kinora webhooks`, `kinora destinations` and `kinora providers`. They
 * work whether or not Kinora is running.
 */
export function addAdminCommands(kinora: Command, dependencies: CommandDependencies): void {
  addAccountCommands(kinora, dependencies);
  addKeyCommands(kinora, dependencies);
  addWebhookCommands(kinora, dependencies);
  addCredentialCommands(kinora, dependencies);
}

function addAccountCommands(
  kinora: Command,
  { terminal, runAdminOperation, storageSession, stopSignal }: CommandDependencies,
): void {
  const { stdout } = terminal;
  const accounts = kinora
    .command('accounts')
    .description(
      'create, list and delete accounts; each has its own renders, templates, assets, keys and share',
    );
  accounts
    .command('create')
    .description('create an account')
    .argument('<name>', 'name of the account: lower-case letters, digits and . _ - @')
    .action(async (name: string) => {
      const { notice } = await runAdminOperation('createAccount', { name });
      stdout.write(
        `Created the account ${name}. To create a key for it: kinora keys create --account ${name} --stage v1\n`,
      );
      if (notice !== undefined) stdout.write(`${notice}\n`);
    });
  accounts
    .command('list')
    .description('list the accounts')
    .action(async () => {
      stdout.write(formatAccounts(await runAdminOperation('listAccounts', {})));
    });
  accounts
    .command('delete')
    .description('delete an account with its renders, files, templates, keys and credentials')
    .argument('<name>', 'name of the account')
    .option('--yes', 'delete without asking', false)
    .action(async (name: string, { yes }: { yes: boolean }) => {
      const signal = stopSignal();
      await using session = await storageSession();
      const { deleteAccountCommand } = await import('./accounts/delete-account-command.ts');
      await deleteAccountCommand(name, yes, { terminal, run: session.run, signal });
    });
  accounts
    .command('share')
    .description('set the share of an account in the queues; one with 2 gets twice as much as one with 1')
    .argument('<name>', 'name of the account')
    .argument(
      '<weight>',
      `whole number from 1 to ${MAX_WEIGHT}; a new account has 1`,
      parseCount(1, MAX_WEIGHT),
    )
    .action(async (name: string, share: number) => {
      await runAdminOperation('setAccountShare', { name, share });
      stdout.write(`The account ${name} has the share ${share} from now on. Waiting work keeps its place.\n`);
    });
}

const MAX_WEIGHT = 100;

function addKeyCommands(kinora: Command, { terminal, runAdminOperation }: CommandDependencies): void {
  const { stdout, stderr } = terminal;
  const keys = kinora.command('keys').description('create, list and revoke API keys');
  keys
    .command('create')
    .description('create a key; it works immediately and is shown only once')
    .addOption(createStageOption('stage that the key is for (required)').makeOptionMandatory())
    .option('--account <name>', 'account that the key belongs to', 'first')
    .addOption(
      new Option(
        '--scope <scope>',
        'what the key may be used for: everything (the default), renders, or reading',
      ).choices(['full', 'render', 'read']),
    )
    .option(
      '--name <name>',
      'name that distinguishes the key from others, up to 100 characters',
      parseKeyName,
    )
    .addOption(createDialectOption('of the edits that are sent with the key'))
    .action(async (options: AdminInput<'createKey'> & { account: string }) => {
      const { id, key } = await runAdminOperation('createKey', options);
      stdout.write(`${key}\n`);
      stderr.write(
        `This key of the account ${options.account} is for ${options.stage} and has the scope ${options.scope ?? 'full'}. Store it now, because it will not be shown again.\nTo revoke it: kinora keys revoke ${id}\n`,
      );
    });
  keys
    .command('list')
    .description('list the keys, including revoked ones; the keys themselves are not shown')
    .option('--account <name>', 'list only the keys of this account')
    .action(async (options: { account?: string }) => {
      stdout.write(formatKeys(await runAdminOperation('listKeys', options)));
    });
  keys
    .command('revoke')
    .description('revoke a key; further requests with it are rejected')
    .argument('<id>', 'id of the key, as shown by kinora keys list')
    .action(async (id: string) => {
      const { account, stage } = await runAdminOperation('revokeKey', { id });
      stdout.write(`Revoked the key ${id} of the account ${account} for ${stage}.\n`);
    });
}

function parseKeyName(text: string): string {
  if (/^[^\p{Control}]{1,100}$/u.test(text)) return text;
  throw new InvalidArgumentError('It must have 1 to 100 characters in one line.');
}

function addWebhookCommands(kinora: Command, { terminal, runAdminOperation }: CommandDependencies): void {
  const { stdout, stderr } = terminal;
  kinora
    .command('webhooks')
    .description('show the secrets that sign callbacks')
    .command('secret')
    .description('show the secret with which a receiver verifies callbacks')
    .addOption(createStageOption('stage whose callbacks the secret signs (required)').makeOptionMandatory())
    .option('--account <name>', 'account whose callbacks the secret signs', 'first')
    .option('--renew', 'create a new secret, which signs all attempts from now on', false)
    .action(async (options: AdminInput<'webhookSecret'> & { account: string }) => {
      const { secret } = await runAdminOperation('webhookSecret', options);
      stdout.write(`${secret}\n`);
      stderr.write(
        `This secret signs the callbacks of the account ${options.account} in ${options.stage}. See docs/callbacks.md.\n`,
      );
    });
}

function formatAccounts(accounts: AdminOutput<'listAccounts'>): string {
  const rows = accounts.map(({ name, owners, share, created }) => [
    name,
    owners.v1,
    owners.stage,
    String(share),
    formatTime(created),
  ]);
  return formatTable(['ACCOUNT', 'OWNER IN V1', 'OWNER IN STAGE', 'SHARE', 'CREATED (UTC)'], rows);
}

function formatKeys(keys: AdminOutput<'listKeys'>): string {
  const optionalTime = (time: string | null): string => (time === null ? '-' : formatTime(time));
  const rows = keys.map((key) => [
    key.id,
    key.account,
    key.stage,
    key.scope,
    key.ending === null ? '-' : `${key.beginning ?? ''}...${key.ending}`,
    formatTime(key.created),
    optionalTime(key.used),
    optionalTime(key.revoked),
    key.dialect ?? '-',
    key.first ? 'settings' : '-',
    key.name ?? '-',
  ]);
  const times = ['CREATED (UTC)', 'USED (UTC)', 'REVOKED (UTC)'];
  return formatTable(
    ['ID', 'ACCOUNT', 'STAGE', 'SCOPE', 'KEY', ...times, 'DIALECT', 'FIXED BY', 'NAME'],
    rows,
  );
}
