import sharp from 'sharp';
import { expect, it } from 'vitest';
import { renderFrame } from '../media/render-frame.ts';

const SMALL = { width: 1280, height: 720 };
const LARGE = { width: 1920, height: 1080 };

const CLIPS = [
  {
    asset: {
      type: 'text',
      text: 'A text that wraps in its box',
      width: '40vw',
      height: '22vh',
      font: { size: '6.1vmin', family: 'Montserrat', weight: 700 },
      background: { color: '#203060', padding: '1vmin', borderRadius: '2vmin' },
      stroke: { color: '#ff0000', width: '0.3vmin' },
    },
    position: 'topLeft',
    width: '40vw',
    height: '22vh',
  },
  {
    asset: {
      type: 'rich-text',
      text: 'Rich text with a shadow',
      padding: { left: '3vw', top: '1vh' },
      font: { size: '7vmin', color: '#ffffff', stroke: { width: '0.4vmin', color: '#004488' } },
      style: { letterSpacing: '0.5vmin', wordSpacing: '1vmin' },
      shadow: { offsetX: '0.6vmin', offsetY: '0.6vmin', blur: '0.5vmin' },
      background: { color: '#ffaa00', borderRadius: '3vmin' },
      border: { width: '0.8vmin', color: '#00ff88', radius: '3vmin' },
    },
    position: 'topRight',
    width: '45vw',
    height: '30vh',
  },
  {
    asset: {
      type: 'shape',
      shape: 'rectangle',
      fill: { color: '#00aacc' },
      rectangle: { width: '20vw', height: '15vh', cornerRadius: '2vmin' },
      stroke: { color: '#ffffff', width: '0.7vmin' },
    },
    position: 'bottomLeft',
    width: '24vw',
    height: '20vh',
    offset: { x: 0.05, y: 0.05 },
  },
  { asset: { type: 'shape', shape: 'circle', circle: { radius: '8.3vmin' } } },
];

async function drawAt(size: { width: number; height: number }): Promise<Buffer> {
  const tracks = CLIPS.map((clip) => ({ clips: [{ ...clip, start: 0, length: 1 }] }));
  const timeline = { background: '#808080', tracks };
  return (await renderFrame({ timeline, output: { format: 'png', size } })).pixels;
}

it('an edit with relative lengths gives the same picture at another size', async () => {
  const small = await drawAt(SMALL);
  const large = await sharp(await drawAt(LARGE), { raw: { ...LARGE, channels: 3 } })
    .resize({ ...SMALL, kernel: 'cubic' })
    .raw()
    .toBuffer();
  const distances = small.map((value, at) => Math.abs(value - (large[at] ?? NaN)));
  // Letters that move by a pixel, or lines that break elsewhere, give many times as much.
  expect(distances.reduce((sum, distance) => sum + distance, 0) / distances.length).toBeLessThan(0.8);
});
