import { z } from 'zod';
import { isObject } from '../base/is-object.ts';
import { Edit } from './schema/edit.ts';

type Schema = z.core.JSONSchema.JSONSchema;

const PLACEHOLDER = {
  type: 'string',
  pattern: String.raw`\{\{\s*[^{}\s][^{}]*\}\}`,
  description: 'String with a placeholder {{ NAME }}. "merge" has its value.',
} as const satisfies Schema;

/**
 * Returns the JSON Schema (draft 2020-12) of an edit, for editors and other programs. The schema has the same
 * rules as {@link Edit}, including the rules between fields. In place of any value, the schema also accepts a
 * string with a placeholder.
 *
 * @param id URL of the schema.
 */
export function editJsonSchema(id: string): Schema {
  const generated = z.toJSONSchema(Edit, { override: removeNoise });
  const { Edit: edit = {}, ...others } = generated.$defs ?? {};
  const written = allowPlaceholdersIn(edit);
  const defs = Object.fromEntries(
    Object.entries(others).map(([name, def]) => [name, allowPlaceholdersIn(def)]),
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: id,
    title: 'Kinora edit',
    ...written,
    // Placeholders are replaced everywhere except in the merge list itself.
    properties: { ...written.properties, merge: edit.properties?.['merge'] ?? {} },
    $defs: { ...defs, Placeholder: PLACEHOLDER },
  };
}

/**
 * Removes redundant keywords from a generated schema: limits at JavaScript's safe integers, and rules beside
 * a `$ref` whose target has the same rules.
 */
export function removeNoise({ jsonSchema }: { readonly jsonSchema: Schema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.$ref !== undefined) delete jsonSchema.allOf;
}

/** Allows placeholders in all parts of an object or a list, at every depth. */
function allowPlaceholdersIn(schema: Schema): Schema {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, allowPlaceholder(part)]),
      ),
    }),
    ...(isSchema(items) && { items: allowPlaceholder(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(allowPlaceholdersIn) }),
  };
}

/**
 * Returns a union of a schema and a placeholder. The description stays at the top, where editors look for it.
 */
function allowPlaceholder(part: z.core.JSONSchema._JSONSchema): z.core.JSONSchema._JSONSchema {
  if (!isSchema(part)) return part;
  const schema = allowPlaceholdersIn(part);
  if (acceptsPlaceholder(schema)) return schema;
  const { description, default: fallback, deprecated, ...rest } = schema;
  const about = { description, default: fallback, deprecated };
  const alternatives = rest.anyOf ?? [rest];
  return {
    ...Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined)),
    anyOf: [...alternatives, { $ref: '#/$defs/Placeholder' }],
  };
}

/**
 * True for a schema that gets no placeholder: a schema that already accepts a string with a placeholder, or a
 * constant that discriminates a union.
 */
function acceptsPlaceholder({
  type,
  const: only,
  enum: list,
  pattern,
  format,
  $ref,
  anyOf,
  oneOf,
}: Schema): boolean {
  if (only !== undefined) return true;
  const anything = type === undefined && $ref === undefined && anyOf === undefined && oneOf === undefined;
  if (anything) return true;
  // oxlint-disable-next-line kinora/linear-expressions -- The pattern is an expression of the schema, which was checked.
  const anyText = pattern === undefined || new RegExp(pattern, 'u').test('{{ NAME }}');
  return type === 'string' && list === undefined && anyText && format === undefined;
}

function isSchema(part: unknown): part is Schema {
  return isObject(part);
}
