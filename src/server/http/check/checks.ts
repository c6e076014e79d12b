import { AGENT_COMPUTATIONS } from '../../../agents/compute/compute.ts';
import { KinoraError } from '../../../base/errors.ts';
import { parseJson } from '../../../base/parse-json.ts';
import type { AddedNamesByService, CreateRequest } from '../../../create/model.ts';
import {
  createProblem,
  type Dialect,
  findOtherDialect,
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
import type { IngestOptions, RenditionTransformation, SourceRequest } from '../../../ingest/model.ts';
import type { EditNeeds } from '../access/require-needs.ts';
import { readCreateRequest } from '../create/read-create-request.ts';
import { fillTemplate, type ReadTemplate, readTemplate, readTemplateId } from '../edit/read-template.ts';
import { readNewKey, type RequestedKey } from '../keys/read-new-key.ts';
import {
  readRenditionsRequest,
  readSourceRequest,
  readUploadRequest,
} from '../ingest/read-ingest-request.ts';
import { InvalidRequest } from '../response/errors.ts';
import { describeOtherDialect } from './describe-other-dialect.ts';
import { readTransfer, type TransferRequest } from '../serve/read-transfer.ts';

const parseBody = (body: string): unknown => parseJson(body, 'The body');

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
  const [first, ...others] = parsed.problems;
  if (first === undefined) throw new KinoraError('validation_failed', 'The edit is not valid.');
  const hint = describeOtherDialect(findOtherDialect(input, rules));
  throw new InvalidRequest([first, ...others], 'validation_failed', hint);
}

/** Parses an edit for one of its outputs. @throws {InvalidRequest} if it is not valid, or has no such output. */
function parseForOutput(body: string, dialect: string, output: string): ParsedEdit {
  const parsed = parseValidEdit(parseBody(body), dialect);
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
    summarizeEdit(parseValidEdit(parseBody(body), dialect)),
  /** Reads the edit in a body and replaces its placeholders. */
  readEdit: (body: string, dialect: string): PackedEdit => packEdit(parseValidEdit(parseBody(body), dialect)),
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
  /** Reads the edit in a body, reduced to what is heard. `output` is the place of an output of the edit, as JSON. */
  readSound: (body: string, dialect: string, output: string): PackedEdit => {
    const parsed = parseForOutput(body, dialect, output);
    return packEdit({ ...parsed, edit: reduceToSound(parsed.edit) });
  },
  /** Reads the transfer in a body. */
  readTransfer: (body: string): TransferRequest => readTransfer(parseBody(body)),
  /** Reads the request to ingest a file in a body. */
  readSourceRequest: (body: string): SourceRequest => readSourceRequest(parseBody(body)),
  /** Reads the renditions to add to a source in a body. */
  readRenditionsRequest: (body: string): readonly RenditionTransformation[] =>
    readRenditionsRequest(parseBody(body)),
  /** Reads the options of an upload in a body. */
  readUploadRequest: (body: string): IngestOptions => readUploadRequest(parseBody(body)),
  /**
   * Reads the request of the Create API in a body. `added` has the names that the operator has added, as JSON.
   */
  readCreateRequest: (body: string, added: string): CreateRequest =>
    // The server itself has written the names.
    readCreateRequest(parseBody(body), JSON.parse(added) as AddedNamesByService),
  /** Replaces the placeholders of a stored edit. Takes and returns JSON text. */
  mergeEdit: (edit: string): string => JSON.stringify(mergeEdit(JSON.parse(edit))),
  /** Reads the template in a body, in its stored form. */
  readTemplate: (body: string, dialect: string): ReadTemplate =>
    readTemplate(parseBody(body), dialect as Dialect),
  /** Reads the key to create in a body. */
  readNewKey: (body: string): RequestedKey => readNewKey(parseBody(body)),
  /** Reads the id of the template to render from a body. */
  readTemplateId: (body: string): string => readTemplateId(parseBody(body)),
  /** Fills a stored template with the values in a body and validates the resulting edit. */
  fillTemplate: (template: string, body: string, dialect: string): FilledTemplate => {
    const edit = fillTemplate(JSON.parse(template), parseBody(body));
    return { ...summarizeEdit(parseValidEdit(edit, dialect)), edit: JSON.stringify(edit) };
  },
} as const;

/** The type of {@link CHECKS}. */
export type Checks = typeof CHECKS;
