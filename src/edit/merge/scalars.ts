import { parseNumber } from '../../base/parse-number.ts';
import { Edit } from '../schema/edit.ts';
import { SchemaNode } from '../schema/schema-node.ts';
import type { MergedScalar } from './substitute.ts';

/**
 * Converts merged values to the type that the schema requires (contract C10): a string that holds a number to
 * that number, and a number or boolean to a string. Keeps a value unchanged if the schema already accepts it.
 *
 * @param edit the merged edit. Its values are replaced in place.
 */
export function convertScalars(edit: unknown, scalars: readonly MergedScalar[]): void {
  const root = new SchemaNode(Edit);
  for (const { path, holder, value } of scalars) {
    const other = typeof value === 'string' ? parseNumber(value) : String(value);
    if (other === undefined || root.find(path, edit)?.prefers(other, value) !== true) continue;
    Object.defineProperty(holder, path.at(-1) ?? '', { value: other });
  }
}
