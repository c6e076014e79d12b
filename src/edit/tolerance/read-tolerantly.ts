import type { Dialect } from '../dialect.ts';
import { readLooseNumbers, type TolerantReading } from './read-loose-numbers.ts';

/** Reads an edit with the tolerance of its dialect, before its form is checked. Pure. */
export function readTolerantly(input: unknown, dialect: Dialect): TolerantReading {
  return dialect === 'shotstack' ? readLooseNumbers(input) : { value: input, warnings: [] };
}
