import { KinoraError } from '../../base/errors.ts';
import { parseJson } from '../../base/parse-json.ts';
import {
  findPiece,
  findSimilarPiece,
  outlinePieces,
  readPiece,
  SCHEMA_ADDRESS,
  findPieceAt,
} from '../schema-pieces.ts';
import type { Computations, Compute, ShownProblems, ReadDesign, ReadMessages } from './computations.ts';
import { parseEditText, toGivenEdit } from './edit-text.ts';
import { listMergeFields } from './merge-values.ts';
import { readCall } from './read-call.ts';
import { summarizeDryRun } from './summarize-dry-run.ts';
import { summarizeMedia } from './summarize-media.ts';

/** Maximum characters of the messages of a request without the arguments of their tools. */
const MAX_CHARACTERS = 16_000;

/** Reads the messages of a request. Takes out the arguments of tools, which may be large. */
function readMessages(body: string): ReadMessages {
  const given = parseJson(body, 'The body');
  const calls: string[] = [];
  const takeArguments = (message: unknown): unknown => {
    const { method, params } = Object(message) as { method?: unknown; params?: unknown };
    const { arguments: taken } = Object(params) as { arguments?: unknown };
    if (method !== 'tools/call' || typeof taken !== 'object' || taken === null || Array.isArray(taken))
      return message;
    const place = calls.push(JSON.stringify(taken)) - 1;
    return { ...(message as object), params: { ...(params as object), arguments: { place } } };
  };
  const messages = Array.isArray(given) ? given.map(takeArguments) : takeArguments(given);
  const { length } = JSON.stringify(messages);
  if (length <= MAX_CHARACTERS) return { messages, calls };
  throw new KinoraError(
    'body_too_large',
    `The body has ${length} characters besides the arguments of tools, but at most ${MAX_CHARACTERS} are allowed. Send less at once.`,
  );
}

/** Maximum characters of the value of a merge field in an answer. */
const MAX_VALUE = 80;

/** Reads the edit of a template, with the present values of its merge fields. */
function readDesign(text: string): ReadDesign {
  const json = parseEditText(text, 'The edit');
  const fields = listMergeFields(json).map(({ find, replace }) => ({ name: find, value: shorten(replace) }));
  return { edit: toGivenEdit(json), fields };
}

/** Reads the answer of the API with a template. */
function readTemplateAnswer(answer: string): { readonly title: string; readonly edit: string } {
  // The API itself has written the answer.
  const { name, template } = (JSON.parse(answer) as { response: { name: string; template: object } })
    .response;
  return { title: name, edit: JSON.stringify(template) };
}

function readKeptEditAnswer(answer: string): ReturnType<Computations['readKeptEditAnswer']> {
  // The API itself has written the answer.
  const { response } = JSON.parse(answer) as {
    response: { name: string; version: number; edit: object };
  };
  const { name, version, edit } = response;
  return { name, version, edit: JSON.stringify(edit) };
}

function shorten(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  if (text.length <= MAX_VALUE) return value;
  return `${text.slice(0, MAX_VALUE)}…`;
}

const OUTLINE = `An edit consists of these pieces. Call schema with a name for its fields. A reference such as ${SCHEMA_ADDRESS}Crop is the name of a further piece: Crop.`;

/** Describes pieces of an edit, or lists all if there are no names. `given` is the list of names as JSON. */
function describePieces(given: string): string {
  // The tool itself has written the names.
  const names = JSON.parse(given) as readonly string[];
  return names.length === 0 ? `${OUTLINE}\n${outlinePieces()}` : names.map(describePiece).join('\n');
}

function describePiece(given: string): string {
  const name = findPiece(given);
  if (name !== undefined) return `${name}: ${readPiece(name) ?? ''}`;
  const similar = findSimilarPiece(given);
  const hint = similar === undefined ? 'Call schema without names for the list.' : `Did you mean ${similar}?`;
  throw new KinoraError('not_found', `There is no piece ${JSON.stringify(given)}. ${hint}`);
}

/** The computations of the tools for agents. */
export const AGENT_COMPUTATIONS: Computations = {
  readMessages,
  readCall,
  readDesign,
  describePieces,
  describeProblems,
  summarizeDryRun,
  summarizeMedia,
  readKeptEditAnswer,
  readTemplateAnswer,
};

/** Computes in this thread, for a process that serves one agent. */
export const computeHere: Compute = async (name, ...texts) => {
  // The types of the texts and of the result depend on the name.
  const compute = AGENT_COMPUTATIONS[name] as (
    ...given: typeof texts
  ) => ReturnType<Computations[typeof name]>;
  return await Promise.resolve(compute(...texts));
};

/** Says what is wrong with an edit and what to do. `shown` are {@link ShownProblems} as JSON, `edit` is its text. */
function describeProblems(shown: string, edit: string): string {
  // The caller itself has written both.
  const { problems, count, hint, id } = JSON.parse(shown) as ShownProblems;
  const json: unknown = JSON.parse(edit);
  const more = count - problems.length;
  const pieces = [...new Set(problems.map(({ path }) => findPieceAt(json, path)))].slice(0, 4);
  return [
    `The edit is not valid: ${count === 1 ? '1 problem' : `${count} problems`}.`,
    ...problems.map(({ message }) => `- ${message}`),
    ...(more > 0 ? [`- and ${more} more.`] : []),
    ...(hint === undefined ? [] : [hint]),
    `Correct it with validate {"edit": "${id}", "changes": [{"path": ..., "value": ...}]}.`,
    `For the fields, call schema with ${JSON.stringify(pieces)}.`,
  ].join('\n');
}
