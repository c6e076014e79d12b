import { z } from 'zod';
import { Callback, Edit, MergeField } from '../../../edit/schema/edit.ts';
import { Id } from '../answers.ts';

// What is sent to the Edit API beside an edit, for the API description. The routes read it with the words of the edit's parser.

export { Edit };

export const TemplateBody = z
  .strictObject({
    name: z.string().min(1).max(1000).describe('A name for people, 1 to 1000 characters.'),
    template: z
      .looseObject({})
      .optional()
      .describe(
        'An edit in which placeholders {{ NAME }} may stand for anything; see Edit. Without it a blank template is stored.',
      ),
  })
  .meta({ id: 'Template', description: 'A template to store.' });

export const TemplateRenderBody = z
  .strictObject({
    id: Id.describe('The id of the template.'),
    merge: z
      .array(MergeField)
      .optional()
      .describe("Values for the placeholders of the template, in place of the template's own list."),
    callback: Callback.optional().describe(
      'An http(s) URL that is told when the render is done or has failed.',
    ),
  })
  .meta({ id: 'TemplateRender', description: 'Which template to render, and with what.' });
