import { format } from 'oxfmt';
import { z } from 'zod';
import { removeNoise } from '../../src/edit/json-schema.ts';
import { Edit } from '../../src/edit/schema/edit.ts';

// `z.infer` would save this file, but its types have no names. The compiler then prints hundreds of characters
// for a wrong edit, and needs zod's own declarations. Generators for JSON Schema write neither `readonly` nor
// patterns such as `alias://NAME`.

type Schema = z.core.JSONSchema.JSONSchema;
type Definitions = Readonly<Record<string, Schema>>;

const HEADER = '// Made by `npm run client` from src/edit/schema. Do not edit.\n';
/** The name of the type of texts with a placeholder, which stands in `placeholder.ts`. */
const PLACEHOLDER = 'Placeholder';
const PLACEHOLDER_IMPORT = `import type { ${PLACEHOLDER} } from './placeholder.ts';\n\n`;
/** The patterns that TypeScript can express. */
const PATTERNS: Readonly<Record<string, string>> = {
  [String.raw`^alias:\/\/[A-Za-z0-9_-]+$`]: '`alias://${string}`',
  [String.raw`^-?\d{1,6}(\.\d{1,6})?(vw|vh|vmin|vmax)$`]: '`${number}${"vw" | "vh" | "vmin" | "vmax"}`',
};
/** Maximum width of a line of a comment in characters. */
const WIDTH = 110;

/**
 * The files and the definitions that they start from. A file also gets what these refer to, unless a file above
 * has it.
 */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'destinations.ts': ['Destination'],
  'text-assets.ts': ['TextAsset', 'RichTextAsset', 'CaptionAsset', 'RichCaptionAsset'],
  'drawn-assets.ts': ['HtmlAsset', 'TitleAsset', 'ShapeAsset', 'SvgAsset'],
  'assets.ts': ['Asset'],
  'edit.ts': ['Edit'],
};

/** Returns the files of `src/client/edit` that declare the types of an edit: their texts by name. */
export async function createEditTypes(): Promise<Readonly<Record<string, string>>> {
  const generated = z.toJSONSchema(Edit, { override: removeNoise });
  const definitions = nameNestedObjects(generated.$defs ?? {});
  const fileOf = new Map<string, string>();
  for (const [file, roots] of Object.entries(FILES))
    for (const name of listReferenced(definitions, roots)) if (!fileOf.has(name)) fileOf.set(name, file);
  const texts = Object.keys(FILES).map(async (file) => {
    const text = createFile(definitions, file, fileOf);
    const { code } = await format(file, text, { singleQuote: true, printWidth: WIDTH });
    return [file, code] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

/** Moves each object without a name into a definition. Its name is that of its parent and its field. */
function nameNestedObjects(definitions: Definitions): Definitions {
  const named: Record<string, Schema> = {};
  const visit = (name: string, { properties = {}, ...schema }: Schema): void => {
    const fields = Object.entries(properties).map(([field, part]): [string, Schema] => {
      if (typeof part === 'boolean') throw new Error(`${name}.${field} has no schema.`);
      if (part.properties === undefined) return [field, part];
      const own = `${name.replace(/Destination$/, '')}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
      visit(own, part);
      return [field, { description: part.description ?? '', $ref: `#/$defs/${own}` }];
    });
    named[name] = { ...schema, ...(fields.length > 0 && { properties: Object.fromEntries(fields) }) };
  };
  for (const [name, schema] of Object.entries(definitions)) visit(name, schema);
  return named;
}

/** Returns the names of definitions and of all that they refer to. */
function listReferenced(definitions: Definitions, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set(roots);
  for (const name of found) for (const target of referencesOf(definitions[name])) found.add(target);
  return found;
}

function referencesOf(schema: unknown): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name = '']) => name);
}

function createFile(definitions: Definitions, file: string, fileOf: ReadonlyMap<string, string>): string {
  const names = [...fileOf.keys()].filter((name) => fileOf.get(name) === file).sort();
  const used = new Set(names.flatMap((name) => referencesOf(definitions[name])));
  const imports = Map.groupBy([...used].sort(), (name) => fileOf.get(name));
  imports.delete(file);
  const lines = [...imports].map(([other, own]) => `import type { ${own.join(', ')} } from './${other}';\n`);
  const tags = findTags(definitions);
  const declarations = names.map((name) => declare(name, definitions[name] ?? {}, tags));
  return [HEADER, ...lines.sort(), PLACEHOLDER_IMPORT, declarations.join('\n')].join('');
}

/**
 * Returns the fields whose values distinguish the members of a union, such as `type`. They allow no placeholder,
 * because the compiler would not find the member then.
 */
function findTags(definitions: Definitions): ReadonlySet<string> {
  const members = Object.values(definitions).flatMap(({ oneOf = [] }) => oneOf.flatMap(referencesOf));
  return new Set(
    members.flatMap((member) =>
      Object.entries(definitions[member]?.properties ?? {})
        .filter(([, part]) => typeof part === 'object' && part.const !== undefined)
        .map(([field]) => field),
    ),
  );
}

