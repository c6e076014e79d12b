import { titleOf } from '../schema/field-words.ts';
import type { SchemaPart } from '../schema/walk-schema.ts';

/** A field of a request that a person fills in. */
export interface RequestField {
  /** Its place in the request as a JSON pointer, such as `/size/width`. */
  readonly pointer: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'choice' | 'number' | 'text' | 'long text' | 'image';
  /** The values to choose from. Empty if there is no list. */
  readonly choices: readonly string[];
  /** True if other values than the listed ones are allowed. */
  readonly isOpen: boolean;
  readonly isRequired: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly maxLength: number | undefined;
}

/** The entered texts, by the pointers of the fields. */
export type RequestValues = Readonly<Record<string, string>>;

/** Texts longer than this, in characters, get several lines. */
const LONG = 1000;
/** The pointers of the fields that take the address of an image. */
const IMAGES = /\/(?:imageUrl|startSrc)$/;
const REF = '#/components/schemas/';

/** Returns a schema of an OpenAPI document. An empty one if there is none with the name. */
export function findSchema(document: unknown, name: string): SchemaPart {
  const { components = {} } = document as {
    readonly components?: { readonly schemas?: Readonly<Record<string, SchemaPart>> };
  };
  return components.schemas?.[name] ?? {};
}

/**
 * Lists the fields of an object and of the objects in it. Values that the schema fixes are no fields.
 *
 * @param document the OpenAPI document that references lead to.
 */
export function listRequestFields(document: unknown, part: SchemaPart, pointer = ''): RequestField[] {
  const { properties = {}, required = [] } = resolve(document, part);
  return Object.entries(properties).flatMap(([name, given]) => {
    const own = resolve(document, given);
    const place = `${pointer}/${name}`;
    if (own.const !== undefined) return [];
    if (own.properties) return listRequestFields(document, own, place);
    return [toField(own, given, place, required.includes(name))];
  });
}

/** Makes the request from the entered texts. Empty fields are left out, and so are objects without a field. */
export function buildRequest(
  document: unknown,
  part: SchemaPart,
  values: RequestValues,
  pointer = '',
): Record<string, unknown> {
  const { properties = {} } = resolve(document, part);
  const parts = Object.entries(properties).map(([name, given]) => ({
    name,
    place: `${pointer}/${name}`,
    own: resolve(document, given),
  }));
  const filled = parts.flatMap(({ name, place, own }): [string, unknown][] => {
    if (own.const !== undefined) return [];
    if (own.properties) {
      const inner = buildRequest(document, own, values, place);
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }
    const { [place]: text = '' } = values;
    return text.trim() === '' ? [] : [[name, readValue(own, text)]];
  });
  if (filled.length === 0) return {};
  const fixed = parts.flatMap(({ name, own }): [string, unknown][] =>
    own.const === undefined ? [] : [[name, own.const]],
  );
  return Object.fromEntries([...fixed, ...filled]);
}

function toField(own: SchemaPart, given: SchemaPart, pointer: string, isRequired: boolean): RequestField {
  const { listed, isOpen } = listChoices(own);
  const isSwitch = own.type === 'boolean';
  const isNumber = own.type === 'number' || own.type === 'integer';
  const choices = isSwitch ? ['true', 'false'] : listed.map(String);
  const other = isNumber ? 'number' : (own.maxLength ?? 0) > LONG ? 'long text' : 'text';
  return {
    pointer,
    title: titleOf(pointer.slice(pointer.lastIndexOf('/') + 1)),
    description: given.description ?? own.description ?? '',
    kind: choices.length > 0 && !isOpen ? 'choice' : IMAGES.test(pointer) ? 'image' : other,
    choices,
    isOpen,
    isRequired,
    minimum: own.minimum,
    maximum: own.maximum,
    maxLength: own.maxLength,
  };
}

/** Returns the values that a field proposes, and whether it takes others, too. */
function listChoices({ enum: only, anyOf, examples }: SchemaPart): {
  readonly listed: readonly unknown[];
  readonly isOpen: boolean;
} {
  const [part] = (anyOf ?? []).filter((each) => each.enum !== undefined);
  const listed = only ?? part?.enum ?? examples ?? [];
  return { listed, isOpen: anyOf !== undefined || (only === undefined && examples !== undefined) };
}

function readValue({ type }: SchemaPart, text: string): unknown {
  if (type === 'boolean') return text === 'true';
  if (type !== 'number' && type !== 'integer') return text;
  const number = Number(text);
  // The server says what is wrong with it.
  return Number.isNaN(number) ? text : number;
}

function resolve(document: unknown, part: SchemaPart): SchemaPart {
  return part.$ref === undefined ? part : findSchema(document, part.$ref.slice(REF.length));
}
