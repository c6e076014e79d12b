import { ok, fail, type Result } from '../../base/result.ts';
import { describeIssue, problemsFromIssues } from '../problems/zod-problems.ts';
import type { ParsedEdit } from './parsed-edit.ts';
import { applyMergeFields } from '../merge/merge.ts';
import { type Dialect, DIALECTS } from '../dialect.ts';
import { sortByDocument } from '../problems/document-order.ts';
import { MAX_PROBLEMS, type Problem } from '../problems/problem.ts';
import { checkClipCount } from '../check/check-clip-count.ts';
import { checkCodec } from '../check/check-codec.ts';
import { checkReferences } from '../check/check-references.ts';
import { extractWellFormedParts, type WellFormedParts } from '../check/well-formed-parts.ts';
import { checkFieldRules } from '../check/check-field-rules.ts';
import { Edit } from '../schema/edit.ts';
import { checkSources, type AllowedSources } from '../check/check-sources.ts';
import { checkFontNames } from '../check/check-font-names.ts';
import { checkGroupDepth } from '../check/check-groups.ts';
import { checkGenerated } from '../check/check-generated.ts';
import { checkDrawings } from '../check/check-drawings.ts';
import { checkSupport } from '../check/check-support.ts';
import { applyShapes, findWrittenPath, type AspectRatio, aspectRatioOf } from '../output/clip-shapes.ts';
import {
  type EditForOutput,
  listWritten,
  moveProblem,
  nameProblem,
  relocateProblems,
  selectProblems,
} from '../output/output-list.ts';
import { checkRange } from '../output/output-range.ts';
import { type ConvertedLengths, convertLengths, readSize } from '../lengths/convert-lengths.ts';
import { checkTimeline } from '../check/check-timeline.ts';
import { clampOpacities } from '../tolerance/clamp-opacities.ts';
import { readTolerantly } from '../tolerance/read-tolerantly.ts';

/** The rules for reading an edit. */
export interface ReadingRules {
  /** Default: `interface`. */
  readonly dialect?: Dialect;
  /** The allowed origins of sources. Default: anywhere. */
  readonly allowedSources?: AllowedSources;
}

/**
 * Parses an edit. Replaces its placeholders with the values of its `merge` list and removes that list. If the
 * edit is not valid, returns its problems in document order: malformed values, broken rules between fields,
 * invalid references and sources, and unsupported values. If some values are malformed, the other checks run
 * on the well-formed rest. Returns at most {@link MAX_PROBLEMS} problems. Never throws. The caller must limit
 * the depth of the JSON, as `parseJson` does.
 *
 * @param input any JSON value.
 */
export function parseEdit(
  input: unknown,
  { dialect = 'interface', allowedSources = 'anywhere' }: ReadingRules = {},
): Result<ParsedEdit, Problem> {
  const { edit: merged, problems: merging } = applyMergeFields(input);
  if (merged === undefined && merging.length > 0) return fail(merging);
  const excess = checkClipCount(merged);
  if (excess.length > 0) return fail([...merging, ...excess].slice(0, MAX_PROBLEMS));
  const { value, warnings } = readTolerantly(merged, dialect);
  const parsed = Edit.safeParse(value, { error: describeIssue, reportInput: true });
  const form = parsed.success ? [] : problemsFromIssues(parsed.error.issues);
  const outputs = listWritten(value).map(convertOutput);
  const beyond = outputs.map((output, index) => checkBeyondForm(output, form, index === 0 && allowedSources));
  const found = [...merging, ...form.map(nameProblem), ...joinProblems(beyond), ...checkFontNames(value)];
  if (!parsed.success || found.length > 0) return fail(sortByDocument(found, input).slice(0, MAX_PROBLEMS));
  // The schema has accepted the value and changes nothing. Now all lengths are numbers, too.
  const [first, ...others] = outputs.map((output) => clampOpacities(output.value as Edit));
  if (first === undefined) throw new Error('A valid edit has an output.');
  return ok({
    edit: parsed.data.outputs ? { ...first.edit, others: others.map(({ edit }) => edit) } : first.edit,
    dialect,
    warnings: [...warnings, ...first.warnings],
  });
}

