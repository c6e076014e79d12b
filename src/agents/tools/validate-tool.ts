import { z } from 'zod';
import { EDIT_FIELDS } from '../edit-fields.ts';
import { defineTool, READS } from '../tool.ts';

/** Checks an edit without a render. */
export const VALIDATE_TOOL = defineTool({
  name: 'validate',
  title: 'Check an edit',
  description:
    'Checks an edit and its files, and says what a render would make: duration, sizes, warnings. Remembers the edit and returns its id, also if the edit is wrong: send later corrections as "changes". Example of an edit: {"timeline":{"tracks":[{"clips":[{"asset":{"type":"text","text":"Hello"},"start":0,"length":3}]}]},"output":{"format":"mp4","size":{"width":1280,"height":720}}}',
  input: z.strictObject(EDIT_FIELDS),
  annotations: READS,
  scope: 'render',
  isLight: false,
  async run(_input, { backend, edits, compute }, context) {
    const { id, text } = await edits.read(context);
    const found = await compute('summarizeDryRun', await backend.check(text, context));
    return { content: { edit: id, valid: true, ...found } };
  },
});
