import type { Source } from '../../client/index.ts';
import { nameOfFile } from '../media/media-kind.ts';

/** Returns the name of a source: that of its file, of its URL, or a description. */
export function nameOfSource({ filename, input, source }: Source): string {
  if (filename !== undefined) return filename;
  const name = nameOfFile(input ?? '');
  if (name !== '') return name;
  return input ?? (source === undefined ? 'Upload' : `Upload, ${nameOfFile(source)}`);
}
