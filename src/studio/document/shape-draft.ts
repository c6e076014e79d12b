import { isObject } from '../../base/is-object.ts';
import type { DraftEdit } from './edit-text.ts';
import { nameOfPlaceholder } from './placeholders.ts';

/** Returns a value as the Studio can use it. Undefined for one that it cannot use. */
type Shape = (value: unknown) => unknown;

const text: Shape = (value) => (typeof value === 'string' ? value : undefined);

/** Shapes some fields of an object. A placeholder may stand for the whole object. */
function objectOf(fields: Readonly<Record<string, Shape>>): Shape {
  return (value) => {
    if (!isObject(value)) return nameOfPlaceholder(value) === undefined ? undefined : value;
    const shaped = Object.entries(value).map(([name, each]) => [name, (fields[name] ?? keep)(each)] as const);
    return Object.fromEntries(shaped.filter(([, each]) => each !== undefined));
  };
}

const keep: Shape = (value) => value;

/** Shapes the items of a list. One that cannot be used becomes empty, so that the places of the others stay. */
function listOf(item: Shape): Shape {
  return (value) => (Array.isArray(value) ? value.map((each: unknown) => item(each) ?? item({})) : undefined);
}

const anyObject = objectOf({});
const tracks: Shape = listOf(
  objectOf({
    clips: listOf(objectOf({ asset: objectOf({ type: text, tracks: (value) => tracks(value) }) })),
  }),
);
const anyMergeField = objectOf({ find: text, field: anyObject });
const mergeField: Shape = (value) => {
  const shaped = anyMergeField(value);
  return isObject(shaped) ? { find: '', ...shaped } : undefined;
};
const edit = objectOf({
  timeline: objectOf({ tracks }),
  output: anyObject,
  outputs: listOf(anyObject),
  merge: listOf(mergeField),
});

/**
 * Returns an edit without the values that have the wrong type where the Studio relies on it, such as `"tracks": [null]`
 * while a person writes. The server says what is wrong with them.
 */
export function shapeDraft(written: DraftEdit): DraftEdit {
  return edit(written) as DraftEdit;
}
