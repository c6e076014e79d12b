import fc from 'fast-check';

/** The part of JSON Schema that Kinora's own documents use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Known values that are generated besides random ones. */
export interface KnownValues {
  /** Values for the formats of strings. Strings of other formats are random. */
  readonly formats: Readonly<Record<string, fc.Arbitrary<string>>>;
  /** Values for the `$ref` of a schema. Half of the generated values come from here. */
  readonly schemas: Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

const MAX_LIST_LENGTH = 3;
/** Maximum depth for optional properties, so that a value of a recursive schema is finite. */
const MAX_DEPTH = 12;

/**
 * Generates values that a JSON Schema allows, as far as {@link JsonSchema} covers its keywords.
 *
 * @param schema The schema. It may refer to others by `$ref`.
 * @param resolveRef Returns the schema of a `$ref`.
 * @param open The references that contain the schema. A union does not choose one of them again, so that a value of
 *   a schema that refers to itself is finite.
 */
export function createArbitrary(
  schema: JsonSchema,
  resolveRef: (ref: string) => JsonSchema,
  known: KnownValues,
  depth = 0,
  open: readonly string[] = [],
): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const inside = [...open, schema.$ref];
    const random = createArbitrary(resolveRef(schema.$ref), resolveRef, known, depth, inside);
    const knownValue = known.schemas[schema.$ref];
    return knownValue === undefined ? random : fc.oneof(knownValue, random);
  }
  const createPart = (part: JsonSchema): fc.Arbitrary<unknown> =>
    createArbitrary(part, resolveRef, known, depth + 1, open);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const branches = (schema.anyOf ?? schema.oneOf ?? []).filter(({ $ref = '' }) => !open.includes($ref));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (types.length > 0)
    return fc.oneof(...types.map((type) => createForType(type, schema, known, createPart, depth)));
  return branches.length > 0 ? fc.oneof(...branches.map(createPart)) : fc.jsonValue({ maxDepth: 2 });
}

type CreatePart = (part: JsonSchema) => fc.Arbitrary<unknown>;

function createForType(
  type: string,
  schema: JsonSchema,
  known: KnownValues,
  createPart: CreatePart,
  depth: number,
) {
  const { minimum = -1e6, maximum = 1e6 } = schema;
  const byType: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
    string: () => createString(schema, known),
    number: () => createNumber(minimum, maximum),
    integer: () => fc.integer({ min: minimum, max: maximum }),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    array: () => createList(schema, createPart),
    object: () => createObject(schema, createPart, depth),
  };
  const make = byType[type];
  if (make === undefined) throw new Error(`A JSON Schema has no type ${type}.`);
  return make();
}

/**
 * Generates numbers, half of them from 0 to 1 if possible. Most meaningful values are in that range: seconds
 * of a short clip, fractions, opacities.
 */
function createNumber(min: number, max: number): fc.Arbitrary<number> {
  const wide = fc.double({ min, max, noNaN: true });
  return min > 0 || max < 1
    ? wide
    : fc.oneof(
        fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
        wide,
      );
}

/** The generators of strings that match a pattern. Creating one takes milliseconds. */
const MATCHING = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string): fc.Arbitrary<string> {
  const known = MATCHING.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  MATCHING.set(pattern, known);
  return known;
}

function createString(
  { format, pattern, minLength, maxLength }: JsonSchema,
  { formats }: KnownValues,
): fc.Arbitrary<string> {
  const formatted = formats[format ?? ''];
  if (formatted) return formatted;
  if (pattern !== undefined)
    return matching(pattern).filter(
      ({ length }) => length >= (minLength ?? 0) && length <= (maxLength ?? Infinity),
    );
  return fc.string({
    minLength: minLength ?? 0,
    maxLength: Math.min(maxLength ?? 20, 200),
    unit: 'grapheme',
  });
}

function createList(
  { items = {}, minItems = 0, maxItems = MAX_LIST_LENGTH }: JsonSchema,
  createPart: CreatePart,
): fc.Arbitrary<unknown[]> {
  const maxLength = Math.max(minItems, Math.min(maxItems, MAX_LIST_LENGTH));
  return fc.array(createPart(items), { minLength: minItems, maxLength });
}

function createObject(
  { properties = {}, required = [] }: JsonSchema,
  createPart: CreatePart,
  depth: number,
): fc.Arbitrary<object> {
  const entries = Object.entries(properties).filter(([name]) => depth < MAX_DEPTH || required.includes(name));
  const values = Object.fromEntries(entries.map(([name, part]) => [name, createPart(part)]));
  return fc.record(values, { requiredKeys: required.filter((name) => name in values) });
}

const UNUSUAL_STRINGS = [
  '{{ NAME }}',
  'alias://x',
  'end',
  'auto',
  '\0',
  'a\0b',
  '\u0001\u001b',
  '\u007f\u0085',
  '\ud800',
  '\udc00\ud800',
  '\u2028\ufeff',
  'x'.repeat(100_000),
];

/** Generates copies of a JSON value that are changed in one place, at any depth. */
export function createDamaged(value: unknown): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(null, '', -1, 1e300, [], {}, ...UNUSUAL_STRINGS, 1e308),
  );
  const paths = listPaths(value, []);
  return fc
    .tuple(fc.constantFrom(...paths), odd, fc.constantFrom('replace', 'remove', 'add'))
    .map(([path, replacement, how]) =>
      changeAt(value, path, how === 'replace' ? () => replacement : createChange(how, replacement)),
    );
}

type Path = readonly (string | number)[];

function listPaths(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const parts = Array.isArray(value) ? [...(value as unknown[]).entries()] : Object.entries(value);
  return [path, ...parts.flatMap(([step, part]) => listPaths(part, [...path, step]))];
}

function createChange(how: 'remove' | 'add', replacement: unknown): (value: unknown) => unknown {
  return (value) => {
    if (Array.isArray(value))
      return how === 'add' ? [...(value as unknown[]), replacement] : (value as unknown[]).slice(1);
    if (typeof value !== 'object' || value === null) return replacement;
    const entries = Object.entries(value);
    return Object.fromEntries(how === 'add' ? [...entries, ['surprise', replacement]] : entries.slice(1));
  };
}

function changeAt(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return (value as unknown[]).map((part, index) => (index === step ? changeAt(part, rest, change) : part));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, part]) => [
      name,
      name === step ? changeAt(part, rest, change) : part,
    ]),
  );
}
