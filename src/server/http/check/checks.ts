import { AGENT_COMPUTATIONS } from '../../../agents/compute/compute.ts';
import type { z } from 'zod';
import { parseJson } from '../../../base/parse-json.ts';
import {
  type AddedNamesByProvider,
  type CreateRequest,
  parseCreateRequest,
  parseGeneration,
  type PromptedFile,
  type SpeechOptions,
} from '../../../create/index.ts';
import {
  createProblem,
  type Dialect,
  findOtherDialect,
  hasFileField,
  listFormFields,
  listNeeds,
  listOutputs,
  mergeEdit,
  packEdit,
  type PackedEdit,
  type ParsedEdit,
  parseEdit,
  predictCost,
  type PredictedCost,
  reduceToMoments,
  reduceToSound,
  selectOutput,
} from '../../../edit/index.ts';
import { includedProvidersOf } from '../../../hosting/delivery-plan.ts';
import {
  type IngestOptions,
  parseRenditionsRequest,
  parseSourceRequest,
  parseUploadRequest,
  type RenditionTransformation,
  type SourceRequest,
} from '../../../ingest/index.ts';
import type { EditNeeds } from '../access/require-needs.ts';
import {
  describeOtherDialect,
  fillTemplate,
  fillTemplateForm,
  type ReadTemplate,
  readTemplate,
  readTemplateId,
} from '../edit/read-template.ts';
import { readBrand } from '../brand/brand-body.ts';
import { readKeptEdit } from '../kept-edits/kept-edit-body.ts';
import { KeyBody } from '../keys/key-body.ts';
import { TokenBody } from '../tokens/token-body.ts';
import { parseRequestBody } from '../request/read-request.ts';
import { InvalidRequest, rejectProblems, unwrapRequest } from '../response/errors.ts';
import { findSpeechProblems, SpeechBody } from '../edit/speech-body.ts';
import { KnownTransfer, type TransferRequest } from '../serve/transfer-body.ts';

const parse = (body: string): unknown => parseJson(body, 'The body');

/** The values of an edit that the server needs besides the JSON itself, with placeholders replaced. */
export interface EditSummary extends EditNeeds {
  readonly callback: string | undefined;
  readonly cost: PredictedCost;
}

/** An edit made from a template and the body of a request. */
export interface FilledTemplate extends EditSummary {
  /** The edit as JSON text. */
  readonly edit: string;
}

/** Parses and validates an edit. @throws {InvalidRequest} with every problem. */
function parseValidEdit(input: unknown, dialect: string): ParsedEdit {
  // The server itself has named the dialect.
  const rules = { dialect: dialect as Dialect, allowedSources: 'http' } as const;
  const parsed = parseEdit(input, rules);
  if (parsed.ok) return parsed.value;
  const hint = describeOtherDialect(findOtherDialect(input, rules));
  throw new InvalidRequest(parsed.problems, 'validation_failed', hint);
}

/** Parses an edit for one of its outputs. @throws {InvalidRequest} if it is not valid, or has no such output. */
function parseForOutput(body: string, dialect: string, output: string): ParsedEdit {
  const parsed = parseValidEdit(parse(body), dialect);
  const edit = selectOutput(parsed.edit, Number(output));
  if (edit) return { ...parsed, edit };
  const count = listOutputs(parsed.edit).length;
  const phrase = `must be less than ${count}, the number of outputs of the edit, not ${output}`;
  throw new InvalidRequest([createProblem(['output'], 'out_of_range', phrase)]);
}

function summarizeEdit({ edit }: ParsedEdit): EditSummary {
  const { callback } = edit;
  const outputs = listOutputs(edit);
  const providers = includedProvidersOf(outputs.flatMap(({ output }) => output.destinations ?? []));
  const providerPaths = outputs.flatMap(({ output: { destinations = [] } }, index) =>
    destinations.map((_, place) => [
      ...(edit.others ? ['outputs', index] : ['output']),
      'destinations',
      place,
    ]),
  );
  return { callback, providers, providerPaths, needs: listNeeds(edit), cost: predictCost(edit) };
}

/**
 * The checks. They take JSON texts, which may be as large as an edit, and throw a KinoraError if a text is
 * invalid. Their results have few objects: an edit comes as bytes.
 */
