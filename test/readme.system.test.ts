import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import hello from '../examples/hello.json' with { type: 'json' };
import { parseEdit } from '../src/edit/index.ts';
import { kinora } from './e2e/processes.ts';
import { mapFrames } from './media/decode-output.ts';
import { createMediaFolder } from './media/render-edit.ts';

const root = join(import.meta.dirname, '..');
const readme = ['README.md', 'docs/first-steps.md']
  .map((page) => readFileSync(join(root, page), 'utf8'))
  .join('\n');

/** A file that the table below "Choose the output" promises. */
interface PromisedFile {
  readonly output: { readonly format: string; readonly [field: string]: unknown };
  readonly file: string;
  /** Files that are made beside it. */
  readonly beside: readonly string[];
}

/** Returns the promised files. A row that names more formats than that of its output promises one for each. */
function listPromisedFiles(): PromisedFile[] {
  const [, section = ''] = /## Choose the output\n([\s\S]*?)\n## /.exec(readme) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && line.includes('`{'));
  return rows.flatMap((row) => {
    const [, , outputCell = '', commandCell = ''] = row.split('|');
    const [first = '', ...formats] = readCode(outputCell);
    const output = JSON.parse(first) as PromisedFile['output'];
    const [option = '', ...beside] = readCode(commandCell);
    const file = option.replace(/^-o /, '');
    const more = formats.map((format) => ({
      output: { ...output, format },
      file: file.replace(/\w+$/, format),
      beside,
    }));
    return [{ output, file, beside }, ...more];
  });
}

/** Returns the texts between backticks. */
function readCode(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let reference: Buffer;
const GRID = { width: 160, height: 90 };

/** Draws the reference: the second 2.5 of the example, by the command of the README. */
beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  const edit = join(root, 'examples/hello.json');
  const { code, err } = await kinora(media.path('.'), ['frame', edit, '--at', '2.5', '-o', 'hello.png'])
    .ended;
  expect(code, err).toBe(0);
  reference = await shrink(sharp(media.path('hello.png')));
});

afterAll(() => media[Symbol.asyncDispose]());

/** Reduces a picture to the brightness of a grid of 160 x 90 cells. */
function shrink(picture: Sharp): Promise<Buffer> {
  return picture
    .removeAlpha()
    .greyscale()
    .resize({ ...GRID, fit: 'fill', kernel: 'mitchell' })
    .raw()
    .toBuffer();
}

/** Returns the picture that a file shows at 2.5 s. Stills have no other. */
async function pictureOf(file: string, fps: number): Promise<Sharp> {
  const frame = Math.round(2.5 * fps);
  switch (file.replace(/^.*\./, '')) {
    case 'mp4':
      return readVideoFrame(file, frame);
    case 'bmp':
      return readBitmap(await readFile(file));
    case 'gif':
      return sharp(file, { page: frame });
    default:
      return sharp(file);
  }
}

/** Reads the brightness of a frame, with 16 to 235 as black to white. */
async function readVideoFrame(file: string, frame: number): Promise<Sharp> {
  const frames = await mapFrames(file, ({ width, height, y: { data, stride } }) => ({
    width,
    height,
    rows: Array.from({ length: height }, (_, row) =>
      Buffer.from(data.subarray(row * stride, row * stride + width)),
    ),
  }));
  const { width, height, rows } = frames[frame]!;
  const levels = Buffer.concat(rows).map((level) => Math.min(255, Math.max(0, ((level - 16) / 219) * 255)));
  return sharp(levels, { raw: { width, height, channels: 1 } });
}

