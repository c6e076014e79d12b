import { join } from 'node:path';
import { nameRenderFiles, type Output, type RenderFiles } from '../edit/index.ts';
import { SET_NAME } from '../hosting/sets/file-set.ts';

/** The beginning of the names of the parts of a set. */
const PART = 'part-';

/** Names the local files of a render, which are stored under the same names. @param id id of the render. */
export function nameLocalFiles(output: Output, folder: string, id: string): RenderFiles<string> {
  const files = nameRenderFiles(output, join(folder, id));
  if (!files.parts) return files;
  const { output: list, parts } = nameRenderFiles(output, join(folder, SET_NAME));
  return { ...files, output: list, ...(parts && { parts }) };
}

/** Lists files by the names of their parts. {@link joinParts} is the opposite. */
export function listByPart({ parts = [], ...files }: RenderFiles<string>): Record<string, string> {
  return { ...files, ...Object.fromEntries(parts.map((path, index) => [`${PART}${index}`, path])) };
}

/** Returns the files that {@link listByPart} has listed. */
export function joinParts(files: Readonly<Record<string, string>>): RenderFiles<string> {
  const entries = Object.entries(files);
  const isPart = ([name]: (typeof entries)[number]): boolean => name.startsWith(PART);
  const parts = entries.filter(isPart).map(([, path]) => path);
  // The other names are those of `RenderFiles`.
  const others = Object.fromEntries(
    entries.filter((entry) => !isPart(entry)),
  ) as unknown as RenderFiles<string>;
  return parts.length === 0 ? others : { ...others, parts };
}
