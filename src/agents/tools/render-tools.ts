import { z } from 'zod';
import { isFinalState, type RenderState } from '../backend.ts';
import { listWarnings } from '../compute/summarize-dry-run.ts';
import { EDIT_FIELDS } from '../edit-fields.ts';
import { defineTool, MAKES, READS, type Tool } from '../tool.ts';

/** Maximum seconds to wait for a render. Clients often give up a call after a minute. */
const MAX_WAIT = 50;
const DEFAULT_WAIT = 25;

const idField = z.string().min(1).max(200).describe('Id of the render.');

/**
 * Creates the tool that starts a render.
 *
 * @param writesFiles true if renders write files to a folder of this machine.
 */
export function createRenderTool(writesFiles: boolean): Tool {
  const file = z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('Path of the new file, relative to the working folder. Its folder must exist.');
  return defineTool({
    name: 'render',
    title: 'Render an edit',
    description: `Starts to render an edit and returns the id of the render. Then call "status" until it is done: that has the ${writesFiles ? 'path' : 'URL'} of the file.`,
    input: z.strictObject({ ...EDIT_FIELDS, ...(writesFiles && { file }) }),
    annotations: MAKES,
    scope: 'render',
    isLight: false,
    async run({ file: given }, { backend, edits }, context) {
      const { id, text } = await edits.read(context);
      // The schema allows nothing but a string.
      const state = await backend.render(text, given as string | undefined, context);
      return { content: { ...describeState(state), edit: id } };
    },
  });
}

/** Returns the progress of a render. */
export const STATUS_TOOL = defineTool({
  name: 'status',
  title: 'Wait for a render',
  description:
    'Returns the progress of a render, and the places of its files when it is done. Waits for it for some seconds.',
  input: z.strictObject({
    id: idField,
    wait: z
      .number()
      .min(0)
      .max(MAX_WAIT)
      .default(DEFAULT_WAIT)
      .describe('Seconds to wait at most. 0 answers at once.'),
  }),
  annotations: { ...READS, openWorldHint: false },
  scope: 'read',
  isLight: true,
  async run({ id, wait }, { backend }, context) {
    return { content: describeState(await backend.follow(id, wait * 1000, context)) };
  },
});

/** Stops a render. */
export const CANCEL_TOOL = defineTool({
  name: 'cancel',
  title: 'Stop a render',
  description: 'Stops a render that is not done. Keeps the files of one that is done.',
  input: z.strictObject({ id: idField }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  scope: 'read',
  isLight: true,
  async run({ id }, { backend }, context) {
    return { content: describeState(await backend.cancel(id, context)) };
  },
});

function describeState(state: RenderState): object {
  const { id, status, progress, eta, error, files, warnings = [] } = state;
  return {
    id,
    status,
    ...(!isFinalState(state) && {
      progress: Number(progress.toFixed(3)),
      eta: eta && Math.round(eta),
    }),
    error,
    files,
    ...listWarnings(warnings),
  };
}
