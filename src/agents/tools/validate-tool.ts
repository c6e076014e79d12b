import { z } from 'zod';
import type { PredictedRender } from '../backend.ts';
import { EDIT_FIELDS } from '../given-edits.ts';
import { defineTool, READS } from '../tool.ts';

/** Maximum number of warnings in an answer. */
export const MAX_WARNINGS = 6;

/** Checks an edit without a render. */
export const VALIDATE_TOOL = defineTool({
  name: 'validate',
  title: 'Check an edit',
  description:
    'Checks an edit and its files, and says what a render would make: duration, sizes, warnings. Remembers the edit and returns its id, also if the edit is wrong: send later corrections as "changes". Example of an edit: {"timeline":{"tracks":[{"clips":[{"asset":{"type":"text","text":"Hello"},"start":0,"length":3}]}]},"output":{"format":"mp4","size":{"width":1280,"height":720}}}',
  input: z.strictObject(EDIT_FIELDS),
  annotations: READS,
  isLight: false,
  async run(given, { backend, edits }, context) {
    const { id, json } = await edits.read(given, context);
    return { content: { edit: id, valid: true, ...summarize(await backend.check(json, context)) } };
  },
});

function summarize({ timeline, output, outputs, warnings }: PredictedRender): object {
  const files = (outputs ?? [output]).map(({ format, width, height, fps, duration }) => ({
    ...{ format, width, height, fps },
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
export function listWarnings(warnings: readonly { readonly field: string; readonly text: string }[]): object {
  if (warnings.length === 0) return {};
  const shown = warnings
    .slice(0, MAX_WARNINGS)
    .map(({ field, text }) => (text.startsWith(field) ? text : `${field}: ${text}`));
  const more = warnings.length - shown.length;
  return { warnings: shown, ...(more > 0 && { moreWarnings: more }) };
}
