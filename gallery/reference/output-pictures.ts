import { ASPECT_RATIOS, RESOLUTIONS } from '../../src/edit/schema/values.ts';
import { clip, type ClipJson, editOf, picture, SIZE } from '../edits.ts';
import { FOOTAGE } from '../footage.ts';
import { type FieldPicture, type FieldTile, FILM } from './example.ts';

const SECONDS = 4;

/** A film that shows the second: a ball that rolls along a ruler. */
const RULER: readonly ClipJson[] = [
  picture('night', SECONDS),
  clip(
    { type: 'shape', shape: 'rectangle', rectangle: { width: 600, height: 4 }, fill: { color: '#ffffff' } },
    SECONDS,
    { offset: { y: -0.16 } },
  ),
  ...Array.from({ length: SECONDS + 1 }, (_, second) => {
    const font = { family: 'Montserrat', size: 44, weight: 700, color: '#ffffff' };
    return clip({ type: 'text', text: `${second} s`, font }, SECONDS, {
      offset: { x: placeOf(second), y: -0.28 },
    });
  }),
  ball('#f5b544', 40),
];

/** A drawing that is only sharp with many pixels. */
const RAYS = clip({ type: 'svg', src: drawRays() }, 0.2, { fit: 'cover' });

const captions = { type: 'caption', src: 'talk.srt', font: { size: 30 } };

