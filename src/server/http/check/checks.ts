import { parseJson } from '../../../base/parse-json.ts';
import { type Edit, mergeEdit, momentOf } from '../../../edit/index.ts';
import { usedProviders } from '../../../hosting/places.ts';
import { fillTemplate, readTemplate, templateIdIn } from '../edit/template-body.ts';
import { readTransfer, type Transfer } from '../serve/transfer-body.ts';
import { validEdit } from '../edit/valid-edit.ts';

const read = (body: string): unknown => parseJson(body, 'The body');

/** What of an edit is kept beside its text, because its placeholders are replaced there. */
export interface KeptBeside {
  readonly callback: string | undefined;
  /** The names of its destinations, in order; `undefined` for those that are excluded. */
  readonly providers: readonly (string | undefined)[];
}

/** The edit that a template and a body make together, JSON text. */
export interface FilledTemplate extends KeptBeside {
  readonly edit: string;
}

function keptBeside({ callback, output }: Edit): KeptBeside {
  return { callback, providers: usedProviders(output.destinations ?? []) };
}

/**
 * All that is done with JSON as large as an edit: from texts to something small, but for what reads an edit. Each throws a
 * KinoraError for what is wrong with the texts.
 */
export const CHECKS = {
  /** What of a body, which is an edit that can be rendered, is kept beside it. */
  checkEdit: (body: string): KeptBeside => keptBeside(validEdit(read(body))),
  /** The edit, merged, that a body is. */
  readEdit: (body: string): Edit => validEdit(read(body)),
  /** The edit, merged, that a body is, as far as it is seen at a moment: seconds as JSON. */
  readMoment: (body: string, at: string): Edit => momentOf(validEdit(read(body)), Number(at)),
  /** The transfer that a body asks for. */
  readTransfer: (body: string): Transfer => readTransfer(read(body)),
  /** A stored edit with its merge fields applied. */
  mergeEdit: (edit: string): string => JSON.stringify(mergeEdit(JSON.parse(edit))),
  /** The template, as it is kept, that a body is. */
  readTemplate: (body: string): { name: string; template: string } => readTemplate(read(body)),
  /** Which template a body asks to be rendered. */
  templateId: (body: string): string => templateIdIn(read(body)),
  /** The edit that a stored template and a body make together; it can be rendered. */
  fillTemplate: (template: string, body: string): FilledTemplate => {
    const edit = fillTemplate(JSON.parse(template), read(body));
    return { ...keptBeside(validEdit(edit)), edit: JSON.stringify(edit) };
  },
} as const;

/** The checks by their names. */
export type Checks = typeof CHECKS;
