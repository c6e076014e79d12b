import { type Command, InvalidArgumentError, Option } from 'commander';
import { MAX_LISTED, SHOWN_STATUSES } from '../../operations/render-reports.ts';
import type { RendersListOptions } from './renders-command.ts';
import type { CommandDependencies } from '../command-dependencies.ts';

const DEFAULT_LIMIT = 20;
const ID = 'id of the render, or a beginning of it that no other render has';
const HELP = `
The commands work whether or not Kinora is running. docs/queue-and-log.md shows what they print.`;

/** Adds `kinora renders`, with which the operator sees and changes the renders of all accounts. */
export function addRendersCommand(
  kinora: Command,
  { terminal, runAdminOperation: run }: CommandDependencies,
): void {
  const load = async () => await import('./renders-command.ts');
  const renders = kinora
    .command('renders')
    .description('list, show, retry and cancel the renders of all accounts')
    .addHelpText('after', HELP);
  renders
    .command('list')
    .description('list renders, newest first')
    .addOption(new Option('--status <status>', 'list only renders with this status').choices(SHOWN_STATUSES))
    .option('--account <name>', 'list only renders of this account')
    .option('--owner <owner>', 'list only renders of this owner, as the API shows it')
    .option('--limit <number>', `maximum number of renders, 1 to ${MAX_LISTED}`, parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print JSON', false)
    .action(async (options: RendersListOptions) => (await load()).listRendersCommand(options, terminal, run));
  renders
    .command('show')
    .description('show a render with its attempts, files and callbacks')
    .argument('<id>', ID)
    .option('--json', 'print JSON', false)
    .action(async (id: string, options: { json: boolean }) =>
      (await load()).showRenderCommand(id, options, terminal, run),
    );
  renders
    .command('retry')
    .description('queue failed renders again under their own ids; their callbacks are sent again at the end')
    .argument('<id...>', ID)
    .option('--json', 'print JSON', false)
    .action(async (ids: string[], options: { json: boolean }) =>
      (await load()).changeRendersCommand('retry', ids, options, terminal, run),
    );
  renders
    .command('cancel')
    .description('cancel renders that are waiting or running')
    .argument('<id...>', ID)
    .option('--json', 'print JSON', false)
    .action(async (ids: string[], options: { json: boolean }) =>
      (await load()).changeRendersCommand('cancel', ids, options, terminal, run),
    );
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MAX_LISTED) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_LISTED}.`);
}
