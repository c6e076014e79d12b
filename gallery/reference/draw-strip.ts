import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas';

/** In pixels. */
const TILE = { width: 320, height: 180 };
const GAP = 10;
const CAPTION = 30;
const ACROSS = 3;
const COLOURS = { back: '#10141f', ink: '#f2f4f8' };

/** Draws frames side by side, at most three in a row (four if there are four), each with its caption. */
export function drawStrip(
  frames: readonly { readonly image: Image | Canvas; readonly caption: string }[],
): Canvas {
  const across = frames.length === 4 ? 2 : Math.min(ACROSS, frames.length);
  const rows = Math.ceil(frames.length / across);
  const canvas = createCanvas(across * (TILE.width + GAP) + GAP, rows * (TILE.height + CAPTION + GAP) + GAP);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = COLOURS.back;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.font = '16px "Gallery Plain"';
  for (const [index, { image, caption }] of frames.entries()) {
    const x = GAP + (index % across) * (TILE.width + GAP);
    const y = GAP + Math.floor(index / across) * (TILE.height + CAPTION + GAP);
    context.drawImage(image, x, y, TILE.width, TILE.height);
    context.fillStyle = COLOURS.ink;
    context.fillText(caption, x + 2, y + TILE.height + 21, TILE.width - 4);
  }
  return canvas;
}
