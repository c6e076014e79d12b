import { z } from 'zod';
import { removeNoise } from '../../src/edit/json-schema.ts';
import { LISTS, REQUESTS, RESPONSES, FIELD_TYPES } from './client-schemas.ts';

// `z.infer` would save this file, but its types have no names. The compiler then prints hundreds of characters
// for a wrong edit, and needs zod's own declarations. Generators for JSON Schema write neither `readonly` nor
// patterns such as `alias://NAME`.

type Schema = z.core.JSONSchema.JSONSchema;
type Part = z.core.JSONSchema._JSONSchema;
type Definitions = Readonly<Record<string, Schema>>;

const HEADER = `// Made by scripts/build-client-types.mjs from the schemas of Kinora. Do not edit.

/**
 * A text with a placeholder, such as \`{{ NAME }}\`. A merge field replaces the placeholder before the edit is
 * validated.
 */
export type Placeholder = \`\${string}{{\${string}}}\${string}\`;
`;
/** The patterns that TypeScript can express. */
const PATTERNS: Readonly<Record<string, string>> = {
  [String.raw`^alias:\/\/[A-Za-z0-9_-]+$`]: '`alias://${string}`',
  [String.raw`^-?\d{1,6}(\.\d{1,6})?(vw|vh|vmin|vmax)$`]: '`${number}${"vw" | "vh" | "vmin" | "vmax"}`',
};
const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  // An object without fields.
  object: 'Readonly<Record<string, unknown>>',
};
/** Maximum width of a line of a comment in characters. */
const WIDTH = 110;
/** Length from which a list of values has its name also as a part of a longer list. */
const LONG_LIST = 7;

/** Returns the text of `src/client/built/types.ts`, which declares the types of requests and responses. */
export function writeClientTypes(): string {
  const names = z.registry<{ id: string }>();
  const comments: Record<string, string> = {};
  for (const [id, named] of Object.entries({ ...REQUESTS, ...RESPONSES })) {
    const [schema, comment] = named instanceof z.ZodType ? [named] : named;
    names.add(schema, { id });
    if (comment !== undefined) comments[id] = comment;
  }
  const uri = (id: string) => `#/$defs/${id}`;
  const { schemas } = z.toJSONSchema(names, { io: 'input', override: removeNoise, uri });
  const { __shared: shared, ...own } = schemas;
  const described = Object.entries({ ...shared?.$defs, ...own }).map(([name, schema]): [string, Schema] => [
    name,
    { ...schema, ...(comments[name] !== undefined && { description: comments[name] }) },
  ]);
  return new TypeWriter(nameNestedObjects(Object.fromEntries(described))).write();
}

/** Moves each object without a name into a definition. Its name is that of its parent and its field. */
function nameNestedObjects(definitions: Definitions): Definitions {
  const named: Record<string, Schema> = {};
  const visit = (name: string, { properties = {}, ...schema }: Schema): void => {
    const fields = Object.entries(properties).map(([field, part]): [string, Part] => {
      if (typeof part === 'boolean' || !hasFields(part)) return [field, part];
      const own = `${name.replace(/Destination$/, '')}${capitalize(field)}`;
      visit(own, part);
      return [field, { description: part.description ?? '', $ref: `#/$defs/${own}` }];
    });
    named[name] = { ...schema, ...(fields.length > 0 && { properties: Object.fromEntries(fields) }) };
  };
  for (const [name, schema] of Object.entries(definitions)) visit(name, schema);
  return named;
}

function hasFields({ properties = {} }: Schema): boolean {
  return Object.keys(properties).length > 0;
}

/** Returns the names of definitions and of all that they refer to. */
function listReferenced(definitions: Definitions, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set(roots);
  for (const name of found) for (const target of referencesOf(definitions[name])) found.add(target);
  return found;
}

