import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { tryParseJson } from '../../base/try-parse-json.ts';
import type { RenderLine, RenderReport, ShownAttempt } from '../../operations/render-reports.ts';
import { type AssetRow, findAssetsOfRender, findStoredFiles } from '../../store/assets.ts';
import {
  type CallbackAttemptRow,
  type CallbackRow,
  findCallbackAttempts,
  findCallbacks,
} from '../../store/callbacks.ts';
import type { Database } from '../../store/database.ts';
import { type AttemptRow, findAttempts } from '../../store/queue/attempt-queries.ts';
import {
  findEditForOperator,
  findOperatorRender,
  type OperatorRender,
} from '../../store/queue/operator-renders.ts';
import { toCountedSegments } from '../../store/renders.ts';
import { summarizeEdit } from './summarize-edit.ts';

type Tables = Database['tables'];

/** The maximum number of attempts in a report. While the storage is away, a render has one every minute. */
const MAX_ATTEMPTS = 200;

/** Returns all facts about a render. @throws {KinoraError} `not_found` if it was deleted. */
export async function reportRender(tables: Tables, id: string): Promise<RenderReport> {
  const render = await findOperatorRender(tables, id);
  const edit = await findEditForOperator(tables, id);
  if (render === undefined || edit === undefined)
    throw new KinoraError('not_found', `The render ${id} was deleted.`);
  const callbacks = await findCallbacks(tables, render.owner, id);
  const callbackAttempts = await findCallbackAttempts(tables, id);
  const { dialect, callback, duration, render_time: renderTime, retried } = render;
  return {
    ...toRenderLine(render),
    dialect,
    duration,
    renderTime,
    segments: toCountedSegments(render) ?? null,
    callback: callback === null ? null : redactUrl(callback),
    // The column has what the worker wrote: a list of warnings.
    warnings: (tryParseJson(render.warnings ?? '[]') ?? []) as RenderReport['warnings'],
    retried: retried?.toISOString() ?? null,
    edit: summarizeEdit(edit),
    lastAttempts: (await findAttempts(tables, id, MAX_ATTEMPTS)).map(toShownAttempt),
    files: (await findFiles(tables, render)).map(toFileReport),
    callbacks: callbacks.map((each) => toCallbackReport(each, callbackAttempts)),
  };
}

/** Converts a render to its line in a list. */
export function toRenderLine(render: OperatorRender): RenderLine {
  const { id, owner, account, stage, status, error, code, progress, cost, attempts } = render;
  return {
    id,
    owner,
    account,
    stage,
    status,
    error,
    code,
    progress,
    cost,
    attempts,
    created: render.created.toISOString(),
    updated: render.updated.toISOString(),
  };
}

function toShownAttempt({
  worker_name: worker,
  started,
  ended,
  stages,
  ...attempt
}: AttemptRow): ShownAttempt {
  const { outcome, code, reason } = attempt;
  return {
    worker,
    outcome,
    code,
    reason,
    started: started.toISOString(),
    ended: ended?.toISOString() ?? null,
    // The column has what the worker wrote: numbers by name.
    stages: stages === null ? null : ((tryParseJson(stages) ?? null) as ShownAttempt['stages']),
  };
}

/** Lists the files in the storage, including temporary ones, and the copies at other providers. */
async function findFiles(tables: Tables, { owner, id }: OperatorRender): Promise<AssetRow[]> {
  const copies = (await findAssetsOfRender(tables, owner, id)).filter(({ destination }) => destination > 0);
  return [...(await findStoredFiles(tables, id)), ...copies];
}

function toFileReport({ id, part, provider, status, file, error }: AssetRow): RenderReport['files'][number] {
  return { id, part, provider, status, file, error };
}

function toCallbackReport(
  { id, event, url, status, attempts: number }: CallbackRow,
  attempts: readonly CallbackAttemptRow[],
): RenderReport['callbacks'][number] {
  const last = attempts.findLast(({ callback }) => callback === id);
  return {
    id,
    event,
    status,
    attempts: number,
    url: redactUrl(url),
    error: last?.error ?? null,
    ended: last?.ended.toISOString() ?? null,
  };
}
