import { KinoraError } from '../../base/errors.ts';
import type { RunAdminOperation } from '../../operations/admin-operations.ts';
import { formatTable } from '../format-table.ts';
import type { Terminal } from '../terminal.ts';
import { formatTime } from './format-time.ts';
import { formatRenderReport } from './format-render-report.ts';
import { type ChangedRender, MAX_CHANGED, type RenderLine } from '../../operations/render-reports.ts';

/** The options of `kinora renders list`. */
export interface RendersListOptions {
  readonly status?: RenderLine['status'];
  /** Name of an account. */
  readonly account?: string;
  /** Id of an owner. */
  readonly owner?: string;
  readonly limit: number;
  /** True for JSON. */
  readonly json: boolean;
}

/** Prints a list of renders. */
export async function listRendersCommand(
  { json, ...query }: RendersListOptions,
  { stdout, stderr }: Terminal,
  run: RunAdminOperation,
): Promise<void> {
  const renders = await run('listRenders', query);
  if (json) stdout.write(toJson(renders));
  else if (renders.length === 0) stderr.write('There are no such renders.\n');
  else stdout.write(formatRenders(renders));
}

/** Prints everything about one render. */
export async function showRenderCommand(
  id: string,
  { json }: { readonly json: boolean },
  { stdout }: Terminal,
  run: RunAdminOperation,
): Promise<void> {
  const report = await run('showRender', { id });
  stdout.write(json ? toJson(report) : formatRenderReport(report, new Date()));
}

const DONE = { retry: 'Queued again', cancel: 'Cancelled' } as const;
const OPERATIONS = { retry: 'retryRenders', cancel: 'cancelRenders' } as const;

/**
 * Retries or cancels renders, and prints a line for each.
 *
 * @throws {KinoraError} `validation_failed` if some could not be changed, with a line for each of them.
 */
export async function changeRendersCommand(
  change: keyof typeof DONE,
  ids: readonly string[],
  { json }: { readonly json: boolean },
  { stdout }: Terminal,
  run: RunAdminOperation,
): Promise<void> {
  if (ids.length > MAX_CHANGED)
    throw new KinoraError('validation_failed', `Give at most ${MAX_CHANGED} ids at once, not ${ids.length}.`);
  const changed = await run(OPERATIONS[change], { ids: [...ids] });
  if (json) stdout.write(toJson(changed));
  else
    for (const each of changed) if (each.problem === null) stdout.write(`${DONE[change]}: ${name(each)}\n`);
  const problems = changed.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) throw new KinoraError('validation_failed', problems.join('\n'));
}

function name({ id, account }: ChangedRender): string {
  return `${id} of the account ${account}`;
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
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
