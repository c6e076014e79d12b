import type { Change, JsonPath } from '../document/edit-text.ts';
import type { WantedKinds } from '../files/wanted-kinds.ts';
import { findUnit, isPercent, titleOf } from './field-words.ts';
import { findWantedKinds } from './file-words.ts';
import {
  createValue,
  findParts,
  isColourPattern,
  listAlternatives,
  listObjects,
  readAt,
  type SchemaPart,
} from './walk-schema.ts';

/** The control of a field. */
export type Control =
  | NumberControl
  | { readonly kind: 'text'; readonly isLong: boolean; readonly examples: readonly string[] }
  /** The address of a file. */
  | { readonly kind: 'file'; readonly kinds: WantedKinds }
  | { readonly kind: 'font'; readonly examples: readonly string[] }
  /** A voice for speech. */
  | { readonly kind: 'voice' }
  /** `words` are allowed instead of a colour, such as `transparent`. */
  | { readonly kind: 'colour'; readonly hasAlpha: boolean; readonly words: readonly string[] }
  | { readonly kind: 'choice'; readonly choices: readonly (string | number)[] }
  /** Decides which other fields there are. */
  | { readonly kind: 'kind'; readonly choices: readonly string[] }
  /** One of nine places. */
  | { readonly kind: 'place' }
  | { readonly kind: 'easing'; readonly choices: readonly string[] }
  /** Names that are shown with pictures of their looks. */
  | { readonly kind: 'look'; readonly look: 'effect' | 'filter'; readonly choices: readonly string[] }
  /** A name, or an object with the name, a duration and an easing. */
  | {
      readonly kind: 'transition';
      readonly choices: readonly string[];
      readonly easings: readonly string[];
      /** The fields that only one transition has, by its name. */
      readonly own: Readonly<Record<string, readonly FormField[]>>;
    }
  | { readonly kind: 'switch' }
  /** `isAdded` is true if an empty object is not the same as none. */
  | { readonly kind: 'object'; readonly isAdded: boolean }
  | { readonly kind: 'list'; readonly item: SchemaPart }
  /** Filters with values, each with a picture. */
  | { readonly kind: 'filters'; readonly item: SchemaPart }
  /** Words and phrases, written with commas between them. */
  | { readonly kind: 'phrases' }
  /** A curve through points. */
  | { readonly kind: 'curve' }
  /** A field without a control, which is changed in the JSON. */
  | { readonly kind: 'json' };

/** A number, perhaps with words that are allowed instead of it. */
export interface NumberControl {
  readonly kind: 'number';
  readonly unit: string;
  readonly isInteger: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** Words that are allowed instead, such as `auto`. */
  readonly words: readonly string[];
  /** A tween of the list that is allowed instead. Undefined if the number cannot be animated. */
  readonly tween: SchemaPart | undefined;
  /** True if four numbers are allowed instead, one for each corner. */
  readonly hasCorners?: boolean;
}

/** A field of a form. */
export interface FormField {
  readonly name: string;
  /** The place in the JSON of the edit. */
  readonly path: JsonPath;
  readonly title: string;
  readonly description: string;
  /** The value that counts if there is none. */
  readonly fallback: unknown;
  readonly isRequired: boolean;
  readonly part: SchemaPart;
  readonly control: Control;
}

/** Returns the fields of the object at a place, in the order of the schema. Unknown fields that it has come last. */
export function listFields(root: SchemaPart, edit: unknown, path: JsonPath, value: unknown): FormField[] {
  return findParts(root, edit, path)
    .slice(0, 1)
    .flatMap((part) => listFieldsOf(root, part, path, value));
}

/** Returns the fields of a value that is described by a part. */
export function listFieldsOf(
  root: SchemaPart,
  part: SchemaPart,
  path: JsonPath,
  value: unknown,
): FormField[] {
  const [object] = listObjects(root, part, value);
  if (!object?.properties) return [];
  const { properties, required = [] } = object;
  const known = Object.entries(properties).map(([name, own]) => {
    const field = describeField(root, [...path, name], own, required.includes(name));
    if (own.const === undefined) return field;
    return { ...field, control: { kind: 'kind', choices: listKinds(root, part, value, name) } as const };
  });
  const given = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const unknown = given.filter((name) => !Object.hasOwn(properties, name));
  return [...known, ...unknown.map((name) => describeUnknown([...path, name]))];
}

