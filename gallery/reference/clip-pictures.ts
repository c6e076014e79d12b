import { SHAPED_TRANSITIONS } from '../../src/base/vocabulary/shaped-transitions.ts';
import { FITS, POSITIONS } from '../../src/edit/schema/values.ts';
import { clip, picture } from '../edits.ts';
import { FOOTAGE } from '../footage.ts';
import {
  Captioned,
  type FieldPicture,
  frameOf,
  fromGallery,
  over,
  pictured,
  play,
  show,
  vary,
} from './example.ts';

const BOX = { width: 300, height: 300 };
const half = pictured('coast', { scale: 0.5 });
const video = (more: object = {}) => ({
  clip: clip({ type: 'video', src: FOOTAGE.balloon, ...more }, 4),
  timeline: { background: '#1a2132' },
});
const tween = (more: object) => [{ from: 0.3, to: 1, start: 0.5, length: 2, ...more }];
const MOMENTS = [0.5, 1, 1.5, 2.5];

/** A small picture before another one, for transitions. */
const appearing = { ...pictured('coast'), under: [picture('night', 4)] };

/** The pictures of the fields of timelines, clips and media, by the name of their object and their own. */
export const CLIP_PICTURES: Readonly<Record<string, FieldPicture>> = {
  'Timeline.background': {
    tiles: ['#000000', '#1f5fbf', '#f5b544'].map((background) => ({
      caption: background,
      at: 0,
      edit: {
        timeline: { background, tracks: [{ clips: [picture('coast', 2, { scale: 0.6 })] }] },
        output: { format: 'mp4', size: { width: 640, height: 360 } },
      },
    })),
  },
  'Timeline.tracks': {
    tiles: [
      ['the circle on the last track', 1],
      ['the circle on the first track', 0],
    ].map(([caption, place]) => {
      const circle = clip(
        { type: 'shape', shape: 'circle', circle: { radius: 90 }, fill: { color: '#f5b544' } },
        2,
      );
      const square = picture('coast', 2, { scale: 0.5, offset: { x: 0.12, y: -0.1 } });
      const clips = place === 1 ? [square, circle] : [circle, square];
      return {
        caption: String(caption),
        at: 0,
        edit: {
          timeline: { background: '#1a2132', tracks: clips.map((one) => ({ clips: [one] })) },
          output: { format: 'mp4', size: { width: 640, height: 360 } },
        },
      };
    }),
  },
  'Clip.fit': vary({ ...pictured('coast', BOX), over: [frameOf(BOX)] }, 'fit', FITS),
  'Clip.scale': vary(pictured('coast'), 'scale', [0.3, 0.6, 1, 1.6]),
  'Clip.width': vary({ ...pictured('coast', { height: 300 }), over: [] }, 'width', [150, 300, 600]),
  'Clip.height': vary(pictured('coast', { width: 500 }), 'height', [100, 200, 340]),
  'Clip.position': vary(pictured('coast', { scale: 0.35 }), 'position', POSITIONS),
  'Clip.overlap': {
    tiles: [1.2, 1.5, 1.8].map((at) => ({
      caption: `${at.toFixed(2)} s, with an overlap of 1 s`,
      at,
      edit: {
        timeline: {
          tracks: [
            {
              clips: [
                picture('coast', 2, { transition: { out: 'fade' } }),
                picture('night', 2, { start: 'auto', overlap: 1, transition: { in: 'fade' } }),
              ],
            },
          ],
        },
        output: { format: 'mp4', size: { width: 640, height: 360 } },
      },
    })),
  },
  'Clip.effect': fromGallery('effects-zoom', 'effects-slide'),
  'EffectPart.name': fromGallery('effects-zoom', 'effects-slide'),
  'EffectPart.from': vary(
    { ...pictured('coast'), at: 0 },
    'effect',
    [0, 0.5, 1].map((from) => new Captioned(`${from}, at the start`, { name: 'zoomInFast', from })),
  ),
  'EffectPart.to': vary(
    { ...pictured('coast'), at: 3.96 },
    'effect',
    [0, 0.5, 1].map((to) => new Captioned(`${to}, at the end`, { name: 'zoomInFast', to })),
  ),
  'Clip.motion': fromGallery('movement'),
  'Clip.perspective': fromGallery('movement'),
  'Clip.motionBlur': fromGallery('movement'),
  'Clip.filter': fromGallery('filters'),
  'Clip.filters': fromGallery('filter-values'),
  'Clip.corners': fromGallery('rims'),
  'Clip.border': fromGallery('rims'),
  'Clip.shadow': fromGallery('rims'),
  'Clip.blend': fromGallery('blends'),
  'Clip.opacity': vary({ ...pictured('coast'), under: [picture('night', 4)] }, 'opacity', [0.2, 0.5, 0.8, 1]),
  'Offset.x': vary(half, 'offset.x', [-0.25, 0, 0.25]),
  'Offset.y': vary(half, 'offset.y', [-0.25, 0, 0.25]),
  'Transition.in': play(appearing, 'transition', { in: 'wipeRight' }, [0.2, 0.4, 0.7]),
  'Transition.out': play(appearing, 'transition', { out: 'slideLeft' }, [3.5, 3.7, 3.85]),
  'TransitionStep.name': fromGallery(
    ...['fade', 'reveal', 'wipe', 'slide', 'carousel', 'push', 'zoom', 'shuffle'].map(
      (name) => `transitions-${name}`,
    ),
  ),
  'TransitionStep.duration': vary(
    { ...appearing, at: 0.5 },
    'transition',
    [0.6, 1, 2].map(
      (duration) => new Captioned(`${duration}, after 0.50 s`, { in: { name: 'wipeRight', duration } }),
    ),
  ),
  'TransitionStep.easing': vary(
    { ...appearing, at: 0.6 },
    'transition',
    ['easeInCubic', 'linear', 'easeOutCubic'].map(
      (easing) => new Captioned(easing, { in: { name: 'wipeRight', duration: 1.4, easing } }),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(SHAPED_TRANSITIONS).flatMap(([name, directions]) => {
      const own = directions.length > 0 ? ['direction'] : [];
      return ['name', 'duration', 'easing', ...own].map((field) => [
        `${stepOf(name)}.${field}`,
        fromGallery(`shaped-${name}`),
      ]);
    }),
  ),
  ...Object.fromEntries(
    ['pattern', 'src', 'inverted', 'softness'].map((own) => [`LumaStep.${own}`, fromGallery('shaped-luma')]),
  ),
  ...Object.fromEntries(
    ['glitch', 'lightLeak', 'filmBurn'].flatMap((name) =>
      ['amount', 'seed'].map((own) => [`${stepOf(name)}.${own}`, fromGallery(`shaped-${name}`)]),
    ),
  ),
  'IrisStep.shape': fromGallery('shaped-iris'),
  'IrisStep.softness': fromGallery('shaped-iris'),
  'SplitStep.softness': fromGallery('shaped-split'),
  'RotateTransformation.angle': vary(half, 'transform.rotate.angle', [-45, 0, 20, 90]),
  'SkewTransformation.x': vary(half, 'transform.skew.x', [-0.5, 0, 0.5]),
  'SkewTransformation.y': vary(half, 'transform.skew.y', [-0.3, 0, 0.3]),
  'FlipTransformation.horizontal': vary(pictured('coast'), 'transform.flip.horizontal', [false, true]),
  'FlipTransformation.vertical': vary(pictured('coast'), 'transform.flip.vertical', [false, true]),
  'Tween.from': play(pictured('coast'), 'scale', tween({ from: 0.1 }), MOMENTS),
  'Tween.to': play(pictured('coast'), 'scale', tween({ to: 2 }), MOMENTS),
  'Tween.start': play(pictured('coast'), 'scale', tween({ start: 1 }), MOMENTS),
  'Tween.length': play(pictured('coast'), 'scale', tween({ length: 1 }), MOMENTS),
  'Tween.interpolation': vary(
    { ...pictured('coast'), at: 1 },
    'scale',
    ['linear', 'bezier', 'constant'].map(
      (interpolation) =>
        new Captioned(`${interpolation}, after 1.00 s`, tween({ interpolation, easing: 'easeInQuint' })),
    ),
  ),
  'Tween.easing': fromGallery('easings'),
  'Crop.top': vary(pictured('coast'), 'asset.crop.top', [0, 0.2, 0.4]),
  'Crop.bottom': vary(pictured('coast'), 'asset.crop.bottom', [0, 0.2, 0.4]),
  'Crop.left': vary(pictured('coast'), 'asset.crop.left', [0, 0.2, 0.4]),
  'Crop.right': vary(pictured('coast'), 'asset.crop.right', [0, 0.2, 0.4]),
  'ChromaKey.color': fromGallery('chroma-key'),
  'ChromaKey.threshold': vary(
    { ...video({ chromaKey: { color: '#00b140', halo: 20 } }), under: [picture('night', 4)] },
    'asset.chromaKey.threshold',
    [0, 60, 250],
  ),
  'ChromaKey.halo': vary(
    { ...video({ chromaKey: { color: '#00b140', threshold: 40 } }), under: [picture('night', 4)] },
    'asset.chromaKey.halo',
    [0, 80, 250],
  ),
  'Cutout.feather': fromGallery('cutout'),
  'ImageAsset.cutout': fromGallery('cutout'),
  'VideoAsset.src': show(video(), 'a frame of the video', 'asset.src', FOOTAGE.balloon),
  'VideoAsset.trim': vary(video(), 'asset.trim', [0, 0.5, 1]),
  'VideoAsset.speed': vary(
    { ...video(), at: 1 },
    'asset.speed',
    [0, 0.5, 1, 2].map((speed) => new Captioned(`${speed}, after 1.00 s`, speed)),
  ),
  'VideoAsset.slowMotion': vary({ ...video({ speed: 0.05 }), at: 0.42 }, 'asset.slowMotion', [
    'nearest',
    'blend',
  ]),
  'VideoAsset.loop': vary({ ...video(), at: 3.5 }, 'asset.loop', [
    new Captioned('false, after 3.50 s', false),
    new Captioned('true, after 3.50 s', true),
  ]),
  'ImageAsset.src': show(pictured('coast'), 'an image', 'asset.src', 'coast.png'),
  'LumaAsset.src': fromGallery('luma-mattes'),
  'LottieAsset.src': fromGallery('lottie'),
  'GroupAsset.tracks': fromGallery('groups'),
  'GroupAsset.width': vary(group({ height: 300 }), 'asset.width', [200, 400, 600]),
  'GroupAsset.height': vary(group({ width: 500 }), 'asset.height', [120, 220, 340]),
  'SvgAsset.src': show(
    over('night', { type: 'svg', src: '' }),
    'a star of SVG',
    'asset.src',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2l3 7h7l-5.500 4.500 2 7.500-6.500-4.500-6.500 4.500 2-7.500L2 9h7z" fill="#f5b544" /></svg>',
  ),
};

/** Returns a group with a picture that fills its canvas. */
function group(size: object) {
  const tracks = [{ clips: [picture('coast', 4)] }];
  return {
    clip: clip({ type: 'group', tracks, ...size }, 4, { fit: 'none' }),
    timeline: { background: '#1a2132' },
  };
}

/** Returns the name of the object of a transition with fields of its own. */
function stepOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Step`;
}
