import type { KinoraError } from '../../base/errors.ts';
import { tryParseJson } from '../../base/try-parse-json.ts';
import { formatPath } from '../../edit/problems/problem.ts';
import { createError } from './edit-text.ts';

/** A change of one value of an edit. */
export interface EditChange {
  /** Path of the value, such as `timeline.tracks[0].clips[1].length` or `/timeline/tracks/0/clips/1/length`. */
  readonly path: string;
  /** The new value. Absent to remove it. */
  readonly value?: unknown;
}

type Step = string | number;

/** Maximum number of items that all removals of a call may move. Those behind a removed item move. */
const MAX_MOVED_ITEMS = 100_000_000;

/** `.name`, `[0]` or `["any name"]`. The first name has no dot. */
const STEP = /(?:^|\.)(?<name>[\w$-]+)|\[(?<index>\d{1,9})\]|\[(?<quoted>"(?:[^"\\]|\\.)*")\]/gy;

/**
 * Changes values of an edit in place, in order.
 *
 * @throws {KinoraError} `validation_failed` if a path leads nowhere, or if the changes cost too much.
 */
export function applyEditChanges(edit: object, changes: readonly EditChange[]): void {
  let moved = 0;
  for (const [index, change] of changes.entries()) {
    moved += changeValue(edit, change, `changes[${index}].path`);
    if (moved > MAX_MOVED_ITEMS)
      throw createError(
        `changes[${index}] removes an item of a long list, and too many items have moved by now. Remove the last items of a list first, or set the whole list.`,
      );
  }
}

/** Changes a value. Returns the number of items that have moved. */
function changeValue(edit: object, change: EditChange, name: string): number {
  const steps = parsePath(change.path, name);
  const last = steps.pop();
  if (last === undefined)
    throw createError(`${name} must name a value in the edit, such as "output.format".`);
  let holder: unknown = edit;
  for (const [index, step] of steps.entries()) {
    holder = childOf(holder, step);
    if (holder === undefined) throw createNothingError(edit, steps.slice(0, index + 1), name);
  }
  if (Array.isArray(holder)) return changeItem(holder, last, change, name);
  if (typeof holder !== 'object' || holder === null || typeof last !== 'string' || last === '__proto__')
    throw createNothingError(edit, [...steps, last], name);
  changeField(holder as Record<string, unknown>, last, change);
  return 0;
}

function changeField(holder: Record<string, unknown>, field: string, { value }: EditChange): void {
  if (value === undefined) Reflect.deleteProperty(holder, field);
  else holder[field] = value;
}

/** Changes an item. Returns the number of items that have moved. */
function changeItem(list: unknown[], step: Step, { value }: EditChange, name: string): number {
  const last = value === undefined ? list.length - 1 : list.length;
  if (typeof step !== 'number' || step > last)
    throw createError(
      `${name} names an item of a list of ${list.length}. Use [0] to [${last}]${value === undefined ? '' : ', where the last one appends'}.`,
    );
  if (value === undefined) list.splice(step, 1);
  else list[step] = value;
  return value === undefined ? list.length - step : 0;
}

/** Parses a path in the form of the messages, or as a JSON pointer. */
function parsePath(path: string, name: string): Step[] {
  if (path.startsWith('/')) return path.slice(1).split('/').map(parsePointerStep);
  const steps: Step[] = [];
  let end = 0;
  for (const match of path.matchAll(STEP)) {
    const { name: field, index, quoted } = match.groups ?? {};
    const step = index === undefined ? (field ?? tryParseJson(quoted ?? '')) : Number(index);
    if (typeof step !== 'string' && typeof step !== 'number') break;
    steps.push(step);
    end = match.index + match[0].length;
  }
  if (end === path.length) return steps;
  throw createError(
    `${name} must be a path such as "timeline.tracks[0].clips[1].length", not ${JSON.stringify(path.slice(0, 60))}.`,
  );
}

function parsePointerStep(step: string): Step {
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
  return /^\d{1,9}$/.test(name) ? Number(name) : name;
}

function childOf(holder: unknown, step: Step): unknown {
  if (Array.isArray(holder)) return typeof step === 'number' ? (holder[step] as unknown) : undefined;
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, step)) return undefined;
  // An own property of an object that JSON was parsed to.
  return (holder as Record<Step, unknown>)[step];
}

function createNothingError(edit: object, steps: readonly Step[], name: string): KinoraError {
  const above = steps.slice(0, -1);
  const holder = above.reduce<unknown>(childOf, edit);
  const place = above.length === 0 ? 'the edit' : formatPath(above);
  const content = Array.isArray(holder)
    ? `has ${holder.length} items`
    : typeof holder === 'object' && holder !== null
      ? `has the fields ${Object.keys(holder).slice(0, 20).join(', ')}`
      : 'has no fields';
  return createError(`${name} leads nowhere: ${place} ${content}.`);
}
