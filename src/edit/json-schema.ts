import { z } from 'zod';
import { Edit } from './schema/edit.ts';

type Schema = z.core.JSONSchema.JSONSchema;

const PLACEHOLDER = {
  type: 'string',
  pattern: String.raw`\{\{\s*[^{}\s][^{}]*\}\}`,
  description: 'A text with a placeholder {{ NAME }}, for which merge has the value.',
} as const satisfies Schema;

/**
 * The JSON Schema (draft 2020-12) of an edit as it may be written, for editors and other programs. It says what
 * {@link Edit} says, rules between fields included, and lets a text with a placeholder stand for any value.
 *
 * @param id The address under which the schema is found.
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
    // Placeholders are looked for everywhere but in the list of their values.
    properties: { ...written.properties, merge: edit.properties?.['merge'] ?? {} },
    $defs: { ...defs, Placeholder: PLACEHOLDER },
  };
}

/**
 * Takes out of a generated schema what says nothing: the largest number that is exact in JavaScript as a limit, and beside a
 * reference the rules that its target has.
 */
export function removeNoise({ jsonSchema }: { readonly jsonSchema: Schema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.$ref !== undefined) delete jsonSchema.allOf;
}

/** An object or a list whose parts may be placeholders, at every depth. */
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

/** A schema, or a placeholder in its place; what it is for stays where editors look for it. */
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

/** Whether a text with a placeholder is right there anyway, or tells one kind of object from another. */
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
  const anyText = pattern === undefined || new RegExp(pattern, 'u').test('{{ NAME }}');
  return type === 'string' && list === undefined && anyText && format === undefined;
}

function isSchema(part: unknown): part is Schema {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}
