import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Edit } from '../../edit/index.ts';
import { findFontFile } from '../fonts/font-files.ts';
import { dryRunFiles } from './dry-run-files.ts';

const FONT = 'https://example.com/ClearSans.ttf';
const DRAWING = 'https://example.com/drawing.svg';
const NO_BROWSER = 'There is no browser.';

const folder = mkdtempSync(join(tmpdir(), 'kinora-dry-run-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Asset = Edit['timeline']['tracks'][number]['clips'][number]['asset'];

/** Returns the warnings about an SVG that say that there is no browser. */
async function warned(
  asset: Asset,
  files: Readonly<Record<string, string>> = {},
  fonts: readonly string[] = [],
): Promise<string[]> {
  const edit: Edit = {
    timeline: { fonts: fonts.map((src) => ({ src })), tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] },
    output: { format: 'mp4', resolution: 'sd' },
  };
  const check = { edit, dialect: 'interface', files, failures: {}, warnings: [] } as const;
  const { warnings } = JSON.parse(await dryRunFiles({ ...check, noBrowser: NO_BROWSER })) as {
    warnings: readonly { text: string }[];
  };
  return warnings.map(({ text }) => text).filter((text) => text.includes(NO_BROWSER));
}

const letters = (text: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text font-size="9" ${attributes}>${text}</text></svg>`;

describe('without a browser', () => {
  it('an SVG in a font of the edit needs none', async () => {
    const asset = { type: 'svg', src: letters('A', 'font-family="Clear Sans"') } as const;
    const file = findFontFile('Montserrat', 400, false)?.path ?? '';
    expect(await warned(asset)).toEqual([expect.stringContaining('the font "Clear Sans"')]);
    expect(await warned(asset, { [FONT]: file }, [FONT])).toEqual([]);
  });

  it('an SVG file is read in the encoding that the edit says', async () => {
    const path = join(folder, 'drawing.svg');
    writeFileSync(path, Buffer.from(letters('\xce\xd2'), 'latin1'));
    const asset = { type: 'image', src: DRAWING, encoding: 'gbk' } as const;
    expect(await warned(asset, { [DRAWING]: path })).toEqual([
      expect.stringContaining('the character "\u6211"'),
    ]);
  });
});
