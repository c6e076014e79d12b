import type { JSX } from 'preact';
import type { FormField } from '../schema/form-field.ts';

/** The properties of the fields of an object. */
export interface FieldsProps {
  readonly fields: readonly FormField[];
  /** Steps of the object that stays when its last field is reset. */
  readonly kept: number;
}

/** Draws fields. A control gets it, because a field may have fields within it. */
export type DrawFields = (props: FieldsProps) => JSX.Element;

/** The properties of each control. */
export interface ControlProps {
  readonly field: FormField;
  readonly value: unknown;
  /** Steps of the object that stays when its last field is reset. */
  readonly kept: number;
  /** The id of the element that the label belongs to. */
  readonly id: string;
  readonly Fields: DrawFields;
}

/** The properties of a control for one value. */
export interface InputProps {
  readonly id: string;
  readonly value: unknown;
  /** The default, shown if there is no value. */
  readonly fallback: unknown;
  readonly title: string;
  readonly set: (value: unknown) => void;
  readonly reset: () => void;
}
