/**
 * `npm run docs:reference [-- FIELD...]`: writes docs/reference from the schema of an edit, and draws the pictures
 * that are missing. With names, such as `Clip.fit` or `concepts-time`, it draws these again. Review the result
 * before you commit it.
 */
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT } from '../src/base/logger.ts';
import { openBrowser } from '../src/render/browse/browser.ts';
import { makeSubtitles } from './caption-sheets.ts';
// Registers the fonts of the captions.
import './draw-sheet.ts';
import { makeFootage } from './footage.ts';
import { makeLottie } from './lottie-sheet.ts';
import { makeHeard } from './measured-sheet.ts';
import { readConceptPictures } from './reference/concept-pictures.ts';
import { drawStrip } from './reference/draw-strip.ts';
import { drawTile } from './reference/draw-tile.ts';
import type { FieldTile } from './reference/example.ts';
import { FIELD_PICTURES, fileOf } from './reference/field-pictures.ts';
import { makeReferenceFootage } from './reference/reference-footage.ts';
import { writeReference } from './reference/write-reference.ts';
import { makeScenery } from './scenery.ts';

const DOCS = join(import.meta.dirname, '../docs/reference');
const PICTURES = join(DOCS, 'pictures');
const QUALITY = 78;

/** A picture to draw: its name for the command line, its file, and its frames. */
interface Wanted {
  readonly name: string;
  readonly path: string;
  readonly tiles: readonly FieldTile[];
}

const requested = process.argv.slice(2);
const fields = Object.entries(FIELD_PICTURES).flatMap(([name, picture]): Wanted[] =>
  'tiles' in picture ? [{ name, path: join(PICTURES, `${fileOf(name)}.webp`), tiles: picture.tiles }] : [],
);
const concepts = Object.entries(readConceptPictures()).map(([name, tiles]): Wanted => ({
  name: `concepts-${name}`,
  tiles,
  path: join(DOCS, `../images/concepts-${name}.webp`),
}));
const wanted = [...fields, ...concepts].filter(
  ({ name, path }) => requested.includes(name) || !existsSync(path),
);
await mkdir(PICTURES, { recursive: true });
if (wanted.length > 0) await drawAll();
await removeUnused();
for (const [file, text] of Object.entries(writeReference())) await writeFile(join(DOCS, file), text);

async function drawAll(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-reference-'));
  const browser = openBrowser({ folder: join(tmpdir(), 'kinora-reference-browser'), log: SILENT });
  try {
    await makeScenery(folder);
    await makeFootage(folder);
    await makeReferenceFootage(folder);
    await makeLottie(folder);
    await makeHeard(folder);
    await makeSubtitles(folder);
    for (const { name, path, tiles } of wanted) {
      const frames = [];
      for (const tile of tiles)
        frames.push({ image: await drawTile(tile, { folder, browser }), caption: tile.caption ?? '' });
      const bytes = await drawStrip(frames).encode('webp', QUALITY);
      await writeFile(path, bytes);
      console.log(`${name}: ${Math.round(bytes.length / 1000)} kB`);
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the pictures of fields that are gone. */
async function removeUnused(): Promise<void> {
  const used = new Set(Object.keys(FIELD_PICTURES).map((field) => `${fileOf(field)}.webp`));
  for (const name of globSync('*.webp', { cwd: PICTURES }))
    if (!used.has(name)) await rm(join(PICTURES, name));
}