/** The pictures of the fields of outputs, by the name of their object and their own. */
export const OUTPUT_PICTURES: Readonly<Record<string, FieldPicture>> = {
  'Output.format': {
    tiles: [
      laidOver('mp4', 'mp4', false),
      laidOver('mov (prores422)', 'mov', false),
      laidOver('webm (vp9)', 'webm', true),
      laidOver('gif', 'gif', true),
      laidOver('jpg', 'jpg', false),
      laidOver('png', 'png', true),
    ],
  },
  'Output.codec': {
    tiles: [
      laidOver('prores422', 'mov', false, { codec: 'prores422' }),
      laidOver('prores4444', 'mov', true, { codec: 'prores4444' }),
      laidOver('vp9', 'webm', true, { codec: 'vp9' }),
      laidOver('av1', 'webm', false, { codec: 'av1' }),
    ],
  },
  'Output.resolution': {
    tiles: RESOLUTIONS.map((resolution) => ({
      ...enlarged(filmOf([RAYS], { size: undefined, resolution }), filmName('png'), 16, [0.5, 0.5]),
      caption: `${resolution}, 16 times enlarged`,
    })),
  },
  'Output.aspectRatio': {
    tiles: ASPECT_RATIOS.map((aspectRatio) => ({
      film: filmOf([picture('coast', 1)], { size: undefined, resolution: 'sd', aspectRatio }),
      edit: shown(filmName('png'), { fit: 'contain' }),
      at: 0,
      caption: aspectRatio,
    })),
  },
  'ClipPlace.fit': placedUpright('fit', 'contain'),
  'ClipPlace.scale': placedUpright('scale', 0.9),
  'ClipPlace.width': placedUpright('width', '90vw'),
  'ClipPlace.height': placedUpright('height', '80vh'),
  'ClipPlace.position': placedUpright('position', 'bottom'),
  'ClipPlace.opacity': placedUpright('opacity', 0.3),
  'Size.width': sized([160, 320, 640].map((width) => ({ width, height: 240 }))),
  'Size.height': sized([90, 200, 360].map((height) => ({ width: 400, height }))),
  'Output.fps': {
    tiles: [12, 25, 60].map((fps) => ({
      edit: { ...editOf([ball('#ffffff', 14, 0.5)]), output: { format: 'mp4', size: SIZE, fps } },
      // A frame is found by its middle. Its start can be rounded to the frame before it.
      at: 0.5 / fps,
      caption: `${fps}: all frames of half a second`,
      trail: Array.from({ length: Math.floor(fps / 2) - 1 }, (_, index) => (index + 1.5) / fps),
    })),
  },
  'Output.scaleTo': {
    tiles: [undefined, 'mobile', 'preview'].map((scaleTo) => ({
      ...enlarged(
        filmOf([RAYS], { size: undefined, resolution: 'hd', scaleTo }),
        filmName('png'),
        16,
        [0.5, 0.5],
      ),
      caption: `${scaleTo ?? 'not set (hd)'}, 16 times enlarged`,
    })),
  },
  'Output.images': {
    tiles: ['png', 'jpg'].map((images) => ({
      ...enlarged(
        filmOf([RAYS], { format: 'zip', images }),
        `${FILM}/frame-00000.${images}`,
        16,
        [0.5, 0.55],
      ),
      caption: `${images}, 16 times enlarged`,
    })),
  },
  'Output.quality': {
    tiles: ['verylow', 'medium', 'veryhigh'].map((quality) => ({
      ...enlarged(
        filmOf([picture('coast', 1, { effect: 'zoomInFast' })], { format: 'mp4', quality }),
        filmName('mp4'),
        4,
        [0.3, 0.6],
      ),
      at: 0.8,
      caption: `${quality}, enlarged`,
    })),
  },
  'Output.repeat': {
    tiles: [true, false].map((repeat) => ({
      film: filmOf([clip({ type: 'video', src: FOOTAGE.balloon, speed: 2 }, 1)], {
        format: 'gif',
        fps: 12,
        repeat,
      }),
      edit: editOf([clip({ type: 'image', src: filmName('gif') }, 4)]),
      at: 2.4,
      caption: `${repeat}, 1.40 s after the end`,
    })),
  },
  'Range.start': {
    tiles: [0, 1, 2.5].map((start) => ({
      film: filmOf(RULER, { format: 'mp4', range: { start } }),
      edit: played(),
      at: 0,
      caption: `${start}: the first frame`,
    })),
  },
  'Range.length': {
    tiles: [undefined, 1, 2.5].map((length) => ({
      film: filmOf(RULER, { format: 'mp4', range: { start: 0.5, ...(length && { length }) } }),
      edit: played(),
      at: (length ?? 3.5) - 0.04,
      caption: `${length ?? 'not set'}, from 0.5: the last frame`,
    })),
  },
  'Poster.capture': {
    tiles: [0, 1, 3].map((capture) => ({
      film: filmOf(RULER, { format: 'mp4', poster: { capture } }),
      edit: shown(`${FILM}-poster.jpg`),
      at: 0,
      caption: String(capture),
    })),
  },
  'Thumbnail.capture': {
    tiles: [0, 1, 3].map((capture) => ({
      film: filmOf(RULER, { format: 'mp4', thumbnail: { capture, scale: 0.5 } }),
      edit: shown(`${FILM}-thumb.jpg`),
      at: 0,
      caption: `${capture}, with a scale of 0.5`,
    })),
  },
  'Thumbnail.scale': {
    tiles: [0.25, 0.5, 1].map((scale) => ({
      film: filmOf(RULER, { format: 'mp4', thumbnail: { capture: 1, scale } }),
      edit: shown(`${FILM}-thumb.jpg`),
      at: 0,
      caption: String(scale),
    })),
  },
  'CaptionFile.burn': {
    tiles: [true, false].map((burn) => ({
      film: filmOf([picture('coast', SECONDS), clip(captions, SECONDS)], {
        format: 'mp4',
        captions: { format: 'srt', burn },
      }),
      edit: played(),
      at: 2.4,
      caption: `${burn}: a frame of the video`,
    })),
  },
};

function filmName(format: string): string {
  return `${FILM}.${format}`;
}

/** Returns an edit to render first. Its output is a png of 640x360 pixels unless it says otherwise. */
function filmOf(clips: readonly ClipJson[], output: object, timeline: object = {}): object {
  const edit = editOf(clips, undefined, timeline);
  const all: Record<string, unknown> = { format: 'png', size: SIZE, ...output };
  return {
    ...edit,
    output: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
  };
}