/** Returns the field for the file without which a value is of no use. Undefined if it needs none. */
export function findNeededFile(
  root: SchemaPart,
  part: SchemaPart,
): (FormField & { readonly control: Extract<Control, { kind: 'file' }> }) | undefined {
  const [found] = listFieldsOf(root, part, [], createValue(root, part)).flatMap((field) =>
    field.isRequired && field.control.kind === 'file' ? [{ ...field, control: field.control }] : [],
  );
  return found;
}

/** Returns the kinds that an object can have, such as the shapes of a drawing. A field names the kind. */
function listKinds(root: SchemaPart, part: SchemaPart, value: unknown, name: string): string[] {
  const kinds = listObjects(root, part, value, name).flatMap(
    ({ properties }) => properties?.[name]?.const ?? [],
  );
  return [...new Set(kinds.map(String))];
}

/** Returns the kinds of the items of a list that has several. Empty if all are of one kind. */
export function listItemKinds(root: SchemaPart, item: SchemaPart): string[] {
  const kinds = listKinds(root, item, undefined, 'type');
  return kinds.length > 1 ? kinds : [];
}

/** Returns the least item of a kind. */
export function createItem(root: SchemaPart, item: SchemaPart, kind: string): unknown {
  return createValue(root, listObjects(root, item, { type: kind })[0] ?? item);
}

/** Changes the kind of an object, adds the fields that the other kind needs, and removes those that it does not know. */
export function changeKind(
  root: SchemaPart,
  owner: { readonly part: SchemaPart; readonly path: JsonPath; readonly value: unknown },
  name: string,
  kind: string,
): Change[] {
  const { part, path, value } = owner;
  const other = listObjects(root, part, value, name).find(
    ({ properties }) => properties?.[name]?.const === kind,
  );
  const needed = createValue(root, other ?? {});
  const added = typeof needed === 'object' && needed !== null ? Object.entries(needed) : [];
  const given = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const foreign = given.filter((field) => !Object.hasOwn(other?.properties ?? {}, field));
  return [
    { path: [...path, name], value: kind },
    ...foreign.map((field) => ({ path: [...path, field], value: undefined })),
    ...added
      .filter(([field]) => field !== name && readAt(value, [field]) === undefined)
      .map(([field, initial]) => ({ path: [...path, field], value: initial as unknown })),
  ];
}

/** Describes the field at a place. */
function describeField(root: SchemaPart, path: JsonPath, part: SchemaPart, isRequired: boolean): FormField {
  const name = String(path.at(-1));
  const alternatives = listAlternatives(root, part);
  const description = part.description ?? alternatives[0]?.description ?? '';
  return {
    name,
    path,
    description,
    isRequired,
    part,
    title: titleOf(name),
    fallback: part.default,
    control: chooseControl(root, path, description, alternatives),
  };
}

function describeUnknown(path: JsonPath): FormField {
  return {
    name: String(path.at(-1)),
    path,
    title: String(path.at(-1)),
    isRequired: false,
    description: 'Kinora does not know this field. Remove it, or correct its name in the JSON.',
    fallback: undefined,
    part: {},
    control: { kind: 'json' },
  };
}

function chooseControl(
  root: SchemaPart,
  path: JsonPath,
  description: string,
  alternatives: readonly SchemaPart[],
): Control {
  const name = String(path.at(-1));
  const has = (type: string): boolean => alternatives.some((one) => one.type === type);
  const named = alternatives.find(({ enum: list }) => list);
  const object = alternatives.find(({ properties }) => properties);
  if (has('number') || has('integer')) {
    if (named?.type === 'number') return { kind: 'choice', choices: named.enum as number[] };
    return describeNumber(root, path, description, alternatives);
  }
  if (named && object?.properties?.['easing']) {
    const easings = listAlternatives(root, object.properties['easing']).flatMap(
      ({ enum: list = [] }) => list,
    );
    const own = Object.fromEntries(
      alternatives.flatMap(({ properties = {} }) => {
        const { name: kind, duration, easing: curve, ...others } = properties;
        const fields = Object.entries(others).map(([key, part]) =>
          describeField(root, [...path, key], part, false),
        );
        return kind && duration && curve && fields.length > 0 ? [[String(kind.const), fields]] : [];
      }),
    );
    return { kind: 'transition', choices: named.enum as string[], easings: easings as string[], own };
  }
  if (named) return describeChoice(named.enum as string[]);
  if (has('boolean')) return { kind: 'switch' };
  const list = alternatives.find(({ items }) => items);
  if (list?.items && !has('string')) return describeList(root, name, list.items);
  if (object) return { kind: 'object', isAdded: isAdded(object, description) };
  return describeText(name, description, alternatives);
}