function declare(name: string, schema: Schema, tags: ReadonlySet<string>): string {
  const comment = writeComment(schema, '');
  if (schema.oneOf) return `${comment}export type ${name} = ${schema.oneOf.map(typeOf).join(' | ')};\n`;
  if (schema.enum) return `${comment}export type ${name} = ${withPlaceholder(typeOf(schema))};\n`;
  if (schema.pattern !== undefined) return `${comment}export type ${name} = ${typeOf(schema)};\n`;
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([field, part]) => {
    if (typeof part === 'boolean') throw new Error(`${name}.${field} has no schema.`);
    const type = tags.has(field) ? typeOf(part) : withPlaceholder(typeOf(part));
    const ending = required.has(field) ? `: ${type}` : `?: ${type} | undefined`;
    return `${writeComment(part, '  ')}  readonly ${field}${ending};\n`;
  });
  // The members of a union keep such fields optional: two types for one asset would make its messages long.
  const either = name === 'Edit' ? findEither(schema) : [];
  if (either.length > 0) return declareEither(name, comment, fields, either);
  if (schema.additionalProperties !== false) fields.push('  readonly [field: string]: unknown;\n');
  return `${comment}export interface ${name} {\n${fields.join('')}}\n`;
}

/** Returns the fields of which a schema requires exactly one. */
function findEither({ allOf = [] }: Schema): string[] {
  return allOf.flatMap((rule) =>
    (rule.oneOf ?? []).flatMap((part) => (typeof part === 'object' ? (part.required ?? []) : [])),
  );
}

/**
 * Declares an object that has exactly one of some fields. The type with the first of them has the name itself, and
 * the others are interfaces of their own: the messages of the compiler are shorter than those for a union.
 */
function declareEither(name: string, comment: string, fields: string[], either: readonly string[]): string {
  const [main = '', ...others] = either;
  const isOf = (line: string, field: string): boolean => line.includes(`  readonly ${field}?: `);
  const require = (line: string): string => line.replace('?: ', ': ').replace(' | undefined;', ';');
  const own = fields.filter((line) => !others.some((field) => isOf(line, field)));
  const shown = own.map((line) => (isOf(line, main) ? require(line) : line));
  const further = others.map((field) => {
    const title = `${name}With${field.charAt(0).toUpperCase()}${field.slice(1)}`;
    const lines = fields.filter((line) => isOf(line, field)).map(require);
    return `\n/** ${name} with \`${field}\` in place of \`${main}\`. */\nexport interface ${title} extends Omit<${name}, '${main}'> {\n${lines.join('')}}\n`;
  });
  return `${comment}export interface ${name} {\n${shown.join('')}}\n${further.join('')}`;
}

/**
 * Adds a placeholder to the type of a text, a number or a boolean. An object or a list gets none: the compiler
 * would list the placeholder first if a field of the object is wrong.
 */
function withPlaceholder(type: string): string {
  const isOpen = /(^| )(string|unknown)( |$)/.test(type);
  const isObject = /^(\w+|readonly .*)$/.test(type) && !/^(number|boolean)$/.test(type);
  return isOpen || isObject ? type : `${type} | ${PLACEHOLDER}`;
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Returns the type of the values that a schema allows. */
function typeOf(schema: z.core.JSONSchema._JSONSchema): string {
  if (typeof schema === 'boolean') throw new Error('A schema without a type.');
  const { $ref, anyOf, const: only, enum: values, type, pattern = '', items } = schema;
  if ($ref !== undefined) return referencesOf(schema).join('');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  const literals = only === undefined ? values : [only];
  if (literals !== undefined) return literals.map((value) => JSON.stringify(value)).join(' | ');
  // zod writes `string | null` as a list.
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'array' && items !== undefined && !Array.isArray(items))
    return `readonly (${typeOf(items)})[]`;
  const found = type === undefined ? 'unknown' : (PATTERNS[pattern] ?? PRIMITIVES[type]);
  if (found === undefined) throw new Error(`The client has no type for ${JSON.stringify(schema)}.`);
  return found;
}

/** Returns the description of a schema as a comment, in lines of at most {@link WIDTH} characters. */
function writeComment({ description = '', deprecated }: Schema, indent: string): string {
  const text = deprecated === true ? description.replace('Deprecated.', '@deprecated') : description;
  if (text === '') return '';
  if (text.length + indent.length + 7 <= WIDTH) return `${indent}/** ${text} */\n`;
  const start = `${indent} * `;
  const lines = [start];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length > WIDTH) lines.push(`${start}${word} `);
    else lines[lines.length - 1] = `${line}${word} `;
  }
  return `${indent}/**\n${lines.map((line) => `${line.trimEnd()}\n`).join('')}${indent} */\n`;
}
