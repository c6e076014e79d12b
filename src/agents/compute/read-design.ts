import type { ReadDesign } from './computations.ts';
import { parseEditText, toGivenEdit } from './edit-text.ts';
import { listMergeFields } from './merge-values.ts';

/** Maximum characters of the value of a merge field in an answer. */
const MAX_VALUE = 80;

/** Reads the edit of a template, with the present values of its merge fields. */
export function readDesign(text: string): ReadDesign {
  const json = parseEditText(text, 'The edit');
  const fields = listMergeFields(json).map(({ find, replace }) => ({ name: find, value: shorten(replace) }));
  return { edit: toGivenEdit(json), fields };
}

/** Reads the answer of the API with a template. */
export function readTemplateAnswer(answer: string): { readonly title: string; readonly edit: string } {
  // The API itself has written the answer.
  const { name, template } = (JSON.parse(answer) as { response: { name: string; template: object } })
    .response;
  return { title: name, edit: JSON.stringify(template) };
}

function shorten(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  if (text.length <= MAX_VALUE) return value;
  return `${text.slice(0, MAX_VALUE)}…`;
}
