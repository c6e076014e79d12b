import { KinoraError } from '../../base/errors.ts';
import { findPiece, findSimilarPiece, outlinePieces, readPiece, SCHEMA_ADDRESS } from '../schema-pieces.ts';

const OUTLINE = `An edit consists of these pieces. Call schema with a name for its fields. A reference such as ${SCHEMA_ADDRESS}Crop is the name of a further piece: Crop.`;

/** Describes pieces of an edit, or lists all if there are no names. `given` is the list of names as JSON. */
export function describePieces(given: string): string {
  // The tool itself has written the names.
  const names = JSON.parse(given) as readonly string[];
  return names.length === 0 ? `${OUTLINE}\n${outlinePieces()}` : names.map(describePiece).join('\n');
}

function describePiece(given: string): string {
  const name = findPiece(given);
  if (name !== undefined) return `${name}: ${readPiece(name) ?? ''}`;
  const similar = findSimilarPiece(given);
  const hint = similar === undefined ? 'Call schema without names for the list.' : `Did you mean ${similar}?`;
  throw new KinoraError('not_found', `There is no piece ${JSON.stringify(given)}. ${hint}`);
}
