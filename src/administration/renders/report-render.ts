import { KinoraError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { tryParseJson } from '../../base/try-parse-json.ts';
import type { AdminAnswer } from '../../operations/admin-operations.ts';
import { findAssetsOfRender, findStoredFiles } from '../../store/assets.ts';
import {
  type CallbackAttemptRow,
  type CallbackRow,
  findCallbackAttempts,
  findCallbacks,
} from '../../store/callbacks.ts';
import type { Database } from '../../store/database.ts';
import { type AttemptRow, findAttempts } from '../../store/queue/attempts.ts';
import { findEditForOperator, findOperatorRender } from '../../store/queue/operator-renders.ts';
import { toCountedSegments } from '../../store/renders.ts';
import type { EditOutline } from '../../operations/render-reports.ts';

type Tables = Database['tables'];
type RenderAnswer = AdminAnswer<'showRender'>;
type AttemptAnswer = RenderAnswer['lastAttempts'][number];

/** The maximum number of attempts in a report. While the storage is away, a render has one every minute. */
const MAX_ATTEMPTS = 200;

/** Returns all facts about a render. @throws {KinoraError} `not_found` if it was deleted. */
export async function reportRender(tables: Tables, id: string): Promise<RenderAnswer> {
  const render = await findOperatorRender(tables, id);
  const edit = await findEditForOperator(tables, id);
  if (render === undefined || edit === undefined)
    throw new KinoraError('not_found', `The render ${id} was deleted.`);
  const callbacks = await findCallbacks(tables, render.owner, id);
  const assets = await findAssetsOfRender(tables, render.owner, id);
  const copies = assets.filter(({ destination }) => destination > 0);
  const callbackAttempts = await findCallbackAttempts(tables, id);
  const { callback, render_time: renderTime } = render;
  return {
    ...render,
    renderTime,
    segments: toCountedSegments(render) ?? null,
    callback: callback === null ? null : redactUrl(callback),
    // The column has what the worker wrote: a list of warnings.
    warnings: (tryParseJson(render.warnings ?? '[]') ?? []) as RenderAnswer['warnings'],
    edit: summarizeEdit(edit),
    lastAttempts: (await findAttempts(tables, id, MAX_ATTEMPTS)).map(toShownAttempt),
    // The files in the storage, including temporary ones, and the copies at other providers.
    files: [...(await findStoredFiles(tables, id)), ...copies],
    callbacks: callbacks.map((each) => toCallbackReport(each, callbackAttempts)),
  };
}

function toShownAttempt({ worker_name: worker, stages, ...attempt }: AttemptRow): AttemptAnswer {
  // The column has what the worker wrote: numbers by name.
  const parsed = stages === null ? null : ((tryParseJson(stages) ?? null) as AttemptAnswer['stages']);
  return { ...attempt, worker, stages: parsed };
}

function toCallbackReport(
  callback: CallbackRow,
  attempts: readonly CallbackAttemptRow[],
): RenderAnswer['callbacks'][number] {
  const last = attempts.findLast((each) => each.callback === callback.id);
  return {
    ...callback,
    url: redactUrl(callback.url),
    error: last?.error ?? null,
    ended: last?.ended ?? null,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function toFields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a plain value as text. */
function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}

/** Lists the clips of a track, including those in groups. The depth of a stored edit is limited. */
function listClipsOf(track: unknown): unknown[] {
  return toList(toFields(track)['clips']).flatMap((clip) => {
    const inner = toList(toFields(toFields(clip)['asset'])['tracks']);
    return [clip, ...inner.flatMap(listClipsOf)];
  });
}

const MAX_NAME_LENGTH = 40;

/** Returns the main facts of a stored edit. Its placeholders stay, so every value may be a text. */
function summarizeEdit(text: string): EditOutline {
  const edit = toFields(tryParseJson(text));
  const tracks = toList(toFields(edit['timeline'])['tracks']);
  const clips = tracks.flatMap(listClipsOf);
  const assets = new Map<string, number>();
  for (const clip of clips) {
    const type = toText(toFields(toFields(clip)['asset'])['type']).slice(0, MAX_NAME_LENGTH);
    assets.set(type, (assets.get(type) ?? 0) + 1);
  }
  const output = toFields(edit['output']);
  return {
    length: text.length,
    tracks: tracks.length,
    clips: clips.length,
    assets: Object.fromEntries(assets),
    output: describeOutput(output),
    destinations: toList(output['destinations']).map((each) => toText(toFields(each)['provider'])),
  };
}

function describeOutput(output: Fields): string {
  const { width, height } = toFields(output['size']);
  const size = width === undefined && height === undefined ? [] : [`${toText(width)}x${toText(height)}`];
  const named = ['format', 'resolution', 'aspectRatio', 'quality'].flatMap((field) => {
    const value = output[field];
    return typeof value === 'string' ? [value] : [];
  });
  const fps = output['fps'] === undefined ? [] : [`${toText(output['fps'])} fps`];
  return [...named, ...size, ...fps].join(', ').slice(0, 120);
}
