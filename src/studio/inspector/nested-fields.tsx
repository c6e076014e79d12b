import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { JsonPath } from '../document/edit-text.ts';
import { draft } from '../edit/edit-state.ts';
import { showInJson } from '../edit/side-tabs.ts';
import { findFileName } from '../files/known-files.ts';
import { wordsOf, writeValueAt } from '../schema/field-words.ts';
import { createItem, type FormField, listFieldsOf, listItemKinds } from '../schema/form-field.ts';
import { createValue, readAt, type SchemaPart } from '../schema/walk-schema.ts';
import { AddValue } from './add-value.tsx';
import { resetField, setField } from './change-field.ts';
import type { ControlProps, DrawFields } from './control-props.ts';
import { problemsOf } from './field-places.ts';
import { FilterChoice } from './filters/filter-choice.tsx';
import { createFilter } from './filters/new-filters.ts';
import { EasingCurve, LookTile } from './look-picker.tsx';
import { editSchema } from './schema-state.ts';

/** Most fields that an object shows without being opened. */
const FEW = 3;

/** The fields of an object. One that counts even if it is empty is added first. */
export function ObjectFields({
  field,
  value,
  kept,
  isAdded,
  id,
  Fields,
}: ControlProps & { readonly isAdded: boolean }): JSX.Element {
  const { path, title, part, name } = field;
  const root = editSchema.value ?? {};
  const isOpen = useSignal(name === 'font' || isAdded || problemsOf(path, false).length > 0);
  if (typeof value === 'string') return <JsonSummary path={path} value={value} />;
  if (isAdded && value === undefined)
    return (
      <AddValue
        label={`Add ${title.toLowerCase()}`}
        title={title}
        part={part}
        path={path}
        add={(added) => setField(path, added)}
      />
    );
  const fields = listFieldsOf(root, part, path, value);
  const list = <Fields fields={fields} kept={isAdded ? path.length : kept} />;
  if (!isFolded(field, value)) return <div class="object">{list}</div>;
  return (
    <details
      class="object"
      open={isOpen.value}
      onToggle={(event) => (isOpen.value = event.currentTarget.open)}
    >
      <summary>
        <span id={`${id}-title`} class={`field-title${value === undefined ? '' : ' set'}`}>
          {title}
        </span>
        <span class="soft">{summarize(path, value)}</span>
      </summary>
      {isOpen.value && list}
    </details>
  );
}

/** True for an object whose fields are shown when it is opened. Its title opens it. */
export function isFolded({ control, part, path }: FormField, value: unknown): boolean {
  if (control.kind !== 'object' || typeof value === 'string') return false;
  if (control.isAdded) return value !== undefined;
  const fields = listFieldsOf(editSchema.value ?? {}, part, path, value);
  return fields.length > FEW || fields.some((field) => field.control.kind === 'object');
}

/** The items of a list, each with its fields. Filters of pictures show the look of their kind. */
export function ListFields(props: {
  readonly field: FormField;
  readonly value: unknown;
  readonly item: SchemaPart;
  readonly Fields: DrawFields;
}): JSX.Element {
  const { field, value, item, Fields } = props;
  const isOfFilters = field.control.kind === 'filters';
  const { path, title } = field;
  const root = editSchema.value ?? {};
  const order = useSignal<readonly number[]>([]);
  if (value !== undefined && !Array.isArray(value)) return <JsonSummary path={path} value={value} />;
  const items: readonly unknown[] = value ?? [];
  const kinds = listItemKinds(root, item);
  // An item that moves keeps its key, and so stays open.
  const keys = items.map((_, index) => order.value[index] ?? index);
  const move = (index: number): void => {
    order.value = moveUp(keys, index);
    setField(path, moveUp(items, index));
  };
  const add = (first: unknown): void => {
    // A file may arrive after other items.
    const given = readAt(draft.peek(), path);
    const others: readonly unknown[] = Array.isArray(given) ? given : [];
    setField(
      path,
      others.length === 0 ? withLeast(createValue(root, field.part), first) : [...others, first],
    );
  };
  return (
    <div class={items.length > 0 ? 'list filled' : 'list'}>
      {items.map((each, index) => (
        <ListItem
          key={keys[index]}
          path={[...path, index]}
          value={each}
          Fields={Fields}
          item={item}
          title={isOfFilters ? wordsOf(kindOf(each)) : `${title} ${index + 1}`}
          picture={isOfFilters && <LookTile look="filters" name={kindOf(each)} />}
          isTold={isOfFilters}
          moveUp={index === 0 ? undefined : () => move(index)}
        />
      ))}
      <div class="list-tools">
        {isOfFilters ? (
          <FilterChoice title={title} kinds={kinds} add={(kind) => add(createFilter(kind))} />
        ) : kinds.length === 0 ? (
          <AddValue label="Add" title={title} part={item} path={path} add={add} />
        ) : (
          <KindChoice title={title} kinds={kinds} add={(kind) => add(createItem(root, item, kind))} />
        )}
        {items.length > 0 && <ShowInJson path={path} />}
      </div>
    </div>
  );
}

