import type { Dialect } from '../dialect.ts';
import { readLooseValues, type TolerantReading } from './read-loose-values.ts';

/** Reads an edit with the tolerance of its dialect, before its form is checked. Pure. */
export function readTolerantly(input: unknown, dialect: Dialect): TolerantReading {
  return dialect === 'shotstack' ? readLooseValues(input) : { value: input, warnings: [] };
}
