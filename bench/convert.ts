/**
 * Makes one rendition and ends, as a child process of the service does: `node bench/convert.ts FILE FOLDER
 * TRANSFORMATION`. The name of the rendition is `kinora`.
 */
import type { RenditionTransformation } from '../src/ingest/model.ts';
import { makeRendition } from '../src/render/renditions/make-rendition.ts';

const [path = '', folder = '', transformation = '{}'] = process.argv.slice(2);
const to = { folder, name: 'kinora' };
await makeRendition(
  { path, transformation: JSON.parse(transformation) as RenditionTransformation, to },
  () => undefined,
);