function referencesOf(schema: unknown): string[] {
  return [...JSON.stringify(schema).matchAll(/\/\$defs\/(\w+)"/g)].map(([, name = '']) => name);
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

/** Returns the fields that exclude each other: a value must have exactly one of them. */
function findEither({ allOf = [] }: Schema): string[] {
  return allOf.flatMap((rule) =>
    (rule.oneOf ?? []).flatMap((part) => (typeof part === 'object' ? (part.required ?? []) : [])),
  );
}

/** Writes the types of definitions. */
class TypeWriter {
  private readonly definitions: Definitions;
  private readonly tags: ReadonlySet<string>;
  /** The definitions whose values may be placeholders. */
  private readonly inEdit: ReadonlySet<string>;
  private readonly inRequests: ReadonlySet<string>;

  constructor(definitions: Definitions) {
    this.definitions = definitions;
    this.tags = findTags(definitions);
    this.inEdit = listReferenced(definitions, ['Edit']);
    this.inRequests = listReferenced(definitions, Object.keys(REQUESTS));
  }

  write(): string {
    const lists = Object.entries(LISTS).map(([name, [values, description]]): [string, string] => [
      name,
      writeComment({ description }, '') + declareList(name, values),
    ]);
    const types = Object.entries(this.definitions).map(([name, schema]): [string, string] => [
      name,
      this.writeDefinition(name, schema),
    ]);
    const sorted = [...lists, ...types].sort(([a], [b]) => (a < b ? -1 : 1));
    return [HEADER, ...sorted.map(([, text]) => text)].join('\n');
  }

  private writeDefinition(name: string, schema: Schema): string {
    const comment = writeComment(schema, '');
    if (schema.enum) return comment + declareList(name, schema.enum);
    if (!hasFields(schema)) return `${comment}export type ${name} = ${this.typeOf(schema)};\n`;
    // The members of a union keep such fields optional: two types for one asset would make its messages long.
    const either = name === 'Edit' ? findEither(schema) : [];
    if (either.length > 0) return this.writeEither(name, schema, either);
    return `${comment}export interface ${name} {\n${this.writeFields(name, schema)}}\n`;
  }

  /**
   * Declares an object that has exactly one of some fields. The type with the first of them has the name itself, and
   * the others are interfaces of their own: the messages of the compiler are shorter than those for a union.
   */
  private writeEither(name: string, schema: Schema, either: readonly string[]): string {
    const [main = '', ...others] = either;
    const { properties = {} } = schema;
    const choose = (isOwn: (field: string) => boolean, required: string): Schema => ({
      additionalProperties: false,
      properties: Object.fromEntries(Object.entries(properties).filter(([field]) => isOwn(field))),
      required: [...(schema.required ?? []), required],
    });
    const own = this.writeFields(
      name,
      choose((field) => !others.includes(field), main),
    );
    const further = others.map((field) => {
      const title = `${name}With${capitalize(field)}`;
      const fields = this.writeFields(
        name,
        choose((each) => each === field, field),
      );
      return `\n/** ${name} with \`${field}\` in place of \`${main}\`. */\nexport interface ${title} extends Omit<${name}, '${main}'> {\n${fields}}\n`;
    });
    return `${writeComment(schema, '')}export interface ${name} {\n${own}}\n${further.join('')}`;
  }

  /** Returns the fields of an object that is a definition or a part of one. */
  private writeFields(name: string, schema: Schema, indent = '  '): string {
    const required = new Set(schema.required);
    const absent = this.inRequests.has(name) ? ' | undefined' : '';
    const fields = Object.entries(schema.properties ?? {}).map(([field, part]) => {
      if (typeof part === 'boolean') throw new Error(`${name}.${field} has no schema.`);
      const type = FIELD_TYPES[`${name}.${field}`] ?? this.typeOf(part, name, indent);
      const allowed = this.inEdit.has(name) && !this.tags.has(field) ? this.withPlaceholder(type) : type;
      const ending = required.has(field) ? `: ${allowed}` : `?: ${allowed}${absent}`;
      return `${writeComment(part, indent)}${indent}readonly ${writeName(field)}${ending};\n`;
    });
    // Requests besides edits are closed, so that the compiler finds a misspelt field.
    const isOpen =
      typeof schema.additionalProperties === 'object' && (this.inEdit.has(name) || absent === '');
    return fields.join('') + (isOpen ? `${indent}readonly [field: string]: unknown;\n` : '');
  }

  /**
   * Adds a placeholder to the type of a text, a number or a boolean. An object or a list gets none: the compiler
   * would list the placeholder first if a field of the object is wrong.
   */
  private withPlaceholder(type: string): string {
    const isOpen = /(^| )(string|unknown)( |$)/.test(type);
    const isValue = type in LISTS || this.definitions[type]?.enum !== undefined;
    const isObject = !isValue && /^(\w+|readonly .*)$/.test(type) && !/^(number|boolean)$/.test(type);
    return isOpen || isObject ? type : `${type} | Placeholder`;
  }

  /**
   * Returns the type of the values that a schema allows.
   *
   * @param name the definition that it is a part of.
   */
  private typeOf(schema: Part, name = '', indent = ''): string {
    if (typeof schema === 'boolean') throw new Error('A schema without a type.');
    const { $ref, const: only, enum: values, type } = schema;
    if ($ref !== undefined) return referencesOf(schema).join('');
    const members = schema.anyOf ?? schema.oneOf;
    if (members !== undefined) return members.map((member) => this.typeOf(member, name, indent)).join(' | ');
    const literals = only === undefined ? values : [only];
    if (literals !== undefined) return nameLiterals(literals);
    // zod writes `string | null` as a list.
    if (Array.isArray(type))
      return type.map((one) => this.typeOf({ ...schema, type: one }, name)).join(' | ');
    if (hasFields(schema)) return `{\n${this.writeFields(name, schema, `${indent}  `)}${indent}}`;
    if (type === 'array') return this.typeOfList(schema, name, indent);
    return typeOfValue(type, schema.pattern);
  }

  private typeOfList({ items }: Schema, name: string, indent: string): string {
    if (items === undefined || Array.isArray(items)) throw new Error(`${name} has a list without a type.`);
    const item = this.typeOf(items, name, indent);
    return `readonly ${item.includes(' | ') ? `(${item})` : item}[]`;
  }
}

function typeOfValue(type = '', pattern = ''): string {
  if (type === '') return 'unknown';
  const found = PATTERNS[pattern] ?? PRIMITIVES[type];
  if (found === undefined) throw new Error(`The client has no type for a value of the type ${type}.`);
  return found;
}

/**
 * Declares a list of values. The compiler prints the values of a type that is written like this in its messages, and
 * otherwise would print its name.
 */
function declareList(name: string, values: readonly unknown[]): string {
  return `export type ${name} = [${values.map((value) => JSON.stringify(value)).join(', ')}][number];\n`;
}

/** Returns the type of a value of a list. A part of the list may have a name. */
function nameLiterals(values: readonly unknown[]): string {
  const [name, part = []] =
    Object.entries(LISTS)
      .map(([each, [list]]) => [each, list] as const)
      .find(
        ([, list]) =>
          list.every((value) => values.includes(value)) &&
          (list.length === values.length || list.length >= LONG_LIST),
      ) ?? [];
  const rest = values.filter((value) => !part.some((each) => each === value));
  return [...(name === undefined ? [] : [name]), ...rest.map((value) => JSON.stringify(value))].join(' | ');
}

/** Writes the name of a field. One such as `16:9` needs quotes. */
function writeName(field: string): string {
  return /^[$\w]*$/.test(field) ? field : JSON.stringify(field);
}

/** Returns the description of a schema as a comment, in lines of at most {@link WIDTH} characters. */
function writeComment({ description = '', deprecated, format }: Schema, indent: string): string {
  const known = deprecated === true ? description.replace('Deprecated.', '@deprecated') : description;
  const text = format === 'date-time' ? `${known} In ISO 8601, UTC.` : known;
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

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
