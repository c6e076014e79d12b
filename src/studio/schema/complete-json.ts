import { getLocation, type Location, parse } from 'jsonc-parser';
import {
  createValue,
  findParts,
  listAlternatives,
  listObjects,
  readAt,
  type SchemaPart,
} from './walk-schema.ts';

/** A text that may be written at a place. */
export interface Proposal {
  readonly label: string;
  /** The text to insert. */
  readonly insert: string;
  /** The place of the cursor afterwards, in characters from the beginning of the inserted text. */
  readonly cursor: number;
  readonly detail: string;
  readonly info: string;
  readonly kind: 'property' | 'enum';
}

/** The proposals at a place, and the text that they replace. */
export interface Proposals {
  readonly from: number;
  readonly to: number;
  readonly list: readonly Proposal[];
}

/** Returns the proposals at a character of the text of an edit. */
export function proposeJson(root: SchemaPart, text: string, offset: number): Proposals {
  const location = getLocation(text, offset);
  const { from, to } = findReplaced(text, offset, location);
  const value: unknown = parse(text);
  const list = location.isAtPropertyKey
    ? proposeNames(root, value, location, text, to)
    : proposeValues(root, value, location);
  return { from, to, list };
}

function proposeNames(
  root: SchemaPart,
  value: unknown,
  { path }: Location,
  text: string,
  to: number,
): Proposal[] {
  const owner = path.slice(0, -1);
  const given = readAt(value, owner);
  const own = path.at(-1);
  const objects = findParts(root, value, owner).flatMap((part) => listObjects(root, part, given));
  const names = new Map(objects.flatMap(({ properties = {} }) => Object.entries(properties)));
  const required = new Set(objects.flatMap((object) => object.required ?? []));
  const next = /^\s*(.?)/.exec(text.slice(to))?.[1] ?? '';
  return [...names]
    .filter(
      ([name, { deprecated = false }]) =>
        !deprecated && (name === own || readAt(given, [name]) === undefined),
    )
    .map(([name, part]) => ({
      label: name,
      ...writeProperty(root, name, part, next),
      detail: required.has(name) ? 'needed' : '',
      info: part.description ?? '',
      kind: 'property',
    }));
}

/** Writes a field with its value. @param next the character behind it. A colon means that it has its value already. */
function writeProperty(
  root: SchemaPart,
  name: string,
  part: SchemaPart,
  next: string,
): { insert: string; cursor: number } {
  const key = JSON.stringify(name);
  if (next === ':') return { insert: key, cursor: key.length };
  const value = JSON.stringify(createValue(root, part));
  const begin = `${key}: ${value}`;
  // The cursor stands where the value is continued: within quotes and brackets, behind anything else.
  const cursor = begin.length - (/["}\]]$/.test(value) ? 1 : 0);
  return { insert: begin + (next === '"' ? ',' : ''), cursor };
}

function proposeValues(root: SchemaPart, value: unknown, { path }: Location): Proposal[] {
  const parts = findParts(root, value, path);
  const words = new Map<string, string>();
  for (const part of parts) {
    if (part.default !== undefined) words.set(JSON.stringify(part.default), 'default');
    for (const alternative of listAlternatives(root, part))
      for (const word of wordsFor(alternative)) if (!words.has(word)) words.set(word, '');
  }
  const info = parts[0]?.description ?? '';
  return [...words].map(([word, detail]) => ({
    label: word,
    insert: word,
    detail,
    info,
    cursor: word.length - (/[}\]]$/.test(word) || word === '""' ? 1 : 0),
    kind: 'enum',
  }));
}

function wordsFor({ type, properties, const: only, enum: list, examples }: SchemaPart): string[] {
  if (only !== undefined) return [JSON.stringify(only)];
  if (list) return list.map((word) => JSON.stringify(word));
  if (examples) return examples.map((word) => JSON.stringify(word));
  if (type === 'boolean') return ['true', 'false'];
  if (properties) return ['{}'];
  return type === 'array' ? ['[]'] : [];
}

/** Returns the word that is being written, with its quotes. */
function findReplaced(
  text: string,
  offset: number,
  { previousNode }: Location,
): { from: number; to: number } {
  if (previousNode && previousNode.offset < offset && offset <= previousNode.offset + previousNode.length) {
    const { offset: from, length } = previousNode;
    const isClosed = length > 1 && text[from + length - 1] === '"';
    const isText = text[from] === '"';
    return { from, to: isText && !isClosed ? offset : from + length };
  }
  const word = /(?<![\w.-])[\w.-]*$/.exec(text.slice(0, offset))?.[0] ?? '';
  return { from: offset - word.length, to: offset };
}

/** The hover help for a field. */
export interface FieldHelp {
  readonly name: string;
  readonly description: string;
  /** The default, the range and the words that are allowed, each as a short text. */
  readonly facts: readonly string[];
}

/** Returns the help for the field at a character of the text. Undefined outside of fields. */
export function explainJson(root: SchemaPart, text: string, offset: number): FieldHelp | undefined {
  const { path, previousNode } = getLocation(text, offset);
  const name = path.at(-1);
  if (!previousNode || typeof name !== 'string' || name === '') return undefined;
  const [part] = findParts(root, parse(text), path);
  if (!part) return undefined;
  const alternatives = listAlternatives(root, part);
  return {
    name,
    description: part.description ?? alternatives[0]?.description ?? '',
    facts: [
      ...(part.default === undefined ? [] : [`Default: ${JSON.stringify(part.default)}`]),
      ...alternatives.flatMap(describeRange),
      ...alternatives.flatMap(describeWords),
    ],
  };
}

function describeRange({ minimum, maximum }: SchemaPart): string[] {
  if (minimum === undefined) return maximum === undefined ? [] : [`At most ${maximum}`];
  return [maximum === undefined ? `At least ${minimum}` : `${minimum} to ${maximum}`];
}

function describeWords(part: SchemaPart): string[] {
  const words = wordsFor({ ...part, properties: {} }).filter((word) => word.startsWith('"'));
  return words.length === 0 ? [] : [words.join(', ')];
}
