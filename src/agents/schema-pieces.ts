import { z } from 'zod';
import type { Path } from '../edit/index.ts';
import { removeNoise } from '../edit/json-schema.ts';
import { findNearest } from '../edit/problems/find-nearest.ts';
import { readPart } from '../edit/problems/json-parts.ts';
import { Edit } from '../edit/schema/edit.ts';

type Schema = z.core.JSONSchema.JSONSchema;

/** The start of the address of a piece as a resource. References between pieces use it as well. */
export const SCHEMA_ADDRESS = 'kinora://schema/';

const LOCAL = '#/$defs/';
/** The fields with the kind of an asset, of a shape and of a destination. */
const KINDS = ['type', 'shape', 'provider'];
const FIRST = ['Edit', 'Timeline', 'Track', 'Clip', 'Output'];
const FURTHER = ['Soundtrack', 'Font', 'Transition', 'Transformation', 'Tween', 'MergeField', 'Destination'];

let known: ReadonlyMap<string, Schema> | undefined;

/** Returns the schemas of all pieces of an edit by their names. Made at the first call. */
function pieces(): ReadonlyMap<string, Schema> {
  return (known ??= new Map(Object.entries(z.toJSONSchema(Edit, { override: removeNoise }).$defs ?? {})));
}

/** Returns the names of all pieces. */
export function listPieces(): readonly string[] {
  return [...pieces().keys()];
}

/** Returns one piece as compact JSON Schema. Other pieces are references to their addresses. */
export function readPiece(name: string): string | undefined {
  const schema = pieces().get(name);
  return schema && JSON.stringify(schema).replaceAll(`"${LOCAL}`, `"${SCHEMA_ADDRESS}`);
}

/** Returns the name of a piece that is written differently: `clip`, or `video` for its asset. */
export function findPiece(name: string): string | undefined {
  const wanted = name
    .replace(SCHEMA_ADDRESS, '')
    .replaceAll(/[\s_-]/g, '')
    .toLowerCase();
  return listPieces().find((each) => [wanted, `${wanted}asset`].includes(each.toLowerCase()));
}

/** Returns the name of a piece that was probably meant by a wrong one. */
export function findSimilarPiece(name: string): string | undefined {
  return (
    findNearest(name, listPieces()) ??
    listPieces().find((each) => each.toLowerCase().includes(name.toLowerCase()))
  );
}

/** Lists the pieces to start with, each with its description. Pieces of pieces are named where they are used. */
export function outlinePieces(): string {
  const assets = listPieces().filter((name) => name.endsWith('Asset'));
  return [...FIRST, ...assets, ...FURTHER]
    .map((name) => `${name}: ${pieces().get(name)?.description ?? ''}`)
    .join('\n');
}

/** Returns the name of the piece that a value of an edit belongs to. @param edit any JSON. */
export function findPieceAt(edit: unknown, path: Path): string {
  let found = 'Edit';
  let schema: Schema | undefined = pieces().get('Edit');
  let value = edit;
  for (const step of path) {
    const next: Schema | undefined =
      typeof step === 'number' ? toSchema(schema?.items) : toSchema(readPart(schema?.properties, step));
    value = readPart(value, step);
    const name = nameOf(next, value);
    schema = name === undefined ? next : pieces().get(name);
    if (name !== undefined) found = name;
    if (schema === undefined) break;
  }
  return found;
}

/** True if a value has the kind that a piece allows. */
function isOfKind(piece: Schema | undefined, value: unknown): boolean {
  const kinds = KINDS.flatMap((field) => {
    const only = toSchema(piece?.properties?.[field])?.const;
    return only === undefined ? [] : [only === readPart(value, field)];
  });
  return kinds.length > 0 && kinds.every(Boolean);
}

/** Returns the piece that a schema refers to. Of several ones, that of the kind of the value. */
function nameOf(schema: Schema | undefined, value: unknown): string | undefined {
  const reference = schema?.$ref?.replace(LOCAL, '');
  const target = reference === undefined ? schema : pieces().get(reference);
  const options = target?.oneOf ?? target?.anyOf ?? [];
  const type = readPart(value, 'type');
  const chosen = options
    .map((option) => toSchema(option)?.$ref?.replace(LOCAL, ''))
    .find((name) => name !== undefined && isOfKind(pieces().get(name), value));
  const named = options.length > 0 && typeof type === 'string' ? findPiece(type) : undefined;
  const found = chosen ?? named ?? reference;
  // A shape is one of several pieces itself.
  return found === undefined || found === reference ? found : nameOf({ $ref: LOCAL + found }, value);
}

function toSchema(part: unknown): Schema | undefined {
  // A part of a JSON Schema that is an object and no list is a schema.
  return typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as Schema) : undefined;
}
