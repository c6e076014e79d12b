import type { Warning } from '../../edit/index.ts';
import type { PredictedRender } from '../backend.ts';

/** Maximum number of warnings in an answer. */
const MAX_WARNINGS = 6;

/** Shortens the answer of the API to a dry run. */
export function summarizeDryRun(answer: string): object {
  // The API itself has written the answer.
  const { timeline, output, outputs, warnings } = (JSON.parse(answer) as { response: PredictedRender })
    .response;
  const files = (outputs ?? [output]).map(({ format, width, height, fps, duration }) => ({
    format,
    width,
    height,
    fps,
    ...(duration !== null && duration !== timeline.duration && { duration }),
  }));
  return {
    duration: timeline.duration ?? 'unknown until the media are read',
    tracks: timeline.tracks.length,
    outputs: files,
    ...listWarnings(warnings),
  };
}

/** Returns the first warnings as sentences, and how many more there are. */
export function listWarnings(warnings: readonly Warning[]): object {
  if (warnings.length === 0) return {};
  const shown = warnings
    .slice(0, MAX_WARNINGS)
    .map(({ field, text }) => (text.startsWith(field) ? text : `${field}: ${text}`));
  const more = warnings.length - shown.length;
  return { warnings: shown, ...(more > 0 && { moreWarnings: more }) };
}
