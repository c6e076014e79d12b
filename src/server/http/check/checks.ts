import { KinoraError } from '../../../base/errors.ts';
import { parseJson } from '../../../base/parse-json.ts';
import { type Edit, mergeEdit, parseEdit, reduceToMoment } from '../../../edit/index.ts';
import { includedProvidersOf } from '../../../hosting/delivery-plan.ts';
import { fillTemplate, readTemplate, readTemplateId } from '../edit/read-template.ts';
import { InvalidRequest } from '../response/errors.ts';
import { readTransfer, type TransferRequest } from '../serve/read-transfer.ts';

const parseBody = (body: string): unknown => parseJson(body, 'The body');

/** What of an edit is kept beside its text, because its placeholders are replaced there. */
export interface EditSummary {
  readonly callback: string | undefined;
  /** The names of its destinations, in order; `undefined` for those that are excluded. */
  readonly providers: readonly (string | undefined)[];
}

/** The edit that a template and a body make together, JSON text. */
export interface FilledTemplate extends EditSummary {
  readonly edit: string;
}

/** Parses an edit that can be rendered here. @throws {InvalidRequest} with every problem. */
function parseValidEdit(input: unknown): Edit {
  const parsed = parseEdit(input, 'http');
  if (parsed.ok) return parsed.value;
  const [first, ...others] = parsed.problems;
  if (first === undefined) throw new KinoraError('validation_failed', 'The edit is not valid.');
  throw new InvalidRequest([first, ...others]);
}

function summarizeEdit({ callback, output }: Edit): EditSummary {
  return { callback, providers: includedProvidersOf(output.destinations ?? []) };
}

/**
 * All that is done with JSON as large as an edit: from texts to something small, but for what reads an edit. Each throws a
 * KinoraError for what is wrong with the texts.
 */
export const CHECKS = {
  /** What of a body, which is an edit that can be rendered, is kept beside it. */
  checkEdit: (body: string): EditSummary => summarizeEdit(parseValidEdit(parseBody(body))),
  /** The edit, merged, that a body is. */
  readEdit: (body: string): Edit => parseValidEdit(parseBody(body)),
  /** The edit, merged, that a body is, as far as it is seen at a moment: seconds as JSON. */
  readMoment: (body: string, at: string): Edit => reduceToMoment(parseValidEdit(parseBody(body)), Number(at)),
  /** The transfer that a body asks for. */
  readTransfer: (body: string): TransferRequest => readTransfer(parseBody(body)),
  /** A stored edit with its merge fields applied. */
  mergeEdit: (edit: string): string => JSON.stringify(mergeEdit(JSON.parse(edit))),
  /** The template, as it is kept, that a body is. */
  readTemplate: (body: string): { name: string; template: string } => readTemplate(parseBody(body)),
  /** Which template a body asks to be rendered. */
  readTemplateId: (body: string): string => readTemplateId(parseBody(body)),
  /** The edit that a stored template and a body make together; it can be rendered. */
  fillTemplate: (template: string, body: string): FilledTemplate => {
    const edit = fillTemplate(JSON.parse(template), parseBody(body));
    return { ...summarizeEdit(parseValidEdit(edit)), edit: JSON.stringify(edit) };
  },
} as const;

/** The checks by their names. */
export type Checks = typeof CHECKS;
