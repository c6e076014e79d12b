import type { Edit } from '../edit/index.ts';

/** A text with a placeholder in it, such as `{{ NAME }}`: a merge field takes its place before the edit is checked. */
export type Placeholder = `${string}{{${string}}}${string}`;

/** The same with a placeholder wherever a value may be; `type` stays, since it says which fields there are. */
type WithPlaceholders<Value> = Value extends readonly (infer Item)[]
  ? readonly WithPlaceholders<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Name extends 'type' ? Value[Name] : WithPlaceholders<Value[Name]> }
    : Value | Placeholder;

/** An edit as a client writes it: with or without placeholders. */
export type EditInput = WithPlaceholders<Edit>;
