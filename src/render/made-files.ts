import { stat } from 'node:fs/promises';
import { ignoreMissing } from '../base/ignore-missing.ts';
import type { EditFiles, RenderFiles } from '../edit/index.ts';

/** Leaves out the files of all outputs that a render did not need. See {@link findMadeFiles}. */
export async function findMadeEditFiles({ others, ...first }: EditFiles): Promise<EditFiles> {
  const made = others && (await Promise.all(others.map(findMadeFiles)));
  return { ...(await findMadeFiles(first)), ...(made && { others: made }) };
}

/** Leaves out the files that a render did not need: those for the sound of an HLS in which nothing is heard. */
export async function findMadeFiles({ parts, ...files }: RenderFiles<string>): Promise<RenderFiles<string>> {
  if (!parts) return files;
  const made: string[] = [];
  for (const part of parts) if (((await ignoreMissing(stat(part)))?.size ?? 0) > 0) made.push(part);
  return { ...files, parts: made };
}
