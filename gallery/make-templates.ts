/**
 * `npm run templates [-- NAME...]`: draws the pictures and the moving posters of the templates into
 * docs/images/templates, and writes the music of the slideshow. With names, it draws only those. Review the result before you commit it.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { encodeSound } from '../test/media/encode-sound.ts';
import { writeFrame } from '../test/media/frame.ts';
import { renderEdit, toEdit } from '../test/media/render-edit.ts';
import { shrinkTemplate } from '../test/media/shrink-template.ts';
import { readTemplate, readTemplateIndex, type Template, TEMPLATES } from './template-index.ts';
import { makeMusic, MUSIC_RATE } from './template-music.ts';

const PICTURES = join(import.meta.dirname, '../docs/images/templates');
const WIDTH = 640;
const GAP = 8;
/** The seconds of a template that its moving poster shows. */
const POSTER = { start: 0, length: 8 };

/** A place in a picture, in pixels. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const requested = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'kinora-templates-'));
try {
  await mkdir(PICTURES, { recursive: true });
  if (requested.length === 0) await writeMusic();
  for (const template of readTemplateIndex())
    if (requested.length === 0 || requested.includes(template.name)) {
      await draw(template);
      await film(template);
    }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function writeMusic(): Promise<void> {
  const samples = makeMusic();
  const seconds = samples.length / 2 / MUSIC_RATE;
  const wave = (time: number, channel: number): number =>
    samples[2 * Math.round(time * MUSIC_RATE) + channel] ?? 0;
  const sound = { codec: 'libmp3lame', container: 'mp3', bitRate: 80_000, seconds, wave };
  await encodeSound(join(TEMPLATES, 'media/music.mp3'), sound);
}

/** Draws the three moments of a template. */
async function draw({ name, shape, moments }: Template): Promise<void> {
  const edit = toEdit(readTemplate(name));
  const to = join(folder, 'frame.png');
  const tiles: OverlayOptions[] = [];
  for (const [index, { left, top, width, height }] of placesOf(shape).entries()) {
    // The last moment shows most, so it has the first place, which is the largest.
    const at = moments[shape === '9:16' ? index : (index + 2) % 3] ?? 0;
    await writeFrame(edit, at, to, { media: TEMPLATES });
    tiles.push({ input: await sharp(to).resize(width, height).png().toBuffer(), left, top });
  }
  const height = Math.max(...placesOf(shape).map((place) => place.top + place.height));
  const ground = { width: WIDTH, height, channels: 3, background: '#ffffff' } as const;
  const sheet = sharp({ create: ground }).composite(tiles);
  const bytes = await sheet.jpeg({ quality: 84, mozjpeg: true }).toBuffer();
  await writeFile(join(PICTURES, `${name}.jpg`), bytes);
  console.log(`docs/images/templates/${name}.jpg: ${Math.round(bytes.length / 1000)} kB`);
}

/** Renders the poster of a template in its own shape: its last moment, and its first seconds as a small film. */
async function film({ name, shape, moments }: Template): Promise<void> {
  const small = shrinkTemplate(readTemplate(name), shape);
  const still = join(folder, 'still.png');
  await writeFrame(toEdit(small), moments[2], still, { media: TEMPLATES });
  await sharp(still)
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(join(PICTURES, `${name}-poster.jpg`));
  const text = JSON.stringify(small).replaceAll('"media/', `"${TEMPLATES}/media/`);
  const edit = JSON.parse(text) as { readonly output: object };
  const output = { ...edit.output, fps: 25, quality: 'low', mute: true, range: POSTER };
  await renderEdit({ ...edit, output }, join(PICTURES, `${name}-poster.mp4`));
  console.log(`docs/images/templates/${name}-poster.mp4`);
}

/** Returns the places of the three frames of a shape. The largest is the first. */
function placesOf(shape: Template['shape']): readonly Place[] {
  switch (shape) {
    case '9:16':
      return [0, 1, 2].map((index) => ({ left: index * 216, top: 0, width: 208, height: 370 }));
    case '1:1':
      return [
        { left: 0, top: 0, width: 424, height: 424 },
        ...[0, 1].map((index) => ({ left: 424 + GAP, top: index * 216, width: 208, height: 208 })),
      ];
    case '16:9':
      return [
        { left: 0, top: 0, width: WIDTH, height: 360 },
        ...[0, 1].map((index) => ({ left: index * 324, top: 360 + GAP, width: 316, height: 178 })),
      ];
  }
}
