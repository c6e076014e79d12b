import { z } from 'zod';
import { defineTool, READS } from '../tool.ts';

/** Lists templates, and shows one. */
export const TEMPLATES_TOOL = defineTool({
  name: 'templates',
  title: 'Find a template',
  description:
    'Lists finished designs. With an id, shows the merge fields of one with their present values. To use it, give "template" and "merge" to sheet, frame or render.',
  input: z.strictObject({ id: z.string().min(1).max(200).optional() }),
  annotations: { ...READS, openWorldHint: false },
  scope: 'read',
  isLight: false,
  async run({ id }, { backend, designs, edits }, context) {
    if (id === undefined)
      return {
        content: { templates: [...(await designs.list()), ...(await backend.listTemplates(context))] },
      };
    const design = (await designs.read(id)) ?? (await backend.readTemplate(id, context));
    const { title, about, labels = {} } = design;
    const { edit, fields: found } = await edits.readDesign(design.edit);
    const fields = found.map(({ name, value }) => ({
      name,
      ...(labels[name] !== undefined && { is: labels[name] }),
      value,
    }));
    return { content: { id, edit: edit.id, title, ...(about !== undefined && { about }), fields } };
  },
});
