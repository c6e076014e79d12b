import { ok, fail, type Result } from '../../base/result.ts';
import { describeIssue, problemsFromIssue } from '../problems/zod-problems.ts';
import type { ParsedEdit } from './parsed-edit.ts';
import { applyMergeFields } from '../merge/merge.ts';
import type { Dialect } from '../dialect.ts';
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
import { checkRange } from '../output/output-range.ts';
import { convertLengths } from '../lengths/convert-lengths.ts';
import { checkTimeline } from '../check/check-timeline.ts';
import { clampOpacities } from '../tolerance/clamp-opacities.ts';
import { readTolerantly } from '../tolerance/read-tolerantly.ts';

/** The rules for reading an edit. */
export interface ReadingRules {
  /** Default: `interface`. */
  readonly dialect?: Dialect;
  /** Where sources may come from. Default: anywhere. */
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
  const lengths = convertLengths(value);
  const malformed = parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsFromIssue(issue));
  const form = [...malformed, ...lengths.problems];
  // With this many problems, the schema stopped in the middle of a list. The last items of that list are
  // unchecked, so the other checks cannot run.
  const others =
    form.length >= MAX_PROBLEMS
      ? []
      : checkBeyondForm(extractWellFormedParts(lengths.value, form), allowedSources);
  const found = [...merging, ...form, ...others, ...checkFontNames(value)];
  if (!parsed.success || found.length > 0) return fail(sortByDocument(found, input).slice(0, MAX_PROBLEMS));
  // The schema has accepted the value and changes nothing. Now all lengths are numbers, too.
  const clamped = clampOpacities(lengths.value as Edit);
  return ok({ edit: clamped.edit, dialect, warnings: [...warnings, ...clamped.warnings] });
}

function checkBeyondForm(parts: WellFormedParts, allowedSources: AllowedSources): Problem[] {
  const { edit, clips, output, isPossibleAlias } = parts;
  const references = checkReferences(clips, edit.timeline.soundtrack, isPossibleAlias);
  // Times can be resolved only if all clips are well-formed and all references are valid.
  const hasTimes = isPossibleAlias === undefined && references.length === 0 && clips.length > 0;
  return [
    ...checkFieldRules(edit, clips),
    ...checkGroupDepth(clips),
    ...(output ? checkCodec(edit.timeline, output) : []),
    ...references,
    ...(hasTimes ? checkTimeline(parts) : output ? checkRange(output, undefined) : []),
    ...checkSources(edit, clips, allowedSources),
    ...checkGenerated(clips),
    ...checkSupport(clips),
    ...checkDrawings(clips),
  ];
}
