/**
 * `npm run gallery [-- SHEET...]`: draws sheets of frames that show what Kinora can do, and the page about
 * them, into docs/gallery. With names, it draws only these sheets. Review the result before you commit it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { SILENT } from '../src/base/logger.ts';
import { openBrowser } from '../src/render/browse/browser.ts';
import { writeFrame } from '../test/media/frame.ts';
import { toEdit } from '../test/media/render-edit.ts';
import { makeSubtitles } from './caption-sheets.ts';
import { drawSheet } from './draw-sheet.ts';
import { makeLook } from './filter-sheet.ts';
import { makeFootage } from './footage.ts';
import { createGalleryPage } from './page.ts';
import { makeLottie } from './lottie-sheet.ts';
import { makeHeard } from './measured-sheet.ts';
import { makeScenery } from './scenery.ts';
import type { Sheet, Tile } from './sheet.ts';
import { listSheets } from './sheets.ts';

const DOCS = join(import.meta.dirname, '../docs/gallery');
/** WebP quality. Above this value, files grow faster than pictures improve. */
const QUALITY = 84;

const sheets = listSheets();
const requestedSheets = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'kinora-gallery-'));
const browser = openBrowser({ folder: join(tmpdir(), 'kinora-gallery-browser'), log: SILENT });
try {
  await makeScenery(folder);
  await makeFootage(folder);
  await makeLottie(folder);
  await makeHeard(folder);
  await makeLook(folder);
  await makeSubtitles(folder);
  for (const sheet of sheets)
    if (requestedSheets.length === 0 || requestedSheets.includes(sheet.file)) await draw(sheet);
  await writeFile(join(DOCS, 'README.md'), createGalleryPage(sheets));
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

async function draw(sheet: Sheet): Promise<void> {
  const frames = [];
  for (const { tiles } of sheet.rows) {
    const row = [];
    for (const tile of tiles) row.push(await frameOf(tile));
    frames.push(row);
  }
  const bytes = await drawSheet(sheet, frames).encode('webp', QUALITY);
  await writeFile(join(DOCS, `${sheet.file}.webp`), bytes);
  console.log(`docs/gallery/${sheet.file}.webp: ${Math.round(bytes.length / 1000)} kB`);
}

async function frameOf({ edit, at }: Tile) {
  const to = join(folder, 'frame.png');
  await writeFrame(toEdit(edit), at, to, { media: folder, browser });
  return loadImage(to);
}
