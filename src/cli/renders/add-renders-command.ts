import { type Command, Option } from 'commander';
import { KinoraError } from '../../base/errors.ts';
import { MAX_CHANGED, MAX_LISTED, type RenderLine, SHOWN_STATUSES } from '../../operations/render-reports.ts';
import type { CommandDependencies } from '../command-dependencies.ts';
import { formatJson } from '../format-json.ts';
import { formatTable } from '../format-table.ts';
import { parseCount } from '../options.ts';
import { formatRenderReport } from './format-render-report.ts';
import { formatTime } from './format-time.ts';

const DEFAULT_LIMIT = 20;
const ID = 'id of the render, or a beginning of it that no other render has';
const HELP = `
The commands work whether or not Kinora is running. docs/queue-and-log.md shows what they print.`;

/** The options of `kinora renders list`. */
interface ListOptions {
  readonly status?: RenderLine['status'];
  /** Name of an account. */
  readonly account?: string;
  /** Id of an owner. */
  readonly owner?: string;
  readonly limit: number;
  /** True for JSON. */
  readonly json: boolean;
}

/** Adds `kinora renders`, with which the operator sees and changes the renders of all accounts. */
export function addRendersCommand(kinora: Command, dependencies: CommandDependencies): void {
  const {
    terminal: { stdout, stderr },
    runAdminOperation: run,
  } = dependencies;
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
    .option(
      '--limit <number>',
      `maximum number of renders, 1 to ${MAX_LISTED}`,
      parseCount(1, MAX_LISTED),
      DEFAULT_LIMIT,
    )
    .option('--json', 'print JSON', false)
    .action(async ({ json, ...query }: ListOptions) => {
      const found = await run('listRenders', query);
      if (json) stdout.write(formatJson(found));
      else if (found.length === 0) stderr.write('There are no such renders.\n');
      else stdout.write(formatRenders(found));
    });
  renders
    .command('show')
    .description('show a render with its attempts, files and callbacks')
    .argument('<id>', ID)
    .option('--json', 'print JSON', false)
    .action(async (id: string, { json }: { json: boolean }) => {
      const report = await run('showRender', { id });
      stdout.write(json ? formatJson(report) : formatRenderReport(report, new Date()));
    });
  addChangeCommand(
    renders
      .command('retry')
      .description(
        'queue failed renders again under their own ids; their callbacks are sent again at the end',
      ),
    { operation: 'retryRenders', done: 'Queued again' },
    dependencies,
  );
  addChangeCommand(
    renders.command('cancel').description('cancel renders that are waiting or running'),
    { operation: 'cancelRenders', done: 'Cancelled' },
    dependencies,
  );
}

/** Completes a command that changes renders. It prints a line for each, and fails if some could not be changed. */
function addChangeCommand(
  command: Command,
  { operation, done }: { readonly operation: 'retryRenders' | 'cancelRenders'; readonly done: string },
  { terminal: { stdout }, runAdminOperation: run }: CommandDependencies,
): void {
  command
    .argument('<id...>', ID)
    .option('--json', 'print JSON', false)
    .action(async (ids: string[], { json }: { json: boolean }) => {
      if (ids.length > MAX_CHANGED)
        throw new KinoraError(
          'validation_failed',
          `Give at most ${MAX_CHANGED} ids at once, not ${ids.length}.`,
        );
      const changed = await run(operation, { ids });
      if (json) stdout.write(formatJson(changed));
      else
        for (const { id, account, problem } of changed)
          if (problem === null) stdout.write(`${done}: ${id} of the account ${account}\n`);
      const problems = changed.flatMap(({ problem }) => problem ?? []);
      if (problems.length > 0) throw new KinoraError('validation_failed', problems.join('\n'));
    });
}

const MAX_ERROR_LENGTH = 80;

function formatRenders(renders: readonly RenderLine[]): string {
  const rows = renders.map(({ id, account, stage, status, progress, attempts, created, code, error }) => [
    id,
    account,
    stage,
    progress > 0 && progress < 1 && status !== 'failed'
      ? `${status} ${Math.floor(progress * 100)} %`
      : status,
    String(attempts),
    formatTime(created),
    [code === null ? '' : `${code}:`, shorten(error ?? '')].join(' ').trim(),
  ]);
  return formatTable(['ID', 'ACCOUNT', 'STAGE', 'STATUS', 'TRIES', 'CREATED (UTC)', 'ERROR'], rows);
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MAX_ERROR_LENGTH ? `${line.slice(0, MAX_ERROR_LENGTH - 3)}...` : line;
}
