import { FILTERS, FITS, POSITIONS } from '../src/edit/schema/values.ts';
import { clip, type ClipJson, editOf, picture } from './edits.ts';
import { filterSheet } from './filter-sheet.ts';
import { blendSheet, rimSheet } from './shape-sheets.ts';
import { FOOTAGE } from './footage.ts';
import { SCENERY } from './scenery.ts';
import type { Row, Sheet } from './sheet.ts';

/** Returns the sheets about the placement and the look of clips. */
export function appearanceSheets(): Sheet[] {
  return [
    placement(),
    relativeLengths(),
    filters(),
    filterSheet(),
    rimSheet(),
    blendSheet(),
    chromaKey(),
    lumaMattes(),
  ];
}

const BACKGROUND = { background: '#1a2132' };

function placementRow(name: string, clips: readonly ClipJson[]): Row {
  return { name, tiles: [{ edit: editOf(clips, undefined, BACKGROUND), at: 0 }] };
}

function placement(): Sheet {
  const framed = { width: 300, height: 300 };
  const box = clip(
    {
      type: 'shape',
      shape: 'rectangle',
      rectangle: framed,
      fill: { opacity: 0 },
      stroke: { color: '#ffd166', width: 4 },
    },
    1,
  );
  const coast = (more: ClipJson): ClipJson => picture('coast', 1, more);
  return {
    file: 'placement',
    heading: 'Placement',
    text: 'The four fits in a box of 300x300 pixels (with its edge drawn here), positions and transforms.',
    across: 4,
    rows: [
      ...FITS.map((fit) => placementRow(`fit: ${fit}`, [coast({ ...framed, fit }), box])),
      placementRow(
        'position',
        POSITIONS.map((position) => coast({ position, scale: 0.3 })),
      ),
      placementRow('scale, offset', [
        picture('night', 1),
        coast({ scale: 0.4, position: 'bottomRight', offset: { x: -0.04, y: 0.07 } }),
      ]),
      placementRow('crop', [
        clip(
          { type: 'image', src: 'coast.png', crop: { left: 0.12, right: 0.6, top: 0.1, bottom: 0.05 } },
          1,
        ),
      ]),
      placementRow('opacity', [picture('night', 1), coast({ opacity: 0.5 })]),
      placementRow('rotate', [coast({ scale: 0.6, transform: { rotate: { angle: 20 } } })]),
      placementRow('skew', [coast({ scale: 0.6, transform: { skew: { x: 0.4 } } })]),
      placementRow('flip', [coast({ scale: 0.8, transform: { flip: { horizontal: true } } })]),
      placementRow('all of it', [
        coast({
          scale: 0.5,
          offset: { x: 0.1, y: 0.05 },
          transform: { rotate: { angle: -15 }, skew: { x: 0.3, y: 0.1 }, flip: { horizontal: true } },
        }),
      ]),
    ],
  };
}

/** The shapes of an output at 360 pixels. */
const SHAPES = [
  { width: 640, height: 360 },
  { width: 360, height: 640 },
  { width: 360, height: 360 },
];

function relativeLengths(): Sheet {
  const label = {
    type: 'rich-text',
    text: 'One edit',
    padding: '2vmin',
    font: { family: 'Montserrat', size: '11vmin', weight: 700, color: '#ffffff' },
    background: { color: '#101828', opacity: 0.8, borderRadius: '3vmin' },
    border: { color: '#ffd166', width: '0.8vmin', radius: '3vmin' },
  };
  const badge = { type: 'shape', shape: 'circle', circle: { radius: '7vmin' }, fill: { color: '#ef476f' } };
  const clips = [
    picture('coast', 1),
    clip(label, 1, { width: '80vw', height: '30vh', position: 'bottom', offset: { y: 0.05 } }),
    clip(badge, 1, {
      width: '16vmin',
      height: '16vmin',
      position: 'topRight',
      offset: { x: -0.03, y: -0.03 },
    }),
  ];
  return {
    file: 'relative-lengths',
    heading: 'Relative lengths',
    text: 'One edit at three shapes: boxes in `vw` and `vh`, letters, borders and the circle in `vmin`.',
    across: 3,
    rows: SHAPES.map((size) => ({
      name: `${size.width}x${size.height}`,
      tiles: [{ edit: editOf(clips, size), at: 0 }],
    })),
  };
}

function filters(): Sheet {
  return {
    file: 'filters',
    heading: 'Filters',
    text: 'The `filter` of a clip works on every kind of asset.',
    across: 3,
    rows: FILTERS.map((filter) => ({
      name: filter,
      tiles: [{ edit: editOf([picture('coast', 1, { filter })]), at: 0 }],
    })),
  };
}

function chromaKey(): Sheet {
  const balloon = (more: object = {}): ClipJson => clip({ type: 'video', src: FOOTAGE.balloon, ...more }, 2);
  const key = { chromaKey: { color: '#00b140', threshold: 60, halo: 80 } };
  const tile = (name: string, clips: readonly ClipJson[], at: number): Row => ({
    name,
    tiles: [{ edit: editOf(clips), at }],
  });
  return {
    file: 'chroma-key',
    heading: 'Chroma key',
    text: 'A colour becomes transparent, and its reflection on the rest is removed: `threshold` 60, `halo` 80.',
    across: 3,
    rows: [
      tile('the video', [balloon()], 0.6),
      tile('keyed', [picture('coast', 2), balloon(key)], 0.6),
      tile('keyed, a second later', [picture('dawn', 2), balloon(key)], 1.6),
    ],
  };
}

function lumaMattes(): Sheet {
  const times = [0.2, 0.36, 0.52, 0.68, 0.84, 1.2];
  const row = (name: string, note: string, edit: object): Row => ({
    name,
    note,
    tiles: times.map((at) => ({ edit, at })),
  });
  const coast = { asset: { type: 'image', src: SCENERY.coast }, start: 0, length: 3 };
  const matte = (src: string): ClipJson => ({ asset: { type: 'luma', src }, start: 0.1, length: 0.96 });
  const over = (track: readonly ClipJson[]): object => ({
    timeline: { tracks: [{ clips: [picture('night', 3)] }, { clips: track }] },
    output: { format: 'mp4', size: { width: 640, height: 360 }, fps: 25 },
  });
  const late = { ...coast, start: 0.1, length: 2.9 };
  const still = { asset: { type: 'luma', src: SCENERY.ink }, start: 0, length: 3 };
  return {
    file: 'luma-mattes',
    heading: 'Luma mattes',
    text: 'The light of a video or picture decides where the clips of its track are visible.',
    columns: [{ heading: 'luma', captions: times.map((time) => `${time} s`) }],
    rows: [
      row('iris', 'a video', over([late, matte(FOOTAGE.iris)])),
      row('stripes', 'a video', over([late, matte(FOOTAGE.sweep)])),
      row('ink', 'a picture', over([{ ...coast, effect: 'zoomInFast' }, still])),
    ],
  };
}
