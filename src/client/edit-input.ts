import type { Edit } from '../edit/index.ts';

/**
 * A text with a placeholder, such as `{{ NAME }}`. A merge field replaces the placeholder before the edit is
 * validated.
 */
export type Placeholder = `${string}{{${string}}}${string}`;

/**
 * The type `Value` with a placeholder allowed in place of any value inside it. A field named `type` allows no
 * placeholder, because the type determines the other fields.
 */
type WithPlaceholders<Value> = Value extends readonly (infer Item)[]
  ? readonly WithPlaceholders<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Name extends 'type' ? Value[Name] : WithPlaceholders<Value[Name]> }
    : Value | Placeholder;

/** An edit as a client writes it, with or without placeholders. */
export type EditInput = WithPlaceholders<Edit>;
