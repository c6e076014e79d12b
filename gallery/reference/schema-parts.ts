import { z } from 'zod';
import { removeNoise } from '../../src/edit/json-schema.ts';
import { Edit } from '../../src/edit/schema/edit.ts';

/** A JSON Schema, as far as the schema of an edit uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: 'array' | 'integer' | 'number' | 'boolean' | 'string' | 'object';
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: string | number | boolean;
  readonly deprecated?: boolean;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** An object of an edit, with its fields. */
export interface ObjectPart {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

/** A field of an object. */
export interface Field {
  /** Its name, with those of the objects around it that have no name of their own. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** Reads the schema of an edit: the schemas that have a name. */
export function readSchemas(): Readonly<Record<string, Schema>> {
  // The types of a schema in the package are wider than what an edit uses.
  const { $defs } = z.toJSONSchema(Edit, { override: removeNoise }) as unknown as {
    $defs: Record<string, Schema>;
  };
  // The three kinds of a shape differ in what is required, and are one object for the reader.
  const { ShapeAsset, RectangleShape, ...others } = $defs;
  const shape: Schema = {
    type: 'string',
    enum: ['rectangle', 'circle', 'line'],
    description: 'Kind of shape.',
  };
  const merged: Schema = {
    ...RectangleShape,
    ...(ShapeAsset?.description !== undefined && { description: ShapeAsset.description }),
    properties: { ...RectangleShape?.properties, shape },
    required: ['type', 'shape'],
  };
  const rest = Object.entries(others).filter(([name]) => name !== 'CircleShape' && name !== 'LineShape');
  return { ...Object.fromEntries(rest), ShapeAsset: merged };
}

/** Returns an object of the schema. Undefined for a schema that is no object. */
export function toObjectPart(name: string, schema: Schema): ObjectPart | undefined {
  if (!schema.properties) return undefined;
  return { name, description: schema.description ?? '', fields: listFields(schema, '') };
}

/** Lists the fields of an object, those of objects without a name included. */
function listFields({ properties = {}, required = [] }: Schema, prefix: string): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    { name: `${prefix}${name}`, isRequired: required.includes(name), schema },
    ...(schema.properties ? listFields(schema, `${prefix}${name}.`) : []),
  ]);
}

/** Returns the name of a schema that is referred to. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.replace('#/$defs/', '');
}

/** Lists the names of the schemas that a schema refers to. */
export function listReferences(schema: Schema): string[] {
  const own = nameOf(schema);
  const inner = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.items ? [schema.items] : []),
    ...Object.values(schema.properties ?? {}),
  ];
  return [...(own === undefined ? [] : [own]), ...inner.flatMap(listReferences)];
}