/** A list of kinds, each of which adds an item. */
function KindChoice(props: {
  readonly title: string;
  readonly kinds: readonly string[];
  readonly add: (kind: string) => void;
}): JSX.Element {
  const { title, kinds, add } = props;
  return (
    <select
      class="input"
      aria-label={`Add to ${title.toLowerCase()}`}
      value=""
      onChange={({ currentTarget }) => {
        add(currentTarget.value);
        currentTarget.value = '';
      }}
    >
      <option value="">Add …</option>
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {wordsOf(kind)}
        </option>
      ))}
    </select>
  );
}

/** The steps of an animated number. */
export function TweenFields(props: {
  readonly path: JsonPath;
  readonly value: readonly unknown[];
  readonly tween: SchemaPart;
  readonly Fields: DrawFields;
}): JSX.Element {
  const { path, value, tween, Fields } = props;
  const last = value.at(-1);
  const add = (): void => {
    const [to, start, length] = ['to', 'start', 'length'].map((name) => Number(readAt(last, [name]) ?? 0));
    setField(path, [...value, { from: to, to, start: (start ?? 0) + (length ?? 0), length: 1 }]);
  };
  return (
    <div class="list filled">
      {value.map((each, index) => (
        <ListItem
          key={index}
          path={[...path, index]}
          value={each}
          Fields={Fields}
          item={tween}
          title={describeTween([...path, index], each)}
          picture={<EasingCurve easing={curveOf(each)} />}
          isTold
        />
      ))}
      <div class="list-tools">
        <button type="button" class="button chip" onClick={add}>
          Add a step
        </button>
        <button
          type="button"
          class="button chip"
          onClick={() => setField(path, Number(readAt(value, [0, 'from']) ?? 0))}
        >
          Stop animating
        </button>
        <ShowInJson path={path} />
      </div>
    </div>
  );
}

function ListItem(props: {
  readonly path: JsonPath;
  readonly value: unknown;
  readonly item: SchemaPart;
  readonly Fields: DrawFields;
  readonly title: string;
  readonly picture?: ComponentChildren;
  /** True if the title says everything. */
  readonly isTold?: boolean;
  /** Exchanges the item with the one before it. */
  readonly moveUp?: (() => void) | undefined;
}): JSX.Element {
  const { path, value, item, title, picture, isTold = false, moveUp: move, Fields } = props;
  const isOpen = useSignal(problemsOf(path, false).length > 0);
  const all = isOpen.value ? listFieldsOf(editSchema.value ?? {}, item, path, value) : [];
  const fields = isTold ? all.filter(({ name }) => name !== 'type') : all;
  return (
    <details
      class="object item"
      open={isOpen.value}
      onToggle={(event) => (isOpen.value = event.currentTarget.open)}
    >
      <summary>
        {picture}
        <span>{title}</span>
        {!isTold && <span class="soft">{summarize(path, value)}</span>}
      </summary>
      <Fields fields={fields} kept={path.length} />
      <div class="list-tools">
        <button
          type="button"
          class="button chip"
          aria-label={`Remove ${title}`}
          onClick={() => resetField(path, path.length - 1)}
        >
          Remove
        </button>
        {move && (
          <button type="button" class="button chip" aria-label={`Move ${title} up`} onClick={move}>
            Move up
          </button>
        )}
      </div>
    </details>
  );
}

/** A field without a control: its value in short, and a link to it in the JSON. */
export function JsonSummary({
  path,
  value,
}: {
  readonly path: JsonPath;
  readonly value: unknown;
}): JSX.Element {
  return (
    <div class="list-tools">
      <code class="soft">{value === undefined ? 'Not set' : shorten(JSON.stringify(value), 40)}</code>
      <ShowInJson path={path} />
    </div>
  );
}

function ShowInJson({ path }: { readonly path: JsonPath }): JSX.Element {
  return (
    <button type="button" class="button chip" onClick={() => showInJson(path)}>
      Edit in the JSON
    </button>
  );
}

function kindOf(item: unknown): string {
  return String(readAt(item, ['type']));
}

/** Returns a list in which an item has changed places with the one before it. */
function moveUp<Item>(items: readonly Item[], index: number): Item[] {
  const [before, after] = [items.slice(0, index - 1), items.slice(index + 1)];
  return [...before, ...items.slice(index, index + 1), ...items.slice(index - 1, index), ...after];
}

function withLeast(list: unknown, first: unknown): unknown {
  return Array.isArray(list) && list.length > 1 ? list : [first];
}

function describeTween(path: JsonPath, tween: unknown): string {
  const [from, to, start, length] = ['from', 'to', 'start', 'length'].map((name) =>
    writeValueAt([...path, name], readAt(tween, [name]) ?? 0),
  );
  return `${from} → ${to}, from ${start} s for ${length} s`;
}

function curveOf(tween: unknown): unknown {
  const kind = readAt(tween, ['interpolation']) ?? 'linear';
  return kind === 'bezier' ? (readAt(tween, ['easing']) ?? 'ease') : 'linear';
}

/** Returns the plain values of an object in a few words. */
function summarize(path: JsonPath, value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const words = Object.entries(value).map(([name, part]) => {
    if (typeof part === 'string') return /^https?:/.test(part) ? findFileName(part) : part;
    if (typeof part === 'boolean') return part ? wordsOf(name) : '';
    return typeof part === 'number'
      ? `${wordsOf(name).toLowerCase()} ${writeValueAt([...path, name], part)}`
      : '';
  });
  return shorten(words.filter((word) => word !== '').join(', '), 44);
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
