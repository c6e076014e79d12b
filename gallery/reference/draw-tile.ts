import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { type Edit, listSources, nameRenderFiles, replaceGeneratedAssets } from '../../src/edit/index.ts';
import type { ImageToVideoAsset } from '../../src/edit/schema/generated-asset.ts';
import { createMotionEdit } from '../../src/generation/motion/create-motion-edit.ts';
import type { Browser } from '../../src/render/browse/browser.ts';
import { produce } from '../../src/render/produce/produce.ts';
import { writeFrame } from '../../test/media/frame.ts';
import { readZip } from '../../test/media/read-zip.ts';
import { toEdit } from '../../test/media/render-edit.ts';
import { FILM, type FieldTile } from './example.ts';

/** The folder with the media of the tiles, and the browser that draws pages. */
export interface Studio {
  readonly folder: string;
  readonly browser: Browser;
}

/** Draws the frame of a tile. A tile with a trail shows several moments at once: the lightest pixel wins. */
export async function drawTile(tile: FieldTile, { folder, browser }: Studio): Promise<Image | Canvas> {
  if (tile.film) await writeFilm(toEdit(tile.film), folder);
  const edit = await makeMoves(toEdit(tile.edit), folder);
  const to = join(folder, 'frame.png');
  const frameAt = async (at: number): Promise<Image> => {
    await writeFrame(edit, at, to, { media: folder, browser });
    return await loadImage(to);
  };
  const first = await frameAt(tile.at);
  if (!tile.trail) return first;
  const canvas = createCanvas(first.width, first.height);
  const context = canvas.getContext('2d');
  context.drawImage(first, 0, 0);
  context.globalCompositeOperation = 'lighten';
  for (const at of tile.trail) context.drawImage(await frameAt(at), 0, 0);
  return canvas;
}

/** Renders the film of a tile with its stills. The images of a zip are unpacked into a folder of its name. */
async function writeFilm(edit: Edit, folder: string): Promise<void> {
  const names = nameRenderFiles(edit.output, join(folder, FILM));
  await render(edit, names, folder);
  if (edit.output.format !== 'zip') return;
  await mkdir(join(folder, FILM), { recursive: true });
  for (const [name, bytes] of await readZip(names.output)) await writeFile(join(folder, FILM, name), bytes);
}

/** Makes the videos that an edit asks for: the camera moves over stills that Kinora itself makes. */
async function makeMoves(edit: Edit, folder: string): Promise<Edit> {
  const moves: { readonly to: string; readonly asset: ImageToVideoAsset }[] = [];
  const replaced = replaceGeneratedAssets(edit, (asset) => {
    if (asset.type !== 'image-to-video') throw new Error(`A service makes ${asset.type}, and none is here.`);
    const to = `move-${moves.length}.mp4`;
    moves.push({ to, asset });
    return to;
  });
  for (const { to, asset } of moves) {
    const { width, height } = await loadImage(join(folder, asset.src));
    const options = { ...asset, imageUrl: asset.src };
    await render(
      createMotionEdit({ width, height }, options, asset.src),
      { output: join(folder, to) },
      folder,
    );
  }
  return replaced;
}

async function render(edit: Edit, to: ReturnType<typeof nameRenderFiles>, folder: string): Promise<void> {
  const files = Object.fromEntries(listSources(edit).map(({ url }) => [url, join(folder, url)]));
  await produce({ edit, files, folder, to, dialect: 'interface', watermark: false }, () => undefined);
}