/** Reads a bmp of 24 bits, whose rows begin at the bottom. sharp cannot read it. */
function readBitmap(file: Buffer): Sharp {
  const [start, width, height] = [file.readUInt32LE(10), file.readInt32LE(18), file.readInt32LE(22)];
  const stride = Math.ceil((width * 3) / 4) * 4;
  const rows = Array.from({ length: height }, (_, row) => {
    const from = start + (height - 1 - row) * stride;
    return file.subarray(from, from + width * 3);
  });
  const blueFirst = Buffer.concat(rows);
  const pixels = blueFirst.map((_, at) => blueFirst[at + 2 - 2 * (at % 3)]!);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Returns the largest difference between cells of two grids, from 0 to 255. */
function compare(one: Buffer, other: Buffer): number {
  return Math.max(...one.map((level, cell) => Math.abs(level - (other[cell] ?? NaN))));
}

/** Checks that a file shows the same as the example at 2.5 s, in its own size. */
async function expectSamePicture(file: string, fps: number): Promise<void> {
  const { data, info } = await (await pictureOf(file, fps)).png().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual(file.endsWith('.gif') ? [640, 360] : [1280, 720]);
  // Codecs and palettes change a cell by a few steps. A word at another place changes it by more than 100.
  expect(compare(await shrink(sharp(data)), reference)).toBeLessThan(20);
}

describe('the outputs in the README, for the example', () => {
  const files = listPromisedFiles();

  test('are one of each format', () => {
    const formats = ['mp4', 'gif', 'mp3', 'jpg', 'png', 'bmp', 'mp4'];
    expect(files.map(({ output }) => output.format)).toEqual(formats);
  });

  test.each(files)('make $file as promised, beside it $beside', async ({ output, file, beside }) => {
    await writeFile(media.path('edit.json'), JSON.stringify({ ...hello, output }));
    const { code, out, err } = await kinora(media.path('.'), ['render', 'edit.json', '-o', file]).ended;
    expect(code, err).toBe(0);
    expect(out).toMatch(new RegExp(`^${file}: .*(1280x720|640x360|5\\.00 s of sound).*\n`));
    if (output.format === 'mp3') {
      expect(err).toContain('nothing in the edit has sound');
      return;
    }
    expect(err).not.toContain('warning');
    for (const name of [file, ...beside])
      await expectSamePicture(media.path(name), Number(output['fps'] ?? 25));
    expect(beside.map((name) => basename(name))).toEqual(output['poster'] ? ['hello-poster.jpg'] : []);
  });

  test('would look different with a smaller resolution alone, because sizes are pixels of it', async () => {
    const output = { format: 'png', resolution: 'mobile', range: { start: 2.5 } };
    await writeFile(media.path('edit.json'), JSON.stringify({ ...hello, output }));
    expect(await kinora(media.path('.'), ['render', 'edit.json', '-o', 'cut.png']).ended).toMatchObject({
      code: 0,
    });
    expect(compare(await shrink(sharp(media.path('cut.png'))), reference)).toBeGreaterThan(100);
  });
});

test('every edit in the README is valid', () => {
  const blocks = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, code]) => JSON.parse(code!) as object,
  );
  const edits = blocks.filter((block) => 'timeline' in block);
  expect(edits.length).toBeGreaterThan(0);
  for (const edit of edits) expect(parseEdit(edit)).toMatchObject({ ok: true });
});

describe('the other commands of the README', () => {
  test('make a gif that repeats', async () => {
    const edit = join(root, 'examples/loop.json');
    const rendered = await kinora(media.path('.'), ['render', edit, '-o', 'loop.gif']).ended;
    expect(rendered.code, rendered.err).toBe(0);
    const { width, height, pages, loop, delay } = await sharp(media.path('loop.gif')).metadata();
    expect({ width, height, pages, loop }).toEqual({ width: 320, height: 320, pages: 60, loop: 0 });
    expect(delay?.every((duration) => duration === 40)).toBe(true);
  });

  test('name example files that are there', () => {
    const named = [...readme.matchAll(/npx kinora (?:render|frame) (\S+\.json)/g)].map(([, path]) => path!);
    expect(named).toEqual(expect.arrayContaining(['examples/hello.json', 'examples/narrated.json']));
    for (const path of named)
      expect(parseEdit(JSON.parse(readFileSync(join(root, path), 'utf8')))).toMatchObject({ ok: true });
  });
});
