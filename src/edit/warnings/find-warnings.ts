import { clipPathOf, listClips, type ClipLocation, trackKeyOf } from '../clips/clip-location.ts';
import type { Dialect } from '../dialect.ts';
import { formatPath, MAX_PROBLEMS } from '../problems/problem.ts';
import type { Edit } from '../schema/edit.ts';
import type { EditTimes } from '../times/resolve-times.ts';
import { CLIP_RULES, findPlaceholders } from './clip-rules.ts';
import { GLOBAL_RULES } from './global-rules.ts';
import { applyRules, type Facts } from './rule.ts';
import { measureTrack, TRACK_RULES } from './track-rules.ts';
import type { Warning } from './warning.ts';

/**
 * Finds probable mistakes in a valid edit: output settings that do not fit the timeline, clip fields
 * that have no effect or hide the clip, and clips on one track that overlap or never appear (contract C27).
 * Returns at most one warning of each kind for a clip, and at most {@link MAX_PROBLEMS} in total. Checks of
 * the timing skip clips with unknown times.
 *
 * @param edit a merged edit.
 * @param times resolved times of the same edit.
 * @param dialect the dialect in which the edit is read.
 * @param findAlpha returns true if a file can be transparent. By default, the name of the file decides.
 */
export function findWarnings(
  edit: Edit,
  times: EditTimes,
  dialect: Dialect,
  findAlpha: Facts['findAlpha'] = () => undefined,
): Warning[] {
  const found: Warning[] = [];
  for (const warning of walkEdit({ edit, clips: listClips(edit), times, dialect, findAlpha })) {
    found.push(warning);
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found;
}

/** Applies all rules: to the edit, then to each clip, then to each track. */
function* walkEdit(facts: Facts): Generator<Warning> {
  const { edit, clips, times } = facts;
  yield* applyRules(GLOBAL_RULES, edit, facts);
  for (const location of clips)
    yield* applyRules(CLIP_RULES, location, facts, formatPath(clipPathOf(location)));
  for (const track of Map.groupBy(clips, trackKeyOf).values())
    yield* applyRules(TRACK_RULES, measureTrack(track, times), facts);
}

/** Warns about placeholders without a value in a text or a prompt, because the output would show or speak them. */
export function warnAboutPlaceholder(location: ClipLocation): Warning[] {
  const path = formatPath(clipPathOf(location));
  return findPlaceholders(location.clip).map(({ field, text }) => ({ field: `${path}.${field}`, text }));
}
