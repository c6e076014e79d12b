import { parseJson } from '../../../base/parse-json.ts';
import { type Edit, mergeEdit, momentOf } from '../../../edit/index.ts';
import { fillTemplate, readTemplate, templateIdIn } from '../edit/template-body.ts';
import { validEdit } from '../edit/valid-edit.ts';

const read = (body: string): unknown => parseJson(body, 'The body');

/**
 * All that is done with JSON as large as an edit: from texts to something small, but for what reads an edit. Each throws a
 * KinoraError for what is wrong with the texts.
 */
export const CHECKS = {
  /** Whether a body is an edit that can be rendered. */
  checkEdit: (body: string): void => void validEdit(read(body)),
  /** The edit, merged, that a body is. */
  readEdit: (body: string): Edit => validEdit(read(body)),
  /** The edit, merged, that a body is, as far as it is seen at a moment: seconds as JSON. */
  readMoment: (body: string, at: string): Edit => momentOf(validEdit(read(body)), Number(at)),
  /** A stored edit with its merge fields applied. */
  mergeEdit: (edit: string): string => JSON.stringify(mergeEdit(JSON.parse(edit))),
  /** The template, as it is kept, that a body is. */
  readTemplate: (body: string): { name: string; template: string } => readTemplate(read(body)),
  /** Which template a body asks to be rendered. */
  templateId: (body: string): string => templateIdIn(read(body)),
  /** The edit that a stored template and a body make together; it can be rendered. */
  fillTemplate: (template: string, body: string): string => {
    const edit = fillTemplate(JSON.parse(template), read(body));
    validEdit(edit);
    return JSON.stringify(edit);
  },
} as const;

/** The checks by their names. */
export type Checks = typeof CHECKS;
