import fc from 'fast-check';

/** As much of a JSON Schema as our own documents use. */
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

/** Values of which some are to be taken instead of random ones. */
export interface Known {
  /** By the format of a string; others are random strings. */
  readonly formats: Readonly<Record<string, fc.Arbitrary<string>>>;
  /** By the `$ref` of a schema: half of the values are taken from here. */
  readonly referred: Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

const LONGEST_LIST = 3;
/** Beyond this depth only what is required is made, or a value of a recursive schema would never end. */
const DEEPEST = 12;

/**
 * Values that a JSON Schema allows, as far as its keywords above say it.
 *
 * @param schema the schema, which may refer to others by `$ref`.
 * @param referred the schema that a `$ref` names.
 */
export function arbitraryOf(
  schema: JsonSchema,
  referred: (ref: string) => JsonSchema,
  known: Known,
  depth = 0,
): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const random = arbitraryOf(referred(schema.$ref), referred, known, depth);
    const given = known.referred[schema.$ref];
    return given === undefined ? random : fc.oneof(given, random);
  }
  const inner = (part: JsonSchema): fc.Arbitrary<unknown> => arbitraryOf(part, referred, known, depth + 1);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const branches = schema.anyOf ?? schema.oneOf ?? [];
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (types.length > 0) return fc.oneof(...types.map((type) => ofType(type, schema, known, inner, depth)));
  return branches.length > 0 ? fc.oneof(...branches.map(inner)) : fc.jsonValue({ maxDepth: 2 });
}

type Inner = (part: JsonSchema) => fc.Arbitrary<unknown>;

function ofType(type: string, schema: JsonSchema, known: Known, inner: Inner, depth: number) {
  const { minimum = -1e6, maximum = 1e6 } = schema;
  const byType: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
    string: () => text(schema, known),
    number: () => numbers(minimum, maximum),
    integer: () => fc.integer({ min: minimum, max: maximum }),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    array: () => list(schema, inner),
    object: () => record(schema, inner, depth),
  };
  const make = byType[type];
  if (make === undefined) throw new Error(`A JSON Schema has no type ${type}.`);
  return make();
}

/** Half of them from 0 to 1, where most of what is measured lies: seconds of a short clip, fractions, opacities. */
function numbers(min: number, max: number): fc.Arbitrary<number> {
  const wide = fc.double({ min, max, noNaN: true });
  return min > 0 || max < 1
    ? wide
    : fc.oneof(
        fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
        wide,
      );
}

function text(
  { format, pattern, minLength, maxLength }: JsonSchema,
  { formats }: Known,
): fc.Arbitrary<string> {
  const ofFormat = formats[format ?? ''];
  if (ofFormat) return ofFormat;
  if (pattern !== undefined)
    return fc
      .stringMatching(new RegExp(pattern))
      .filter(({ length }) => length >= (minLength ?? 0) && length <= (maxLength ?? Infinity));
  return fc.string({
    minLength: minLength ?? 0,
    maxLength: Math.min(maxLength ?? 20, 200),
    unit: 'grapheme',
  });
}

function list(
  { items = {}, minItems = 0, maxItems = LONGEST_LIST }: JsonSchema,
  inner: Inner,
): fc.Arbitrary<unknown[]> {
  const maxLength = Math.max(minItems, Math.min(maxItems, LONGEST_LIST));
  return fc.array(inner(items), { minLength: minItems, maxLength });
}

function record(
  { properties = {}, required = [] }: JsonSchema,
  inner: Inner,
  depth: number,
): fc.Arbitrary<object> {
  const entries = Object.entries(properties).filter(([name]) => depth < DEEPEST || required.includes(name));
  const values = Object.fromEntries(entries.map(([name, part]) => [name, inner(part)]));
  return fc.record(values, { requiredKeys: required.filter((name) => name in values) });
}

const ODD_TEXTS = [
  ...['{{ NAME }}', 'alias://x', 'end', 'auto'],
  ...['\0', 'a\0b', '\u0001\u001b', '\u007f\u0085', '\ud800', '\udc00\ud800', '\u2028\ufeff'],
  'x'.repeat(100_000),
];

/** The same JSON value with something else in one place: at the value itself or at any depth. */
export function damaged(value: unknown): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(null, '', -1, 1e300, [], {}, ...ODD_TEXTS, 1e308),
  );
  const places = placesIn(value, []);
  return fc
    .tuple(fc.constantFrom(...places), odd, fc.constantFrom('replace', 'remove', 'add'))
    .map(([place, instead, how]) =>
      changed(value, place, how === 'replace' ? () => instead : edited(how, instead)),
    );
}

type Place = readonly (string | number)[];

function placesIn(value: unknown, place: Place): Place[] {
  if (typeof value !== 'object' || value === null) return [place];
  const parts = Array.isArray(value) ? [...(value as unknown[]).entries()] : Object.entries(value);
  return [place, ...parts.flatMap(([step, part]) => placesIn(part, [...place, step]))];
}

function edited(how: 'remove' | 'add', instead: unknown): (value: unknown) => unknown {
  return (value) => {
    if (Array.isArray(value))
      return how === 'add' ? [...(value as unknown[]), instead] : (value as unknown[]).slice(1);
    if (typeof value !== 'object' || value === null) return instead;
    const entries = Object.entries(value);
    return Object.fromEntries(how === 'add' ? [...entries, ['surprise', instead]] : entries.slice(1));
  };
}

function changed(value: unknown, place: Place, change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return (value as unknown[]).map((part, index) => (index === step ? changed(part, rest, change) : part));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, part]) => [
      name,
      name === step ? changed(part, rest, change) : part,
    ]),
  );
}
