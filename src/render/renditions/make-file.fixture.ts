import { makeRendition, type RenditionJob } from './make-rendition.ts';
import type { RenditionFile } from './rendition.ts';

/** Makes a rendition where no browser draws an SVG. */
export async function makeFile(job: Omit<RenditionJob, 'drawing'>): Promise<RenditionFile> {
  const made = await makeRendition({ ...job, drawing: null }, () => undefined);
  if (!('path' in made)) throw new Error('The rendition needs a drawing.');
  return made;
}
