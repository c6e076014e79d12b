import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Edit,
  type EditFiles,
  listEditFiles,
  listFiles,
  listOutputs,
  nameEditFiles,
  nameRenderFiles,
  type Output,
  type RenderFiles,
} from '../edit/index.ts';
import { SET_NAME } from '../hosting/sets/file-set.ts';

/**
 * Names the local files of all outputs of a render, which are stored under the same names. The files of a set
 * of a further output are in a folder of their own, which {@link makeFolders} creates.
 *
 * @param id id of the render.
 */
export function nameLocalFiles(edit: Edit, folder: string, id: string): EditFiles {
  const outputs = listOutputs(edit);
  const [first, ...others] = listEditFiles(nameEditFiles(edit, join(folder, id))).map((files, index) =>
    nameSet(files, outputs[index]?.output, index === 0 ? folder : join(folder, `${index}`)),
  );
  if (!first) throw new Error('An edit has an output.');
  return { ...first, ...(edit.others && { others }) };
}

function nameSet(
  files: RenderFiles<string>,
  output: Output | undefined,
  folder: string,
): RenderFiles<string> {
  if (!files.parts || !output) return files;
  const { output: list, parts } = nameRenderFiles(output, join(folder, SET_NAME));
  return { ...files, output: list, ...(parts && { parts }) };
}

/** Creates the folders of files. */
export async function makeFolders(files: EditFiles): Promise<void> {
  for (const path of listEditFiles(files).flatMap(listFiles)) await mkdir(dirname(path), { recursive: true });
}
