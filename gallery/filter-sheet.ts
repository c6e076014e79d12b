import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { editOf, picture } from './edits.ts';
import type { Sheet } from './sheet.ts';

/** File name of the lookup table. */
const LOOK = 'teal-and-orange.cube';

/** Filters with values that show what each does. */
const FILTERS: readonly { readonly type: string; readonly [field: string]: unknown }[] = [
  { type: 'exposure', value: 1 },
  { type: 'contrast', value: 1.5 },
  { type: 'saturation', value: 1.8 },
  { type: 'vibrance', value: 1 },
  { type: 'temperature', value: 0.7 },
  { type: 'tint', value: 0.6 },
  { type: 'hue', value: 60 },
  {
    type: 'curves',
    rgb: [
      [0, 0.12],
      [0.5, 0.52],
      [1, 0.92],
    ],
  },
  { type: 'levels', black: 0.15, white: 0.8, gamma: 1.2 },
  { type: 'shadows', value: 1 },
  { type: 'highlights', value: -1 },
  { type: 'lut', src: LOOK },
  { type: 'vignette', amount: 0.8 },
  { type: 'blur', radius: 8 },
  { type: 'directionalBlur', length: 40, angle: 20 },
  { type: 'sharpen', amount: 2 },
  { type: 'grain', amount: 0.6, size: 2 },
  { type: 'pixelate', size: 16 },
  { type: 'glow', amount: 1 },
  { type: 'chromaticAberration', value: 8 },
  { type: 'edges' },
  { type: 'duotone', dark: '#1b1464', light: '#ffd166' },
  { type: 'posterize', value: 4 },
  { type: 'invert' },
];

/** Filters that change a part of the picture. */
const IN_PART: typeof FILTERS = [
  { type: 'pixelate', size: 16, region: { x: 0.05, y: 0.35, width: 0.4, height: 0.5 } },
  {
    type: 'blur',
    radius: 10,
    region: { shape: 'ellipse', x: 0.5, y: 0.4, width: 0.45, height: 0.5, feather: 60 },
  },
];

/** Writes the lookup table of the sheet: cold shadows and warm lights. */
export async function makeLook(folder: string): Promise<void> {
  const side = 17;
  const lines = Array.from({ length: side ** 3 }, (_, at) => {
    const colour = [at, at / side, at / side ** 2].map((step) => (Math.floor(step) % side) / (side - 1));
    const luma = colour.reduce((sum, value) => sum + value / 3, 0);
    const pull = [0.25, 0.02, -0.25].map((share) => share * (luma - 0.45));
    return colour.map((value, channel) => (value + (pull[channel] ?? 0)).toFixed(4)).join(' ');
  });
  await writeFile(join(folder, LOOK), [`LUT_3D_SIZE ${side}`, ...lines].join('\n'));
}

/** Returns the sheet with the same picture without and with each filter. */
export function filterSheet(): Sheet {
  return {
    file: 'filter-values',
    heading: 'Filters with values',
    text: 'The same picture without and with each of `filters`.',
    across: 3,
    rows: [
      { name: 'without', tiles: [{ edit: editOf([picture('coast', 1)]), at: 0 }] },
      ...FILTERS.map((filter) => ({
        name: filter.type,
        tiles: [{ edit: editOf([picture('coast', 1, { filters: [filter] })]), at: 0 }],
      })),
      ...IN_PART.map((filter) => ({
        name: `${filter.type} in a region`,
        tiles: [{ edit: editOf([picture('coast', 1, { filters: [filter] })]), at: 0 }],
      })),
    ],
  };
}
