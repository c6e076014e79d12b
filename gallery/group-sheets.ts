import { clip, type ClipJson, editOf, picture, SIZE } from './edits.ts';
import { FOOTAGE } from './footage.ts';
import type { Row, Sheet } from './sheet.ts';

const LENGTH = 3;
const TIMES = [0.2, 0.4, 1.2, 2.6, 2.84];

/** A bar, a picture and two texts. */
const LOWER_THIRD: readonly ClipJson[] = [
  bottomLeft(
    { type: 'shape', shape: 'rectangle', rectangle: { width: 300, height: 80 }, fill: { color: '#14213d' } },
    { width: 300, height: 80, offset: { x: 0.06, y: 0.1 } },
  ),
  bottomLeft({ type: 'image', src: 'dawn.png' }, { width: 80, height: 80, offset: { x: 0.06, y: 0.1 } }),
  bottomLeft(text('Ada Lovelace', 26, '#ffffff'), { width: 210, height: 40, offset: { x: 0.195, y: 0.19 } }),
  bottomLeft(text('Mathematician', 17, '#fca311'), { width: 210, height: 26, offset: { x: 0.195, y: 0.12 } }),
];

/** A video with a frame and a line of text, as large as the picture. */
const FILM: readonly ClipJson[] = [
  clip(
    { type: 'video', src: FOOTAGE.balloon, chromaKey: { color: '#00b140', threshold: 60, halo: 80 } },
    LENGTH,
  ),
  clip(
    {
      type: 'shape',
      shape: 'rectangle',
      rectangle: { width: 632, height: 352 },
      fill: { opacity: 0 },
      stroke: { color: '#ffd166', width: 8 },
    },
    LENGTH,
  ),
  clip(text('A balloon', 60, '#ffffff', 'center'), LENGTH, { height: 90, position: 'bottom' }),
];

/** Returns the sheet of groups. */
export function groupSheets(): Sheet[] {
  return [
    {
      file: 'groups',
      heading: 'Groups',
      text: 'The clips of an asset of the type `group` are placed, scaled, turned and faded together.',
      columns: [{ heading: 'group', captions: TIMES.map((time) => `${time} s`) }],
      rows: [
        row('fade', 'nothing shows through', LOWER_THIRD, { transition: { in: 'fade', out: 'fade' } }),
        row('slideRight, slideLeft', 'a lower third', LOWER_THIRD, {
          transition: { in: 'slideRight', out: 'slideLeft' },
        }),
        row('scale, rotate', 'a video with a frame', [picture('night', LENGTH), ...FILM], {
          scale: [{ from: 0.3, to: 0.7, start: 0, length: LENGTH }],
          transform: { rotate: { angle: [{ from: -20, to: 10, start: 0, length: LENGTH }] } },
        }),
        row('zoomInFast, greyscale', 'a filter', [picture('night', LENGTH), ...LOWER_THIRD], {
          effect: 'zoomInFast',
          filter: 'greyscale',
          scale: 0.7,
        }),
        row(
          'a group in a group',
          'a canvas of 320x180',
          [picture('night', LENGTH), turned(FILM)],
          {},
          {
            width: 320,
            height: 180,
          },
        ),
      ],
    },
  ];
}

function text(content: string, size: number, color: string, horizontal = 'left'): object {
  const font = { family: 'Montserrat', size, weight: 700, color };
  return { type: 'rich-text', text: content, font, align: { horizontal } };
}

function bottomLeft(asset: object, more: ClipJson): ClipJson {
  return clip(asset, LENGTH, { position: 'bottomLeft', ...more });
}

/** Returns a group that is smaller than its canvas and turns. */
function turned(clips: readonly ClipJson[]): ClipJson {
  return clip(groupOf(clips, SIZE), LENGTH, {
    scale: 0.6,
    transform: { rotate: { angle: [{ from: 0, to: 90, start: 0, length: LENGTH }] } },
  });
}

function groupOf(clips: readonly ClipJson[], size: object): object {
  return { type: 'group', ...size, tracks: clips.map((each) => ({ clips: [each] })) };
}

function row(name: string, note: string, clips: readonly ClipJson[], more: ClipJson, size: object = {}): Row {
  const placed = 'width' in size ? { fit: 'none', position: 'left', offset: { x: 0.1 } } : {};
  const edit = editOf([picture('coast', LENGTH), clip(groupOf(clips, size), LENGTH, { ...placed, ...more })]);
  return { name, note, tiles: TIMES.map((at) => ({ edit, at })) };
}
