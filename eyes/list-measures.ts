import { globSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { Measure } from './measure.ts';

const FOLDER = join(import.meta.dirname, 'measures');

/**
 * Loads the lists of measures, by the names of their files.
 *
 * @throws if a file of the folder exports no list.
 */
export async function listMeasures(): Promise<ReadonlyMap<string, readonly Measure[]>> {
  const files = globSync('*.ts', { cwd: FOLDER }).filter((file) => !file.endsWith('.test.ts'));
  const lists = new Map<string, readonly Measure[]>();
  for (const file of files.sort()) {
    const { MEASURES } = (await import(join(FOLDER, file))) as { MEASURES?: readonly Measure[] };
    if (!MEASURES) throw new Error(`eyes/measures/${file} exports no MEASURES.`);
    lists.set(parse(file).name, MEASURES);
  }
  return lists;
}
