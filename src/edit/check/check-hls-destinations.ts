import { createProblem, type Problem } from '../problems/problem.ts';
import type { PartialEdit } from './well-formed-parts.ts';

/** The destinations that have no folders, or that take only one file. */
const SINGLE_FILE_PROVIDERS: ReadonlySet<string> = new Set(['mux', 'vimeo', 'tiktok', 'google-drive']);

/** Reports destinations that cannot take the many files of an HLS. */
export function checkHlsDestinations({ format, destinations = [] }: PartialEdit['output']): Problem[] {
  if (format !== 'hls') return [];
  return destinations.flatMap(({ provider, exclude }, index) => {
    if (exclude === true || !SINGLE_FILE_PROVIDERS.has(provider)) return [];
    const phrase = `must be a storage with folders, such as "s3", because an hls has several files, which ${provider} cannot keep together. Choose another destination, or set output.format to "mp4"`;
    return [createProblem(['output', 'destinations', index, 'provider'], 'conflict', phrase)];
  });
}
