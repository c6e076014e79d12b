import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import type { Source } from '../../edit/index.ts';
import { BUILT_IN_FONTS } from '../fonts/font-library.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import { openFonts } from './open-fonts.ts';

const BOLD = BUILT_IN_FONTS.findFace('Montserrat', 700).path;

function source(url: string, kind: Source['kind'] = 'font', index = 0): Source {
  const path = ['timeline', 'fonts', index, 'src'];
  return { url, path, field: `timeline.fonts[${index}].src`, kind };
}

const folder = mkdtempSync(join(tmpdir(), 'kinora-open-fonts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function errorOf(url: string, bytes: SourceFile): Promise<string> {
  try {
    await openFonts([source('https://example.com/a.ttf', 'font', 0), source(url, 'font', 1)], {
      'https://example.com/a.ttf': BOLD,
      [url]: bytes,
    });
    return 'none';
  } catch (error) {
    if (error instanceof KinoraError || error instanceof RemoteReadError)
      return `${error.code}: ${error.message}`;
    throw error;
  }
}

describe('a font can be referred to by its file name', () => {
  it.each([
    ['https://example.com/fonts/My%20Brand.v2.woff2?key=secret#x', 'My Brand.v2'],
    ['https://example.com/My%Brand.ttf', 'My%Brand'],
    ['fonts/My Brand.ttf', 'mybrand'],
    ['My_Brand', 'My Brand'],
    ['C:\\fonts\\Brand.otf', 'Brand'],
    ['file:///fonts/Brand.otf', 'Brand'],
  ])('%s', async (url, name) => {
    const fonts = await openFonts([source(url)], { [url]: BOLD });
    expect(fonts.findFace(name)).toMatchObject({ path: BOLD, family: 'Montserrat', weight: 700 });
  });
});

test('an edit without fonts has the built-in fonts, and its other files are not opened', async () => {
  const fonts = await openFonts([source('https://example.com/a.mp4', 'video')], {});
  expect(fonts.findFace('Roboto')).toEqual(BUILT_IN_FONTS.findFace('Roboto'));
});

describe('a file that is not a font is reported with its field, without secrets', () => {
  const url = 'https://user:word@example.com/b.ttf?key=secret';
  const start = 'timeline.fonts[1].src: https://example.com/b.ttf';

  it.each<[string, () => SourceFile, string]>([
    [
      'a page',
      () => file('a.html', '<!doctype html><p>Not found'),
      `asset_not_media: ${start} is not a font: its content is an HTML page.`,
    ],
    [
      'a damaged file',
      () =>
        file('b.ttf', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0]), Buffer.alloc(200)])),
      `asset_not_media: ${start} is not a font that can be read: the file is damaged.`,
    ],
    [
      'a large file',
      () => {
        const path = file('c.ttf', Buffer.from([0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0]));
        truncateSync(path, 50_000_001);
        return path;
      },
      `asset_too_large: ${start} is larger than 50 MB, the maximum for a font.`,
    ],
    [
      'a slow server',
      () => ({
        path: '/none',
        size: undefined,
        fetchRange: () =>
          Promise.reject(new RemoteReadError('asset_timed_out', 'https://example.com/b.ttf is slow.')),
        fetchAll: () => Promise.reject(new Error('not asked for')),
      }),
      'asset_timed_out: timeline.fonts[1].src: https://example.com/b.ttf is slow.',
    ],
  ])('%s', async (_, made, expected) => {
    expect(await errorOf(url, made())).toBe(expected);
  });
});

test('a remote font is fetched whole', async () => {
  const far: SourceFile = {
    path: BOLD,
    size: 1000,
    fetchRange: () => Promise.resolve(1000),
    fetchAll: () => Promise.resolve(BUILT_IN_FONTS.findFace('Montserrat', 300).path),
  };
  const fonts = await openFonts([source('https://example.com/x.ttf')], { 'https://example.com/x.ttf': far });
  expect(fonts.findFace('x')).toMatchObject({ weight: 300 });
});