/** Shows a film of a star that is laid over a picture. @param isClear true if the film has no background. */
function laidOver(name: string, format: string, isClear: boolean, output: object = {}): FieldTile {
  const type = ['gif', 'jpg', 'png'].includes(format) ? 'image' : 'video';
  return {
    film: filmOf([star()], { format, ...output }, isClear ? { background: 'transparent' } : {}),
    edit: editOf([picture('coast', 1), clip({ type, src: filmName(format) }, 1, { scale: 0.7 })]),
    at: 0,
    caption: `${name}, ${isClear ? 'background: transparent' : 'always opaque'}`,
  };
}

/** Returns an edit that shows the film as a video. */
function played(): object {
  return editOf([clip({ type: 'video', src: filmName('mp4') }, SECONDS)]);
}

/** Returns an edit that shows a picture in its own size. */
function shown(src: string, more: ClipJson = { fit: 'none', position: 'topLeft' }): object {
  return editOf([clip({ type: 'image', src }, 1, more)], undefined, { background: '#1a2132' });
}

/** Shows a film around a point of it, which is given in fractions of its width and height. */
function enlarged(film: object, src: string, scale: number, [x, y]: readonly [number, number]): FieldTile {
  const type = src.endsWith('.mp4') ? 'video' : 'image';
  const offset = { x: (0.5 - x) * scale, y: (y - 0.5) * scale };
  return { film, edit: editOf([clip({ type, src }, 1, { fit: 'contain', scale, offset })]), at: 0 };
}

/** Shows outputs of several sizes, all enlarged or reduced alike. */
function sized(sizes: readonly { readonly width: number; readonly height: number }[]): FieldPicture {
  return {
    tiles: sizes.map((size) => ({
      film: filmOf([picture('coast', 1)], { size }),
      edit: shown(filmName('png')),
      at: 0,
      caption: `${size.width}x${size.height} pixels`,
    })),
  };
}

/** Shows one edit in 16:9 and in 9:16, where a field of its clip has a value of its own. */
function placedUpright(field: string, value: string | number): FieldPicture {
  const box = { width: '45vw', height: '60vh', position: 'topRight', shapes: { '9:16': { [field]: value } } };
  return {
    tiles: [SIZE, { width: SIZE.height, height: SIZE.width }].map((size, index) => ({
      film: filmOf([picture('coast', 1, box)], { size }, { background: '#3a4763' }),
      edit: shown(filmName('png'), { fit: 'contain' }),
      at: 0,
      caption: index === 0 ? '16:9, without a place of its own' : `9:16: ${field} is ${value}`,
    })),
  };
}

/** Returns a ball that rolls from the left to the right. @param length in seconds. */
function ball(color: string, radius: number, length = SECONDS): ClipJson {
  const x = [{ from: placeOf(0), to: placeOf(SECONDS), start: 0, length }];
  const asset = { type: 'shape', shape: 'circle', circle: { radius }, fill: { color } };
  return clip(asset, length, { offset: { x, y: -0.04 } });
}

/** Returns the offset of a second on the ruler. */
function placeOf(second: number): number {
  return (second / SECONDS - 0.5) * 0.8;
}

function star(): ClipJson {
  const path = 'M12 2l3 7h7l-5.5 4.5 2 7.500-6.500-4.500-6.500 4.500 2-7.500L2 9h7z';
  const src = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}" fill="#f5b544" /></svg>`;
  return clip({ type: 'svg', src }, 0.2);
}

function drawRays(): string {
  const wedges = Array.from({ length: 30 }, (_, index) => {
    const [from, to] = [index, index + 0.5].map((turn) => (turn / 30) * 2 * Math.PI);
    const corner = (angle = 0): string => `${320 + 400 * Math.cos(angle)} ${180 + 400 * Math.sin(angle)}`;
    return `M320 180L${corner(from)}L${corner(to)}z`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><rect width="640" height="360" fill="#fff4d6"/><path d="${wedges.join('')}" fill="#23356f"/><circle cx="320" cy="180" r="3" fill="#f2542d"/></svg>`;
}
