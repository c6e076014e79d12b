import { z } from 'zod';
import { listMergeFields } from '../given-edits.ts';
import { defineTool, READS } from '../tool.ts';

/** Maximum characters of the value of a merge field in an answer. */
const MAX_VALUE = 80;

/** Lists templates, and shows one. */
export const TEMPLATES_TOOL = defineTool({
  name: 'templates',
  title: 'Find a template',
  description:
    'Lists finished designs. With an id, shows the merge fields of one with their present values. To use it, give "template" and "merge" to sheet, frame or render.',
  input: z.strictObject({ id: z.string().min(1).max(200).optional() }),
  annotations: { ...READS, openWorldHint: false },
  isLight: false,
  async run({ id }, { backend, designs, edits }, context) {
    if (id === undefined)
      return {
        content: { templates: [...(await designs.list()), ...(await backend.listTemplates(context))] },
      };
    const design = (await designs.read(id)) ?? (await backend.readTemplate(id, context));
    const given = await edits.read({ edit: design.edit }, context);
    const { title, about, labels = {} } = design;
    const fields = listMergeFields(design.edit).map(({ find, replace }) => ({
      name: find,
      ...(Object.hasOwn(labels, find) && { is: labels[find] }),
      value: shorten(replace),
    }));
    return { content: { id, edit: given.id, title, ...(about !== undefined && { about }), fields } };
  },
});

function shorten(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  if (text.length <= MAX_VALUE) return value;
  return `${text.slice(0, MAX_VALUE)}…`;
}
