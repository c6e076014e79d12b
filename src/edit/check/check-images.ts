import { createProblem, type Problem } from '../problems/problem.ts';
import type { PartialEdit } from './well-formed-parts.ts';

/** Reports a format of images in an output that is not a zip of images. */
export function checkImages({ format, images }: PartialEdit['output']): Problem[] {
  if (images === undefined || format === undefined || format === 'zip') return [];
  const phrase = `goes only with the format "zip", but output.format is "${format}". Remove it, or set output.format to "zip"`;
  return [createProblem(['output', 'images'], 'conflict', phrase)];
}
