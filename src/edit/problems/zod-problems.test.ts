import { expect, it } from 'vitest';
import { parseEdit } from '../index.ts';

const ASSET = { type: 'image', src: 'https://example.com/a.png' };
const FAR = 'motion.path must be a path whose numbers and places are from -1000000 to 1000000.';
const BOX = 'motion.viewBox must be four numbers: left, top, width and height, such as [0, 0, 1920, 1080]';

it.each<[object, string]>([
  [{ transition: { in: { name: 'glitch', seed: 1e20 } } }, 'transition.in.seed must be 1000000 or less, not'],
  [{ transition: { in: { name: 'glitch', seed: -1e20 } } }, 'transition.in.seed must be 0 or more, not'],
  [{ motion: { path: 'M 0 0 H 5', viewBox: '0 0 10 10' } }, `${BOX}, not "0 0 10 10".`],
  [{ motion: { path: 'M 0 0 H 5', viewBox: [0, 0, 0] } }, `${BOX}.`],
  [{ motion: { path: 'M 0 0 A 1e200 1e200 0 0 1 5 5' } }, FAR],
  [{ motion: { path: 'M 0 0 L 1e308 1e308' } }, FAR],
  [{ motion: { path: 'M 0 0 l 9e5 0 l 9e5 0' } }, FAR],
  [{ corners: [1, 2, 3] }, 'corners must be four radii clockwise from the top left, such as [24, 24, 0, 0].'],
  [{ shadow: {} }, 'shadow must be a list of shadows, such as [{"offsetY": 8, "blur": 20}], not an object.'],
  [
    { scale: [{ length: 1, interpolation: 'bezier', easing: [0, 1, 2] }] },
    'scale[0].easing must be four numbers, of which the first and the third are 0 to 1.',
  ],
  [
    { asset: { type: 'qr', text: 'x'.repeat(3000) } },
    'asset.text is too long. A QR code holds at most 2953 bytes (UTF-8) with the error correction "low", 2331 with "medium",',
  ],
])('%j has one problem, which names the form', (fields, message) => {
  const clip = { asset: ASSET, start: 0, length: 2, ...fields };
  const output = { format: 'mp4', resolution: 'sd' };
  const result = parseEdit({ timeline: { tracks: [{ clips: [clip] }] }, output });
  const messages = result.ok ? [] : result.problems.map((problem) => problem.message);
  expect(messages).toEqual([expect.stringContaining(message)]);
});
