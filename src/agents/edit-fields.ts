import { z } from 'zod';
import { mustBe } from '../edit/problems/messages.ts';

/** The fields of a tool that name an edit. */
export const EDIT_FIELDS = {
  edit: z
    .union(
      [z.record(z.string(), z.unknown()), z.string()],
      mustBe('an edit as JSON, or the id of an earlier one'),
    )
    .optional()
    .describe('The edit as JSON, or the id of an earlier one, such as "e-0123456789ab".'),
  template: z.string().optional().describe('Id of a template, instead of an edit.'),
  merge: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Values of merge fields: {"NAME": "Ada"}. Others keep their values.'),
  changes: z
    .array(z.strictObject({ path: z.string(), value: z.unknown().optional() }))
    .max(500)
    .optional()
    .describe(
      'Changes to the edit, in order: {"path": "timeline.tracks[0].clips[1].length", "value": 3}. Without a value, removes what is there.',
    ),
};
