import { clip, type ClipJson, picture } from '../edits.ts';
import { FOOTAGE } from '../footage.ts';
import {
  Captioned,
  type Base,
  type FieldPicture,
  over,
  pictured,
  play,
  type Value,
  vary,
} from './example.ts';
import { REFERENCE_FOOTAGE } from './reference-footage.ts';

const BACK = { background: '#1a2132' };
const CROPS = [undefined, { top: 0.3 }, { left: 0.2, right: 0.2 }];
/** Moments of the moves of a camera. */
const MOVES = [0, 2, 3.9];

const moving = (more: object = {}): Base => ({
  clip: clip({ type: 'image-to-video', src: 'coast.png', ...more }, 4),
  timeline: BACK,
});
const lottie = (more: object = {}): Base => ({
  under: [picture('night', 4)],
  clip: clip({ type: 'lottie', src: 'star.json', ...more }, 4, { fit: 'contain' }),
});
const video: Base = { clip: clip({ type: 'video', src: FOOTAGE.balloon }, 4), timeline: BACK };

/** The pictures of the fields of media that last, by the name of their object and their own. */
export const MEDIA_PICTURES: Readonly<Record<string, FieldPicture>> = {
  'VideoAsset.crop': vary(video, 'asset.crop', CROPS),
  'ImageAsset.crop': vary(pictured('coast'), 'asset.crop', CROPS),
  'ImageAsset.loop': vary(
    { clip: clip({ type: 'image', src: REFERENCE_FOOTAGE.once }, 4), at: 2.4 },
    'asset.loop',
    after(2.4, [false, true]),
  ),
  'LottieAsset.trim': vary(lottie(), 'asset.trim', [0, 0.5, 1]),
  'LottieAsset.speed': vary({ ...lottie(), at: 0.8 }, 'asset.speed', after(0.8, [0.5, 1, 2])),
  'LottieAsset.loop': vary({ ...lottie(), at: 2.6 }, 'asset.loop', after(2.6, [false, true])),
  'LottieAsset.crop': vary(lottie(), 'asset.crop', CROPS),
  'LumaAsset.trim': {
    tiles: [0, 0.2, 0.4].map((trim) => ({
      at: 0.2,
      caption: `${trim}, after 0.20 s`,
      edit: {
        timeline: {
          tracks: [
            { clips: [picture('night', 1)] },
            { clips: [picture('coast', 1), clip({ type: 'luma', src: FOOTAGE.iris, trim }, 0.5)] },
          ],
        },
        output: { format: 'mp4', size: { width: 640, height: 360 } },
      },
    })),
  },
  'VideoAsset.cutSilence': heard('asset.cutSilence', [
    new Captioned('not set', undefined),
    new Captioned('{}', {}),
  ]),
  'CutSilence.threshold': heard('asset.cutSilence.threshold', [-40, -20]),
  'CutSilence.minLength': heard('asset.cutSilence.minLength', [0.3, 0.5, 2]),
  'CutSilence.keep': heard('asset.cutSilence.keep', [0, 0.1, 0.4]),
  'ImageToVideoAsset.src': play(moving(), 'asset.src', 'coast.png', MOVES),
  'ImageToVideoAsset.prompt': {
    tiles: ['zoom out', 'pan left', 'rotate'].flatMap((prompt) =>
      tilesOf(
        play(moving(), 'asset.prompt', prompt, MOVES),
        MOVES.map((at) => `${prompt}, ${at.toFixed(2)} s`),
      ),
    ),
  },
  'ImageToVideoAsset.aspectRatio': vary(
    { ...moving(), clip: { ...moving().clip, fit: 'contain' } },
    'asset.aspectRatio',
    ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'],
  ),
  'ImageToVideoAsset.speed': vary(
    { ...moving({ prompt: 'zoom out and pan left' }), at: 1.9 },
    'asset.speed',
    after(1.9, [0.5, 1, 2]),
  ),
  'ImageToVideoAsset.crop': vary(moving(), 'asset.crop', CROPS),
  'TitleAsset.offset': vary(
    over('night', { type: 'title', text: 'Northern lights', style: 'chunk', size: 'small' }),
    'asset.offset',
    [{ x: -0.2 }, undefined, { x: 0.2, y: 0.3 }],
  ),
};

/** Returns values whose captions state the second that is shown. */
function after(second: number, values: readonly (number | boolean)[]): Value[] {
  return values.map((value) => new Captioned(`${value}, after ${second.toFixed(2)} s`, value));
}

/** Shows the parts of a film that remain: the line at what is heard, ten times per second. */
function heard(path: string, values: readonly Value[]): FieldPicture {
  const film: ClipJson = clip({ type: 'video', src: REFERENCE_FOOTAGE.talk }, 6);
  const made = vary({ clip: film }, path, values);
  const trail = Array.from({ length: 59 }, (_, index) => (index + 1) / 10);
  return 'tiles' in made
    ? {
        tiles: made.tiles.map((tile) => ({
          ...tile,
          trail,
          caption: `${tile.caption} (lines: what remains)`,
        })),
      }
    : made;
}

function tilesOf(picture: FieldPicture, captions: readonly string[]) {
  return 'tiles' in picture
    ? picture.tiles.map((tile, index) => ({ ...tile, caption: captions[index] ?? '' }))
    : [];
}
