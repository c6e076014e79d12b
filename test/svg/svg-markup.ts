import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { findFontFile } from '../../src/render/fonts/font-files.ts';

/** Wraps the content of a drawing of 100 x 100 pixels. */
export const svg = (inner: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100" viewBox="0 0 100 100"${attributes}>${inner}</svg>`;
export const RED = '<rect x="20" y="20" width="60" height="60" fill="red"/>';
export const BLOCK = '<rect x="20" y="20" width="60" height="60"';
export const LINE = '<path d="M20 80L50 20L80 80" fill="none" stroke="#08c" stroke-width="4"';
export const styled = (css: string, inner = RED): string => svg(`<style>${css}</style>${inner}`);
export const text = (words: string, attributes = ''): string =>
  `<text x="10" y="60" font-family="Open Sans" font-size="28" ${attributes}>${words}</text>`;
export const filter = (steps: string, extra = ''): string =>
  svg(`<filter id="f" ${extra}>${steps}</filter>${BLOCK} fill="#c40" filter="url(#f)"/>`);
export const marker = (extra: string, inner = '<path d="M0 0L10 5L0 10z"/>'): string =>
  `<marker id="m" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="6" markerHeight="6" ${extra}>${inner}</marker>`;

/** A picture of four colours. */
const picture = sharp(Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]), {
  raw: { width: 2, height: 2, channels: 3 },
});
const encode = async (format: 'png' | 'jpeg' | 'webp'): Promise<string> =>
  `data:image/${format};base64,${(await picture.clone().toFormat(format).toBuffer()).toString('base64')}`;
export const [PNG, JPEG, WEBP] = await Promise.all([encode('png'), encode('jpeg'), encode('webp')]);
export const FONT = readFileSync(findFontFile('Permanent Marker', 400)?.path ?? '').toString('base64');
/** A JPEG that is turned by its EXIF data. */
export const EXIF = `data:image/jpeg;base64,${(await picture.clone().resize(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()).toString('base64')}`;
export const GRADIENT =
  '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>';
