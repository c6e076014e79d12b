import { z } from 'zod';
import { createError } from '../compute/edit-text.ts';
import { EDIT_FIELDS } from '../edit-fields.ts';
import { defineTool, MAKES, READS } from '../tool.ts';

const idField = z.string().min(1).max(200);

/** Lists the edits that the account keeps by name, and opens one. */
export const EDITS_TOOL = defineTool({
  name: 'edits',
  title: 'Open a kept edit',
  description:
    'Lists the edits that people keep by name in the Studio, last saved first. With an id, opens one for further calls.',
  input: z.strictObject({ id: idField.optional() }),
  annotations: { ...READS, openWorldHint: false },
  scope: 'read',
  isLight: false,
  async run({ id }, { backend: { kept }, edits }, context) {
    if (id === undefined) return { content: { edits: await kept.list(context) } };
    const { name, version, edit } = await kept.read(id, context);
    return { content: { id, name, version, edit: (await edits.readDesign(edit)).edit.id } };
  },
});

/** Keeps an edit by name. */
export const SAVE_TOOL = defineTool({
  name: 'save',
  title: 'Keep an edit by name',
  description:
    'Keeps an edit by name, so that people can open it in the Studio. With the "id" and the "version" of a kept edit, saves its next version, unless someone else has saved it meanwhile.',
  input: z.strictObject({
    ...EDIT_FIELDS,
    name: z.string().min(1).max(1000),
    id: idField.optional().describe('Id of a kept edit.'),
    version: z.int().min(1).optional().describe('The version that the change is based on.'),
  }),
  annotations: { ...MAKES, openWorldHint: false },
  scope: 'render',
  isLight: false,
  async run({ name, id, version }, { backend: { kept }, edits }, context) {
    if ((id === undefined) !== (version === undefined))
      throw createError('Give both "id" and "version" of a kept edit, or neither to keep a new one.');
    const { id: edit, text } = await edits.read(context);
    const place = id === undefined || version === undefined ? undefined : { id, version };
    return { content: { ...(await kept.save(text, name, place, context)), edit } };
  },
});