/** Returns the dialect in which an edit is valid besides the given one, if there is one. */
export function findOtherDialect(
  input: unknown,
  { dialect = 'interface', ...rules }: ReadingRules,
): Dialect | undefined {
  return DIALECTS.find((other) => other !== dialect && parseEdit(input, { dialect: other, ...rules }).ok);
}

/** An edit for one of its outputs, with the places of its shape and with lengths in pixels. */
interface ConvertedOutput extends EditForOutput, ConvertedLengths {
  readonly shape: AspectRatio | undefined;
}

function convertOutput({ edit, path }: EditForOutput): ConvertedOutput {
  const shape = aspectRatioOf(readSize(edit));
  return { edit, path, shape, ...convertLengths(applyShapes(edit, shape)) };
}

/**
 * Checks an edit for one of its outputs.
 *
 * @param form the problems that the schema reports for the whole edit.
 * @param allowedSources `false` to leave out the checks that are the same for every output.
 */
function checkBeyondForm(
  { edit, path, shape, value, problems }: ConvertedOutput,
  form: readonly Problem[],
  allowedSources: AllowedSources | false,
): Problem[] {
  // With this many problems, the schema stopped in the middle of a list. The last items of that list are
  // unchecked, so the other checks cannot run.
  if (form.length + problems.length >= MAX_PROBLEMS) return [...problems];
  const parts = extractWellFormedParts(value, [...selectProblems(form, path), ...problems]);
  const found = allowedSources === false ? checkForOutput(parts) : checkParts(parts, allowedSources);
  return [...problems, ...relocateProblems(found, path)].map((problem) => {
    const written = findWrittenPath(problem.path, edit, shape);
    return written.length === problem.path.length ? problem : moveProblem(problem, written);
  });
}

function checkParts(parts: WellFormedParts, allowedSources: AllowedSources): Problem[] {
  const { edit, clips, isPossibleAlias } = parts;
  return [
    ...checkFieldRules(edit, clips),
    ...checkGroupDepth(clips),
    ...checkCodec(parts),
    ...checkReferences(clips, edit.timeline.soundtrack, isPossibleAlias),
    ...checkTimes(parts),
    ...checkSources(edit, clips, allowedSources),
    ...checkGenerated(clips),
    ...checkSupport(clips),
    ...checkDrawings(clips),
  ];
}

/** Checks the parts that can differ between outputs: their own fields, and the lengths that are relative to them. */
function checkForOutput(parts: WellFormedParts): Problem[] {
  const { output } = parts.edit;
  return [
    ...checkFieldRules({ timeline: {}, output }, []),
    ...checkCodec(parts),
    ...checkTimes(parts),
    ...checkGenerated(parts.clips),
  ];
}

function checkTimes(parts: WellFormedParts): Problem[] {
  const { edit, clips, output, isPossibleAlias } = parts;
  const references = checkReferences(clips, edit.timeline.soundtrack, isPossibleAlias);
  // Times can be resolved only if all clips are well-formed and all references are valid.
  const hasTimes = isPossibleAlias === undefined && references.length === 0 && clips.length > 0;
  return hasTimes ? checkTimeline(parts) : output ? checkRange(output, undefined) : [];
}

/**
 * Joins the problems of all outputs. Most problems of the timeline are the same for every output. One that the
 * first output does not have names its output.
 */
function joinProblems([first = [], ...others]: readonly (readonly Problem[])[]): Problem[] {
  const keyOf = ({ pointer, message }: Problem): string => `${pointer} ${message}`;
  const known = new Set(first.map(keyOf));
  const further = others.flatMap((problems, index) =>
    problems.flatMap((problem): Problem[] => {
      if (known.has(keyOf(problem))) return [];
      if (problem.path[0] === 'outputs') return [problem];
      return [{ ...problem, message: `${problem.message.replace(/\.$/, '')} (for outputs[${index + 1}]).` }];
    }),
  );
  return [...first, ...further];
}