export const CHECKS = {
  ...AGENT_COMPUTATIONS,
  /** Validates the edit in a body and returns its summary. */
  checkEdit: (body: string, dialect: string): EditSummary =>
    summarizeEdit(parseValidEdit(parse(body), dialect)),
  /** Reads the edit in a body and replaces its placeholders. */
  readEdit: (body: string, dialect: string): PackedEdit => packEdit(parseValidEdit(parse(body), dialect)),
  /**
   * Reads the edit in a body, reduced to the parts that matter at some moments. `moments` is the list of their
   * seconds, or `null` for all of the timeline, and `output` the place of an output of the edit, both as JSON.
   */
  readMoments: (body: string, dialect: string, moments: string, output: string): PackedEdit => {
    const parsed = parseForOutput(body, dialect, output);
    // The server itself has written the moments.
    const seconds = (JSON.parse(moments) as readonly number[] | null) ?? undefined;
    return packEdit({ ...parsed, edit: reduceToMoments(parsed.edit, seconds) });
  },
  /** Reads the edit in a body for one of its outputs. `output` is the place of the output, as JSON. */
  readWhole: (body: string, dialect: string, output: string): PackedEdit =>
    packEdit(parseForOutput(body, dialect, output)),
  /** Reads the edit in a body, reduced to what is heard. `output` is the place of an output of the edit, as JSON. */
  readSound: (body: string, dialect: string, output: string): PackedEdit => {
    const parsed = parseForOutput(body, dialect, output);
    return packEdit({ ...parsed, edit: reduceToSound(parsed.edit) });
  },
  /** Reads the transfer in a body. */
  readTransfer: (body: string): TransferRequest =>
    unwrapRequest(parseRequestBody(KnownTransfer, parse(body))),
  /** Reads the request to ingest a file in a body. */
  readSourceRequest: (body: string): SourceRequest => unwrapRequest(parseSourceRequest(parse(body))),
  /** Reads the renditions to add to a source in a body. */
  readRenditionsRequest: (body: string): readonly RenditionTransformation[] =>
    unwrapRequest(parseRenditionsRequest(parse(body))),
  /** Reads the options of an upload in a body. */
  readUploadRequest: (body: string): IngestOptions => unwrapRequest(parseUploadRequest(parse(body))),
  /**
   * Reads the request of the Create API in a body. `added` has the names that the operator has added, as JSON.
   */
  readCreateRequest: (body: string, added: string): CreateRequest =>
    // The server itself has written the names.
    unwrapRequest(parseCreateRequest(parse(body), JSON.parse(added) as AddedNamesByProvider)),
  /** Reads the file to make from a prompt in a body. */
  readGeneration: (body: string): PromptedFile => unwrapRequest(parseGeneration(parse(body))),
  /** Replaces the placeholders of a stored edit. Takes and returns JSON text. */
  mergeEdit: (edit: string): string => JSON.stringify(mergeEdit(JSON.parse(edit))),
  /** Reads the speech in a body. */
  readSpeech: (body: string): SpeechOptions => {
    const speech = unwrapRequest(parseRequestBody(SpeechBody, parse(body)));
    rejectProblems(findSpeechProblems(speech));
    return { type: 'text-to-speech', ...speech };
  },
  /** Reads the template in a body, in its stored form. */
  readTemplate: (body: string, dialect: string): ReadTemplate =>
    readTemplate(parse(body), dialect as Dialect),
  /** Reads the edit to keep in a body. Does not check it. */
  readKeptEdit: (body: string): ReturnType<typeof readKeptEdit> => readKeptEdit(parse(body)),
  /** Reads the key to create in a body. */
  readNewKey: (body: string): z.output<typeof KeyBody> =>
    unwrapRequest(parseRequestBody(KeyBody, parse(body))),
  /** Reads the brand in a body, and returns it as JSON text. */
  readBrand: (body: string): string => readBrand(parse(body)),
  /** Reads the token to create in a body. */
  readNewToken: (body: string): z.output<typeof TokenBody> =>
    unwrapRequest(parseRequestBody(TokenBody, parse(body))),
  /** Lists the fields of the form of a stored template, as JSON text. */
  listFormFields: (template: string): string =>
    JSON.stringify(listFormFields(JSON.parse(template) as object)),
  /** True if the form of a stored template asks for a file. Takes JSON text. */
  hasFileField: (template: string): boolean => hasFileField(JSON.parse(template) as object),
  /** Fills in the form of a stored template with the values in a body. Takes and returns JSON text. */
  fillForm: (template: string, body: string): string =>
    JSON.stringify(fillTemplateForm(JSON.parse(template) as object, parse(body))),
  /** Reads the id of the template to render from a body. */
  readTemplateId: (body: string): string => readTemplateId(parse(body)),
  /** Fills a stored template with the values in a body and validates the resulting edit. */
  fillTemplate: (template: string, body: string, dialect: string): FilledTemplate => {
    const edit = fillTemplate(JSON.parse(template), parse(body));
    return { ...summarizeEdit(parseValidEdit(edit, dialect)), edit: JSON.stringify(edit) };
  },
} as const;

/** The type of {@link CHECKS}. */
export type Checks = typeof CHECKS;
