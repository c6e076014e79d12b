import type { JSX } from 'preact';
import type { Control, FormField } from '../schema/form-field.ts';
import { changeKind } from '../schema/form-field.ts';
import { findParts, readAt } from '../schema/walk-schema.ts';
import { draft } from '../edit/edit-state.ts';
import { changeEdit, resetField, setField } from './change-field.ts';
import { ChoiceInput, isShort, PlaceInput, SwitchInput } from './choice-inputs.tsx';
import type { ControlProps, InputProps } from './control-props.ts';
import { ColourInput, FontInput, PhrasesInput, TextInput } from './text-inputs.tsx';
import { FileInput } from './file-input.tsx';
import { CurvePicker } from './filters/filter-choice.tsx';
import { EasingPicker } from './easing/easing-picker.tsx';
import { LookPicker } from './look-picker.tsx';
import { JsonSummary, ListFields, ObjectFields } from './nested-fields.tsx';
import { NumberField } from './number-field.tsx';
import { editSchema } from './schema-state.ts';
import { VoicePicker } from '../speech/voice-picker.tsx';
import { TransitionFields } from './transition-fields.tsx';

/** The control of a field. */
export function FieldControl(props: ControlProps): JSX.Element {
  const { field, value, kept, id, Fields } = props;
  const { control, path, title, fallback, isRequired } = field;
  const reset = (): void => {
    if (!isRequired) resetField(path, kept);
  };
  const input: InputProps = { id, value, fallback, title, reset, set: (next) => setField(path, next) };
  if (hasOwnFields(control)) return <NestedControl {...props} control={control} />;
  switch (control.kind) {
    case 'number':
      return <NumberField {...input} control={control} path={path} Fields={Fields} />;
    case 'text':
      return <TextInput {...input} isLong={control.isLong} examples={control.examples} />;
    case 'file':
      return <FileInput id={id} value={value} title={title} path={path} kinds={control.kinds} />;
    case 'font':
      return <FontInput {...input} examples={control.examples} />;
    case 'voice':
      return <VoicePicker {...input} />;
    case 'colour':
      return <ColourInput {...input} control={control} />;
    case 'choice':
      return <ChoiceInput {...input} field={field.name} choices={control.choices} />;
    case 'kind':
      return (
        <ChoiceInput
          {...input}
          field={field.name}
          choices={control.choices}
          set={(kind) => setKind(field, String(kind))}
        />
      );
    case 'place':
      return <PlaceInput {...input} />;
    case 'switch':
      return <SwitchInput {...input} />;
    case 'easing':
      return <EasingPicker {...input} choices={control.choices} />;
    case 'look':
      return <LookPicker {...ofName(input)} look={control.look} choices={control.choices} />;
    case 'transition':
      return <TransitionFields {...input} control={control} />;
  }
}

/** A control of a value with fields of its own. */
type OuterControl = Extract<Control, { kind: 'object' | 'list' | 'filters' | 'phrases' | 'curve' | 'json' }>;

function hasOwnFields(control: Control): control is OuterControl {
  return ['object', 'list', 'filters', 'phrases', 'curve', 'json'].includes(control.kind);
}

function NestedControl({
  control,
  ...props
}: ControlProps & { readonly control: OuterControl }): JSX.Element {
  const { field, value, Fields } = props;
  switch (control.kind) {
    case 'object':
      return <ObjectFields {...props} isAdded={control.isAdded} />;
    case 'list':
    case 'filters':
      return <ListFields field={field} value={value} Fields={Fields} item={control.item} />;
    case 'phrases':
      return (
        <PhrasesInput
          id={props.id}
          value={value}
          set={(next) => setField(field.path, next)}
          reset={() => resetField(field.path, props.kept)}
        />
      );
    case 'curve':
      return (
        <CurvePicker
          id={props.id}
          title={field.title}
          value={value}
          set={(next) => setField(field.path, next)}
        />
      );
    case 'json':
      return <JsonSummary path={field.path} value={value} />;
  }
}

/** Returns the properties for the name in a value: that of an object with a name, or the value itself. */
function ofName(input: InputProps): InputProps {
  const { value, set } = input;
  const name = readAt(value, ['name']);
  if (name === undefined || typeof value !== 'object') return input;
  return { ...input, value: name, set: (next) => set({ ...value, name: next }) };
}

/** True for a control of several elements, which a label cannot belong to. */
export function isGroupControl(control: Control): boolean {
  if (control.kind === 'choice' || control.kind === 'kind') return isShort(control.choices);
  return (
    control.kind !== 'number' &&
    control.kind !== 'text' &&
    control.kind !== 'phrases' &&
    control.kind !== 'colour' &&
    control.kind !== 'switch'
  );
}

function setKind({ path, name }: FormField, kind: string): void {
  const root = editSchema.value;
  const owner = path.slice(0, -1);
  const [part] = root ? findParts(root, draft.value, owner) : [];
  if (!root || !part) return;
  changeEdit(changeKind(root, { part, path: owner, value: readAt(draft.value, owner) }, name, kind));
}
