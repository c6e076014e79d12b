import type { JsonPath } from '../document/edit-text.ts';

/** A part of the JSON Schema of an edit, with the keywords that the Studio reads. */
export interface SchemaPart {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly required?: readonly string[];
  readonly items?: SchemaPart;
  readonly anyOf?: readonly SchemaPart[];
  readonly oneOf?: readonly SchemaPart[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly deprecated?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxLength?: number;
  readonly $defs?: Readonly<Record<string, SchemaPart>>;
}

const REF = '#/$defs/';
/** Every field may hold a placeholder instead. It says nothing about the field. */
const PLACEHOLDER = `${REF}Placeholder`;

/** Returns the alternatives that a part allows, without references and unions. A placeholder is not one of them. */
export function listAlternatives(root: SchemaPart, part: SchemaPart): SchemaPart[] {
  if (part.$ref === PLACEHOLDER) return [];
  if (part.$ref !== undefined) {
    const target = root.$defs?.[part.$ref.slice(REF.length)];
    return target ? listAlternatives(root, target) : [];
  }
  const union = part.anyOf ?? part.oneOf;
  // The whole edit has rules between its fields beside its properties.
  if (union === undefined || part.properties) return [part];
  return union.flatMap((alternative) => listAlternatives(root, alternative));
}

/** Returns the objects that a part allows. Those whose constants differ from a value are left out if others fit. */
export function listObjects(
  root: SchemaPart,
  part: SchemaPart,
  value?: unknown,
  except?: string,
): SchemaPart[] {
  const objects = listAlternatives(root, part).filter(({ properties }) => properties);
  const fitting = objects.filter((object) => agreesWith(object, value, except));
  return fitting.length > 0 ? fitting : objects;
}

/** Returns the parts that describe the value at a place. Several if its object may be of several kinds. */
export function findParts(root: SchemaPart, value: unknown, path: JsonPath): SchemaPart[] {
  let parts: SchemaPart[] = [root];
  let current = value;
  for (const step of path) {
    const owner = current;
    parts = parts.flatMap((part) =>
      typeof step === 'number'
        ? listAlternatives(root, part).flatMap(({ items }) => items ?? [])
        : listObjects(root, part, owner, step).flatMap(({ properties = {} }) =>
            Object.hasOwn(properties, step) ? (properties[step] ?? []) : [],
          ),
    );
    current = readAt(owner, [step]);
  }
  return [...new Set(parts)];
}

/** Returns the value at a place. Undefined if there is none. */
export function readAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((owner, step) => {
    if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, step)) return undefined;
    return (owner as Readonly<Record<string | number, unknown>>)[step];
  }, value);
}

/** Returns the least value that a part accepts: an object has only the fields that it needs. */
export function createValue(root: SchemaPart, part: SchemaPart): unknown {
  const [first] = listAlternatives(root, part);
  if (part.default !== undefined) return part.default;
  if (!first) return '';
  if (first.const !== undefined) return first.const;
  if (first.enum) return first.enum[0];
  if (first.properties) {
    const { properties, required = [] } = first;
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name))
        .map(([name, field]) => [name, createValue(root, field)]),
    );
  }
  if (first.items) {
    const { items, minItems = 0 } = first;
    return Array.from({ length: minItems }, () => createValue(root, items));
  }
  return createPlainValue(first);
}

function createPlainValue({ type, pattern, minimum = 0, examples = [] }: SchemaPart): unknown {
  if (type === 'boolean') return false;
  // A size of one pixel would be invisible.
  if (type === 'integer') return Math.max(minimum, 100);
  if (type === 'number') return minimum;
  if (pattern !== undefined && isColourPattern(pattern)) return '#ffffff';
  // Of several examples, none is the usual one.
  return examples.length === 1 ? examples[0] : '';
}

/** True for the pattern of a colour such as `#1a2b3c`. */
export function isColourPattern(pattern: string): boolean {
  // oxlint-disable-next-line kinora/linear-expressions -- The pattern is an expression of the schema, which was checked.
  const expression = new RegExp(pattern, 'u');
  return expression.test('#1a2b3c') && !expression.test('1a2b3c');
}

function agreesWith({ properties = {} }: SchemaPart, value: unknown, except: string | undefined): boolean {
  return Object.entries(properties).every(([name, { const: only }]) => {
    if (only === undefined || name === except) return true;
    const given = readAt(value, [name]);
    return given === undefined || given === only;
  });
}
