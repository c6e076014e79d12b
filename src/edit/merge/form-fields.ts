import { type PlaceholderField, MergeField } from '../schema/edit.ts';
import { listOf } from '../schema/list.ts';
import { createProblem, jsonTypeOf, type Problem } from '../problems/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';

/** A field of the form of a template, in the order of its placeholders. */
interface ShownField extends PlaceholderField {
  /** The name of its placeholder. */
  readonly name: string;
  readonly label: string;
  readonly kind: NonNullable<PlaceholderField['kind']>;
  /** The value that the template has for it. */
  readonly value: unknown;
}

const MergeList = listOf(MergeField);

function readMerge(template: object): readonly MergeField[] {
  return ('merge' in template && MergeList.safeParse(template.merge).data) || [];
}

const COLOUR = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i;
const ADDRESS = /^https?:\/\//i;

/** Characters that a text may have unless its field says another limit. */
const MAX_TEXT = 10_000;

/** Returns the form of a template. What a placeholder does not say follows from its value. */
export function listFormFields(template: object): ShownField[] {
  return readMerge(template).map(({ find, replace, field = {} }) => ({
    ...field,
    name: find,
    label: field.label ?? find,
    kind: field.kind ?? guessKind(replace),
    value: replace,
  }));
}

/** The kinds of fields whose value is a file. */
const FILE_KINDS: readonly ShownField['kind'][] = ['image', 'video', 'audio', 'captions'];

/** True if the form of a template asks for a file. */
export function hasFileField(template: object): boolean {
  return listFormFields(template).some(({ kind }) => FILE_KINDS.includes(kind));
}

function guessKind(value: unknown): ShownField['kind'] {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'string') return COLOUR.test(value) ? 'colour' : 'text';
  const { type } = Object(value) as { readonly type?: unknown };
  if (type === 'video' || type === 'audio') return type;
  return type === 'image' || type === 'svg' ? 'image' : 'text';
}

/**
 * Fills in a form of a template. Fields without a value keep that of the template.
 *
 * @returns the template, or the problems of values that its form does not allow.
 */
export function fillForm(template: object, given: readonly MergeField[]): Result<object, Problem> {
  const fields = new Map(listFormFields(template).map((each) => [each.name, each]));
  const problems = given.flatMap(({ find, replace }, index) => {
    const shown = fields.get(find);
    if (!shown)
      return [createProblem(['merge', index, 'find'], 'not_allowed', 'is not a field of this template')];
    const rule = findBrokenRule(shown, replace);
    if (rule === undefined) return [];
    return [createProblem(['merge', index, 'replace'], 'not_allowed', rule, jsonTypeOf(replace))];
  });
  if (problems.length > 0) return fail(problems);
  const values = new Map(given.map(({ find, replace }) => [find, replace]));
  const merge = readMerge(template).map((each) =>
    values.has(each.find) ? { ...each, replace: values.get(each.find) } : each,
  );
  return ok(merge.length > 0 ? { ...template, merge } : template);
}

/** Returns what a value must be if its field does not allow it. */
function findBrokenRule(field: ShownField, value: unknown): string | undefined {
  switch (field.kind) {
    case 'text':
      return findBrokenText(field, value);
    case 'number':
      return findBrokenNumber(field, value);
    case 'colour':
      return typeof value === 'string' && COLOUR.test(value)
        ? undefined
        : 'must be a colour, such as #1a2b3c';
    case 'choice':
      return findBrokenChoice(field, value);
    case 'image':
    case 'video':
    case 'audio':
    case 'captions':
      return findBrokenFile(field, value);
  }
}

function findBrokenText({ min = 0, max = MAX_TEXT }: ShownField, value: unknown): string | undefined {
  return typeof value === 'string' && value.length >= min && value.length <= max
    ? undefined
    : `must be a text of ${min} to ${max} characters`;
}

function findBrokenChoice({ choices = [] }: ShownField, value: unknown): string | undefined {
  return choices.some((choice) => choice === value)
    ? undefined
    : `must be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`;
}

function findBrokenNumber(
  { min = -Infinity, max = Infinity }: ShownField,
  value: unknown,
): string | undefined {
  return typeof value === 'number' && value >= min && value <= max
    ? undefined
    : `must be a number${min === -Infinity ? '' : `, at least ${min}`}${max === Infinity ? '' : `, at most ${max}`}`;
}

/** Files come as the template has them: as an address, or as an asset with nothing but an address. */
function findBrokenFile({ value: own }: ShownField, value: unknown): string | undefined {
  if (typeof own !== 'object' || own === null)
    return isAddress(value) ? undefined : 'must be the address of a file, http or https';
  const { type, src, ...others } = Object(value) as Readonly<Record<string, unknown>>;
  const isFile = ['image', 'video', 'audio'].includes(String(type)) && isAddress(src);
  return isFile && Object.keys(others).length === 0
    ? undefined
    : 'must be an asset with the type image, video or audio, and a src that is http or https';
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && ADDRESS.test(value);
}
