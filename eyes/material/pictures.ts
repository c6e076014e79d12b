import sharp from 'sharp';
import type { Size } from '../edits.ts';
import { randomFrom } from './random.ts';

/**
 * Writes a zone plate: rings around the middle that become finer to the outside, up to a share of the finest
 * that pixels can show at the end of the longer side.
 */
export async function writeZonePlate(path: string, { width, height }: Size, finest = 0.45): Promise<void> {
  const data = new Uint8Array(width * height);
  const radius = Math.max(width, height) / 2;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const squared = (x + 0.5 - width / 2) ** 2 + (y + 0.5 - height / 2) ** 2;
      data[y * width + x] = Math.round(127.5 + 120 * Math.cos((Math.PI * finest * squared) / radius));
    }
  }
  await sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toFile(path);
}

/**
 * Writes a picture with the detail of a photograph: noise whose contrast falls with its fineness, as in
 * nature, over soft areas of colour, with thin dark twigs.
 */
export async function writePhotograph(path: string, { width, height }: Size, seed = 1): Promise<void> {
  const random = randomFrom(seed);
  const sum = new Float32Array(width * height * 3).fill(118);
  for (let [cell, contrast] = [1, 26]; cell <= 256; cell *= 2, contrast *= 1.12) {
    const [columns, rows] = [Math.ceil(width / cell) + 1, Math.ceil(height / cell) + 1];
    const noise = Uint8Array.from({ length: columns * rows * 3 }, () => 255 * random());
    const layer = await sharp(noise, { raw: { width: columns, height: rows, channels: 3 } })
      .resize(columns * cell, rows * cell, { kernel: 'cubic', fit: 'fill' })
      .extract({ left: 0, top: 0, width, height })
      .raw()
      .toBuffer();
    for (let at = 0; at < sum.length; at += 3) {
      const grey = ((layer[at] ?? 0) + (layer[at + 1] ?? 0) + (layer[at + 2] ?? 0)) / 3;
      for (let channel = 0; channel < 3; channel++) {
        const mixed = 0.9 * grey + 0.1 * (layer[at + channel] ?? 0);
        sum[at + channel]! += (contrast / 80) * (mixed - 127.5);
      }
    }
  }
  const data = Uint8Array.from(sum, (value) => Math.max(0, Math.min(255, value)));
  await sharp(data, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(drawTwigs({ width, height }, random)) }])
    .png()
    .toFile(path);
}

function drawTwigs({ width, height }: Size, random: () => number): string {
  const twigs = Array.from({ length: 60 }, () => {
    const [x, y] = [random() * width, random() * height];
    const [dx, dy] = [(random() - 0.5) * width * 0.4, (random() - 0.5) * height * 0.5];
    const bend = `${x + dx / 2 + 40 * random()} ${y + dy / 2}`;
    return `<path d="M${x} ${y}Q${bend} ${x + dx} ${y + dy}" stroke="${random() < 0.6 ? '#15110d' : '#e8dfcf'}" stroke-width="${0.7 + 2 * random()}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">${twigs.join('')}</svg>`;
}

/** Writes thin lines of one and two pixels: upright, level, steep, flat and in fans. */
export async function writeHairlines(path: string, { width, height }: Size): Promise<void> {
  const lines: string[] = [];
  const line = (x1: number, y1: number, x2: number, y2: number, thick = 1, colour = '#000000') =>
    lines.push(`<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${colour}" stroke-width="${thick}" fill="none"/>`);
  for (let x = 8.5; x < width; x += 16) line(x, 0, x, height / 3, x % 48 < 16 ? 2 : 1);
  for (let y = height / 3 + 6.5; y < (2 * height) / 3; y += 12) line(0, y, width, y + height / 40);
  for (let x = 0; x < width; x += width / 12) {
    for (let ray = -3; ray <= 3; ray++)
      line(x, height, x + (ray * width) / 60, (2 * height) / 3, 1, ray % 2 === 0 ? '#000000' : '#c1121f');
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#ffffff"/>${lines.join('')}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(path);
}

/** Writes a drawing of SVG elements as a PNG. */
export async function writeDrawing(path: string, { width, height }: Size, inner: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(path);
}
