import { isObject } from '../../base/is-object.ts';

/** Returns a JSON object as it is, and an empty object in place of any other value. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Returns a property of an object or an item of a list. Undefined for anything else. */
export function readPart(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[step];
}

/** Returns a JSON list as it is, and an empty list in place of any other value. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
