import { footagePath, makeClip, makeFile } from '../media.ts';
import type { ServedMedia } from './measured-page.ts';

const LENGTH = 28;

/** Makes an edit of five layers with a sound: two films, a photograph, a shape and a text, all of which move or fade. */
export async function makeFiveLayers(media: ServedMedia): Promise<object> {
  const back = media.add('back.mp4', await makeClip('preview-back', { ...HD, first: 0, mirrored: false }));
  const inset = media.add('inset.mp4', await makeClip('preview-inset', { ...HD, first: 2, mirrored: true }));
  const still = media.add('still.jpg', footagePath('img1.jpg'));
  const sound = media.add('sound.mp3', footagePath('audio.mp3'));
  const clip = (asset: object, rest: object) => ({ clips: [{ asset, start: 0, length: LENGTH, ...rest }] });
  return {
    timeline: {
      soundtrack: { src: sound, volume: 0.5 },
      tracks: [
        clip({ type: 'text', text: 'Five layers', font: { size: 60 } }, { effect: 'zoomIn' }),
        clip(
          {
            type: 'shape',
            shape: 'rectangle',
            rectangle: { width: 400, height: 90 },
            fill: { color: '#ff0000' },
          },
          { opacity: 0.6, position: 'bottom' },
        ),
        clip({ type: 'image', src: still }, { scale: 0.3, position: 'topLeft', effect: 'zoomInSlow' }),
        clip(
          { type: 'video', src: inset, volume: 0.3 },
          { scale: 0.4, position: 'bottomRight', filter: 'boost', transform: { rotate: { angle: 5 } } },
        ),
        clip({ type: 'video', src: back }, {}),
      ],
    },
    output: { format: 'mp4', size: { width: 1920, height: 1080 }, fps: 25 },
  };
}

/** Makes an edit of three layers, one of which is a film of 4K in HEVC, as telephones make them. */
export async function makeInset(media: ServedMedia): Promise<object> {
  const inset = media.add('phone.mp4', await makePhoneFilm());
  return {
    timeline: {
      tracks: [
        { clips: [{ asset: { type: 'text', text: 'A telephone' }, start: 0, length: 9 }] },
        {
          clips: [
            { asset: { type: 'video', src: inset }, start: 0, length: 9, scale: 0.5, position: 'right' },
          ],
        },
        { clips: [{ asset: { type: 'video', src: media.url('back.mp4') }, start: 0, length: 9 }] },
      ],
    },
    output: { format: 'mp4', size: { width: 1920, height: 1080 }, fps: 25 },
  };
}

const HD = { width: 1280, height: 720, fps: 25 } as const;

/** The film of a telephone lies on its side. */
function makePhoneFilm(): Promise<string> {
  return makeFile('preview-phone.mp4', [
    '-i',
    footagePath('changi.mp4'),
    '-c',
    'copy',
    '-movflags',
    '+faststart',
  ]);
}
