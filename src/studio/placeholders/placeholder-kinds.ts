import type { PlaceholderField } from '../../client/index.ts';
import { POSITIONS } from '../../edit/schema/values.ts';
import type { Control, FormField } from '../schema/form-field.ts';

/** The kinds of values that a form of a template asks for. */
export type PlaceholderKind =
  Extract<PlaceholderField['kind'], string> extends infer Kind ? Exclude<Kind, `{{${string}`> : never;

/** The kinds with their names. */
export const KIND_NAMES: Readonly<Record<PlaceholderKind, string>> = {
  text: 'Text',
  colour: 'Colour',
  number: 'Number',
  image: 'Picture',
  video: 'Film',
  audio: 'Sound',
  captions: 'Subtitles',
  choice: 'Choice',
};

/** The kinds of placeholders by the controls of their fields, the usual one first. */
const KINDS: Readonly<Partial<Record<Control['kind'], readonly PlaceholderKind[]>>> = {
  number: ['number', 'choice'],
  text: ['text', 'choice'],
  colour: ['colour', 'choice'],
  choice: ['choice'],
  easing: ['choice'],
  look: ['choice'],
  transition: ['choice'],
  place: ['choice'],
  font: ['choice'],
};

/** Returns the kinds that the placeholder of a field can have, the usual one first. Empty if it cannot be one. */
export function listKinds({ control }: Pick<FormField, 'control'>): readonly PlaceholderKind[] {
  return control.kind === 'file' ? kindsOfFile(control.kinds) : (KINDS[control.kind] ?? []);
}

function kindsOfFile([kind]: Extract<Control, { kind: 'file' }>['kinds']): PlaceholderKind[] {
  if (kind === 'video') return ['video'];
  if (kind === 'sound') return ['audio'];
  if (kind === 'captions') return ['captions'];
  return kind === 'image' || kind === 'drawing' ? ['image'] : [];
}

/** Returns the values that a field itself allows, to choose from. */
export function listChoices({ control }: Pick<FormField, 'control'>): (string | number)[] {
  if (control.kind === 'place') return [...POSITIONS];
  if (control.kind === 'font') return [...control.examples];
  return 'choices' in control ? [...control.choices] : [];
}
