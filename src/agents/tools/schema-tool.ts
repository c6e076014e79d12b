import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { findPiece, findSimilarPiece, outlinePieces, readPiece, SCHEMA_ADDRESS } from '../schema-pieces.ts';
import { defineTool, READS } from '../tool.ts';

const OUTLINE = `An edit consists of these pieces. Call schema with a name for its fields. A reference such as ${SCHEMA_ADDRESS}Crop is the name of a further piece: Crop.`;

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
  isLight: true,
  run({ names }) {
    if (names.length === 0) return Promise.resolve({ content: `${OUTLINE}\n${outlinePieces()}` });
    return Promise.resolve({ content: names.map(describePiece).join('\n') });
  },
});

function describePiece(given: string): string {
  const name = findPiece(given);
  if (name !== undefined) return `${name}: ${readPiece(name) ?? ''}`;
  const similar = findSimilarPiece(given);
  const hint = similar === undefined ? 'Call schema without names for the list.' : `Did you mean ${similar}?`;
  throw new KinoraError('not_found', `There is no piece ${JSON.stringify(given)}. ${hint}`);
}
