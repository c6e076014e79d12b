import { z } from 'zod';
import { defineTool, READS } from '../tool.ts';

/** Describes the fields of an edit, piece by piece. */
export const SCHEMA_TOOL = defineTool({
  name: 'schema',
  title: 'Learn the fields of an edit',
  description:
    'Describes the fields of an edit as JSON Schema, one piece at a time: Edit, Timeline, Clip, Output, VideoAsset, TextAsset... Without names, lists the pieces.',
  input: z.strictObject({
    names: z
      .array(z.string().min(1).max(100))
      .max(8)
      .default([])
      .describe('Names of pieces, such as ["Clip", "TextAsset"].'),
  }),
  annotations: { ...READS, openWorldHint: false },
  scope: 'read',
  isLight: true,
  async run({ names }, { compute }) {
    return { content: await compute('describePieces', JSON.stringify(names)) };
  },
});
