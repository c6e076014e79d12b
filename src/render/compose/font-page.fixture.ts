/**
 * A process that draws a page of texts in many scripts, in built-in fonts and a custom one. The process
 * prints a hash of the page's pixels, and a second hash for a text that is drawn with the plain canvas API.
 * With the argument "decoy", the process first registers another font under the names of the built-in fonts.
 */
import { createHash } from 'node:crypto';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { planesOf } from '../av/video/video-frame.ts';
import { BUILT_IN_FONTS, createFontLibrary } from '../fonts/font-library.ts';
import { FONT_FILES } from '../fonts/font-files.fixture.ts';
import { openCustomFont } from '../fonts/custom-font.ts';
import type { DrawnAsset } from '../resolve/timeline.ts';
import { visualClip, timelineOf } from '../scene/visual-clip.fixture.ts';
import { Composer } from './composer.ts';

/** The output of the process. */
export interface FontPage {
  /** Hash of the page. */
  readonly page: string;
  /** Hash of the text that is drawn with the plain canvas API. */
  readonly naive: string;
  /** Number of font families of the machine. */
  readonly families: number;
}

const ALL =
  'Hamburg Größe\nЖизнь Ωμέγα\nمرحبا שלום\nनमस्ते สวัสดี\n我喜欢 東京です 안녕\n😀👨‍👩‍👧 ✓★ \u{13000}\ue000';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80"><text y="30" font-size="24">Hello Жизнь مرحبا</text>' +
  '<text y="70" font-family="DejaVu Sans, Liberation Sans, Roboto" font-size="24">Hello שלום</text></svg>';

const ASSETS: readonly DrawnAsset[] = [
  { type: 'text', text: ALL, font: { size: 36 }, alignment: { vertical: 'top' } },
  {
    type: 'text',
    text: ALL,
    font: { family: 'custom', size: 36, weight: 700 },
    alignment: { vertical: 'bottom' },
  },
  { type: 'title', text: 'Tïtle Жизнь 我', style: 'future' },
  { type: 'svg', src: SVG },
];

const families = GlobalFonts.families.length;

if (process.argv[2] === 'decoy') {
  for (const name of ['Open Sans', 'OpenSans', 'Noto Sans', 'DejaVu Sans', 'Michroma', 'sans-serif'])
    GlobalFonts.registerFromPath(BUILT_IN_FONTS.findFace('Permanent Marker').path, name);
}

function hash(...data: readonly (Uint8Array | Uint8ClampedArray)[]): string {
  const sum = createHash('sha256');
  for (const each of data) sum.update(each);
  return sum.digest('hex');
}

function hashNaive(): string {
  const context = createCanvas(300, 60).getContext('2d');
  context.font = '40px "Open Sans", sans-serif';
  context.fillText('Hamburg', 0, 45);
  return hash(context.getImageData(0, 0, 300, 60).data);
}

const fonts = createFontLibrary([openCustomFont(FONT_FILES.variable, 'custom')]);
const clips = ASSETS.map((asset, index) =>
  visualClip({ visual: { kind: 'drawn', asset, length: 1 }, offset: { x: 0, y: index === 3 ? -0.1 : 0 } }),
);
using composer = new Composer(timelineOf(clips), true, fonts);
using frame = (await composer.composeFrame(0)).frame;
const { y, u, v } = planesOf(frame);
const rows = [y, u, v].flatMap((plane, index) => {
  const [width, height] = index === 0 ? [800, 600] : [400, 300];
  // Drops the padding of the rows.
  return Array.from({ length: height }, (_, row) =>
    plane.data.subarray(row * plane.stride, row * plane.stride + width),
  );
});
const result: FontPage = {
  page: hash(...rows),
  naive: hashNaive(),
  families,
};
process.stdout.write(JSON.stringify(result));
