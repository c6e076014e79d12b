import { BLEND_MODES } from '../src/base/vocabulary/blend-modes.ts';
import { clip, type ClipJson, editOf, picture } from './edits.ts';
import type { Sheet } from './sheet.ts';

/** The length of all clips in seconds. */
const LENGTH = 2;

const SHADOW = { offsetX: 8, offsetY: 10, blur: 24, opacity: 0.7 };
const LETTERS = { type: 'text', text: 'Coast', font: { size: 110, weight: 800, color: '#ffd166' } };

/** The fields of a clip, and what it shows if not the coast. */
const RIMS: readonly (readonly [name: string, more: ClipJson, asset?: object])[] = [
  ['without', {}],
  ['corners: 48', { corners: 48 }],
  ['corners: [90, 0, 90, 0]', { corners: [90, 0, 90, 0] }],
  ['border, inside', { corners: 48, border: { width: 10, color: '#ffffff' } }],
  [
    'border, center',
    { corners: 48, border: { width: 24, color: '#ef476f', opacity: 0.6, position: 'center' } },
  ],
  ['shadow', { corners: 48, shadow: [SHADOW] }],
  [
    'several shadows',
    {
      shadow: [
        { offsetX: 8, offsetY: 8, color: '#ef476f', opacity: 1 },
        { offsetX: 16, offsetY: 16, color: '#118ab2', opacity: 1 },
      ],
    },
  ],
  [
    'all, turned',
    { corners: 48, border: { width: 8 }, shadow: [SHADOW], transform: { rotate: { angle: -8 } } },
  ],
  ['shadow of a text', { shadow: [SHADOW] }, LETTERS],
];

/** Returns the sheet of corners, borders and shadows. */
export function rimSheet(): Sheet {
  return {
    file: 'rims',
    heading: 'Corners, border and shadow',
    text: 'The same clip without and with `corners`, `border` and `shadow`.',
    across: 3,
    rows: RIMS.map(([name, more, asset]) => {
      const placed = { width: 420, height: 240, ...more };
      const shown = asset ? clip(asset, LENGTH, placed) : picture('coast', LENGTH, placed);
      return { name, tiles: [{ edit: editOf([shown], undefined, { background: '#d8dee6' }), at: 0 }] };
    }),
  };
}

/** Returns the sheet of the ways in which a clip is mixed with what is below it. */
export function blendSheet(): Sheet {
  return {
    file: 'blends',
    heading: 'Blend',
    text: 'A picture of the night over one of the coast with each `blend`.',
    across: 3,
    rows: BLEND_MODES.map((blend) => {
      const above = picture('night', LENGTH, { blend, width: 440, height: 260, corners: 24 });
      return { name: blend, tiles: [{ edit: editOf([picture('coast', LENGTH), above]), at: 0 }] };
    }),
  };
}