function describeNumber(
  root: SchemaPart,
  path: JsonPath,
  description: string,
  alternatives: readonly SchemaPart[],
): NumberControl {
  const number = alternatives.find(({ type }) => type === 'number' || type === 'integer');
  const words = alternatives.flatMap(({ type, enum: list = [], const: only }) =>
    type === 'string' ? [...list, ...(only === undefined ? [] : [only])] : [],
  );
  const list = alternatives.find(({ items }) => items);
  return {
    kind: 'number',
    unit: isPercent(path) ? '%' : findUnit(description),
    isInteger: number?.type === 'integer',
    minimum: number?.minimum,
    maximum: number?.maximum,
    words: words.filter((word): word is string => typeof word === 'string'),
    tween: list?.items && listObjects(root, list.items)[0],
    ...(path.at(-1) === 'corners' && { hasCorners: true }),
  };
}

/** Names that a place on a surface can have. */
const PLACES = ['topLeft', 'center', 'bottomRight'];

function describeChoice(choices: readonly string[]): Control {
  if (PLACES.every((place) => choices.includes(place))) return { kind: 'place' };
  if (choices.includes('easeInOut')) return { kind: 'easing', choices };
  if (choices.includes('zoomIn')) return { kind: 'look', look: 'effect', choices };
  if (choices.includes('greyscale')) return { kind: 'look', look: 'filter', choices };
  return { kind: 'choice', choices };
}

function describeList(root: SchemaPart, name: string, item: SchemaPart): Control {
  if (name === 'filters') return { kind: 'filters', item };
  const objects = listObjects(root, item);
  if (listAlternatives(root, item).every(({ type, enum: names }) => type === 'string' && !names))
    return { kind: 'phrases' };
  const isPoint = listAlternatives(root, item).some(({ items }) => items);
  if (isPoint && objects.length === 0) return { kind: 'curve' };
  const isPlain = objects.every(({ properties = {} }) =>
    Object.values(properties).every((field) => {
      const alternatives = listAlternatives(root, field);
      // The list of an animated number is that of its tweens.
      return alternatives.some(({ type }) => type === 'number') || !alternatives.some(({ items }) => items);
    }),
  );
  // Lists in lists, such as the tracks of a group, are shown by the timeline.
  return isPlain && objects.length > 0 ? { kind: 'list', item } : { kind: 'json' };
}

function describeText(name: string, description: string, alternatives: readonly SchemaPart[]): Control {
  const texts = alternatives.filter(({ type }) => type === 'string');
  if (texts.length === 0) return { kind: 'json' };
  const colour = texts.find(({ pattern = '' }) => pattern !== '' && isColourPattern(pattern));
  if (colour) {
    // oxlint-disable-next-line kinora/linear-expressions -- The pattern is an expression of the schema, which was checked.
    const expression = new RegExp(colour.pattern ?? '', 'u');
    const words = expression.test('transparent') ? ['transparent'] : [];
    return { kind: 'colour', hasAlpha: expression.test('#801a2b3c'), words };
  }
  const kinds = findWantedKinds(name, description);
  if (kinds.length > 0) return { kind: 'file', kinds };
  const examples = texts.flatMap((text) => text.examples ?? []).map(String);
  if (name === 'voice') return { kind: 'voice' };
  if (name === 'family') return { kind: 'font', examples };
  return { kind: 'text', isLong: LONG_TEXTS.has(name), examples };
}

/** Names of texts that often have several lines. */
const LONG_TEXTS: ReadonlySet<string> = new Set(['text', 'html', 'css', 'js', 'prompt']);

/** An object with needed fields is added as a whole. One whose description has `{}` counts when it is empty. */
function isAdded({ required = [] }: SchemaPart, description: string): boolean {
  return required.length > 0 || description.includes('{}');
}
