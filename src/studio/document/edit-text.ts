import type { EditInput, MergeField } from '../../client/index.ts';
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { findValue } from './find-value.ts';

/** An edit as its author wrote it. Only the fields that the Studio itself uses have types. */
export interface DraftEdit {
  readonly timeline?: { readonly tracks?: readonly DraftTrack[]; readonly [field: string]: unknown };
  readonly output?: Readonly<Record<string, unknown>>;
  readonly merge?: readonly MergeField[];
  readonly [field: string]: unknown;
}

/** A track of a {@link DraftEdit}. */
export interface DraftTrack {
  readonly clips?: readonly DraftClip[];
  readonly [field: string]: unknown;
}

/** The asset of a {@link DraftClip}. */
export interface DraftAsset {
  readonly type?: string;
  readonly [field: string]: unknown;
}

/** A clip of a {@link DraftEdit}. Its times may be words such as `auto`, or aliases. */
export interface DraftClip {
  readonly asset?: DraftAsset;
  readonly start?: unknown;
  readonly length?: unknown;
  readonly [field: string]: unknown;
}

/** The place of a value in the JSON of an edit. */
export type JsonPath = readonly (string | number)[];

/** A new value at a place. `undefined` removes the place, and moves up what follows it in a list. */
export interface Change {
  readonly path: JsonPath;
  readonly value: unknown;
  /** True to insert the value into a list before the item at this place. */
  readonly inserts?: boolean;
}

/** The error in a text that is not JSON, and the character where it was found. */
export interface SyntaxProblem {
  readonly message: string;
  readonly offset: number;
}

/** Reads the text of an edit. Returns the edit, or the first reason why the text is not JSON. */
export function readDraft(text: string): DraftEdit | SyntaxProblem {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error) return { message: describe(printParseErrorCode(error.error)), offset: error.offset };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as DraftEdit;
  return { message: 'An edit is an object: begin it with { and end it with }.', offset: 0 };
}

/** True if a text could not be read. */
export function isSyntaxProblem(read: DraftEdit | SyntaxProblem): read is SyntaxProblem {
  return typeof read['offset'] === 'number' && typeof read['message'] === 'string';
}

/** Applies changes to the text of an edit, one after the other. Everything else keeps its form. */
export function changeText(text: string, changes: readonly Change[]): string {
  return changes.reduce((latest, { path, value, inserts = false }) => {
    const place = inserts || !isScalar(value) ? undefined : findValue(latest, path);
    if (place) return latest.slice(0, place.from) + JSON.stringify(value) + latest.slice(place.to);
    const last = value === undefined ? findLastItem(latest, path) : undefined;
    if (last) return latest.slice(0, last.from) + latest.slice(last.to);
    const options = {
      formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' },
      isArrayInsertion: inserts,
    };
    return applyEdits(latest, modify(latest, [...path], value, options));
  }, text);
}

/**
 * Finds the last item of a list that has others, with the comma before it. The library removes the bracket behind it,
 * too, if both are on one line.
 */
function findLastItem(
  text: string,
  path: JsonPath,
): { readonly from: number; readonly to: number } | undefined {
  const [owner, index] = [path.slice(0, -1), path.at(-1)];
  if (typeof index !== 'number' || index === 0 || findValue(text, [...owner, index + 1])) return undefined;
  const [before, item] = [index - 1, index].map((each) => findValue(text, [...owner, each]));
  return before && item && { from: before.to, to: item.to };
}

/** Returns an edit with changes, for a command that goes on with what another one leaves. */
export function changeDraft(edit: DraftEdit, changes: readonly Change[]): DraftEdit {
  // The text comes from an edit, so that it can be read.
  return readDraft(changeText(JSON.stringify(edit), changes)) as DraftEdit;
}

/** True for a value that is written in the same way wherever it stands. */
function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns the edit with the type that the client asks for. The server checks it. */
export function toEdit(draft: DraftEdit): EditInput {
  return draft as unknown as EditInput;
}

/** Writes an edit as text. */
export function writeEdit(edit: object): string {
  return `${JSON.stringify(edit, null, 2)}\n`;
}

/** Turns the name of an error, such as `CommaExpected`, into a sentence. */
function describe(code: string): string {
  const words = code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return `This is not JSON yet: ${words}.`;
}
