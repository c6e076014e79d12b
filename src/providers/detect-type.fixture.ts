import { fileTypeFromFile } from 'file-type';
import type { DetectType } from '../generation/generation-provider.ts';

/** Detects types in this process, which is fast. For the files of tests only. */
export const detectTypeHere: DetectType = async (path) => {
  const { mime, ext } = (await fileTypeFromFile(path)) ?? {};
  return { mediaType: mime, extension: ext && `.${ext}` };
};
