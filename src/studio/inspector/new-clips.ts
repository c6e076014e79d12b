import type { DraftClip } from '../document/edit-text.ts';
import type { WantedKinds } from '../files/wanted-kinds.ts';
import type { IconName } from '../layout/icon.tsx';

/** A clip that can be added. */
export interface NewClip {
  readonly title: string;
  /** The purpose of the clip, or the values that it still needs. */
  readonly about: string;
  /** An icon, or letters in the style of the clip: the name of the style. */
  readonly sample: IconName | { readonly letters: string };
  readonly clip: DraftClip;
  /** The field that is filled in first. */
  readonly first: string;
  /** The kinds of files of which one is chosen for `src` before the clip is added. */
  readonly kinds?: WantedKinds;
}

/** Clips that belong together. */
export interface NewClipGroup {
  readonly title: string;
  readonly clips: readonly NewClip[];
}

const BOLD = { family: 'Montserrat', size: 72, weight: 800, color: '#ffffff' };

/** The clips of the menu, each with values that already look good or that say what is missing. */
export const NEW_CLIPS: readonly NewClipGroup[] = [
  {
    title: 'Text',
    clips: [
      {
        title: 'Title',
        about: 'Large words, with shadow, gradient and animation',
        sample: { letters: 'large' },
        clip: {
          asset: {
            type: 'rich-text',
            text: 'Your title',
            font: { ...BOLD, size: 96 },
          },
          length: 4,
          transition: { out: 'fade' },
        },
        first: 'text',
      },
      {
        title: 'Text',
        about: 'Plain text in one style',
        sample: { letters: 'plain' },
        clip: {
          asset: { type: 'text', text: 'Your text', font: { family: 'Montserrat', size: 64, weight: 700 } },
          length: 4,
        },
        first: 'text',
      },
      {
        title: 'Name line',
        about: 'A name on a coloured ground, at the bottom left',
        sample: { letters: 'boxed' },
        clip: {
          asset: {
            type: 'rich-text',
            text: 'Your name',
            font: { ...BOLD, size: 48, weight: 700, color: '#1d1402' },
            background: { color: '#f5b544', borderRadius: 12, wrap: true },
            padding: 24,
            align: { horizontal: 'left', vertical: 'bottom' },
            animation: { preset: 'slideIn', direction: 'left', duration: 0.6 },
          },
          length: 4,
        },
        first: 'text',
      },
      {
        title: 'Outline',
        about: 'White letters with a dark edge, which can be read on any picture',
        sample: { letters: 'outlined' },
        clip: {
          asset: { type: 'rich-text', text: 'Your text', font: BOLD, stroke: { width: 6, color: '#101828' } },
          length: 4,
        },
        first: 'text',
      },
    ],
  },
  {
    title: 'Your files',
    clips: [
      {
        title: 'Photo',
        about: 'A picture or a drawing of yours',
        sample: 'photo',
        clip: { asset: { type: 'image', src: '' }, length: 4, effect: 'zoomInSlow' },
        first: 'src',
        kinds: ['image', 'drawing'],
      },
      {
        title: 'Logo',
        about: 'A small picture in a corner, to the end of the film',
        sample: 'logo',
        clip: {
          asset: { type: 'image', src: '' },
          length: 'end',
          fit: 'contain',
          width: '16vmin',
          height: '16vmin',
          position: 'topRight',
          offset: { x: -0.03, y: -0.04 },
        },
        first: 'src',
        kinds: ['image', 'drawing'],
      },
      {
        title: 'Film',
        about: 'A film of yours, which plays to its end',
        sample: 'film',
        clip: { asset: { type: 'video', src: '' }, length: 'auto' },
        first: 'src',
        kinds: ['video'],
      },
      {
        title: 'Sound',
        about: 'Music, a voice, or the sound of a film',
        sample: 'sound',
        clip: { asset: { type: 'audio', src: '', volume: 1 }, length: 'auto' },
        first: 'src',
        kinds: ['sound', 'video'],
      },
    ],
  },
  {
    title: 'Voice and captions',
    clips: [
      {
        title: 'Speech',
        about: 'Type the words and choose a voice',
        sample: 'speech',
        clip: {
          asset: { type: 'text-to-speech', text: 'Hello and welcome.', voice: 'Joanna' },
          length: 'auto',
        },
        first: 'text',
      },
      {
        title: 'Captions',
        about: 'The words of a speech, a film or a subtitle file',
        sample: 'captions',
        clip: {
          asset: { type: 'caption', src: '', background: { color: '#000000', opacity: 0.6 } },
          length: 'end',
        },
        first: 'src',
        kinds: ['captions'],
      },
    ],
  },
  {
    title: 'Shapes',
    clips: [
      {
        title: 'Rectangle',
        about: 'A surface with round corners',
        sample: 'rectangle',
        clip: drawShape('rectangle', { width: 480, height: 270, cornerRadius: 24 }, 480, 270),
        first: 'shape',
      },
      {
        title: 'Circle',
        about: 'A round surface',
        sample: 'circle',
        clip: drawShape('circle', { radius: 150 }, 300, 300),
        first: 'shape',
      },
      {
        title: 'Line',
        about: 'A line, for example below a title',
        sample: 'line',
        clip: drawShape('line', { length: 480, thickness: 8 }, 480, 8),
        first: 'shape',
      },
    ],
  },
  {
    title: 'Measures and codes',
    clips: [
      {
        title: 'Progress bar',
        about: 'A bar at the bottom that fills until the film ends',
        sample: 'progress',
        clip: {
          asset: { type: 'progress', shape: 'bar', color: '#f5b544', height: '1vh' },
          length: 'end',
          position: 'bottom',
        },
        first: 'color',
      },
      {
        title: 'Progress ring',
        about: 'A ring that fills while its clip lasts, as a countdown',
        sample: 'progressRing',
        clip: {
          asset: { type: 'progress', shape: 'ring', color: '#f5b544', width: '30vmin', height: '30vmin' },
          length: 4,
        },
        first: 'color',
      },
      {
        title: 'Waveform',
        about: 'Bars that follow the sound of the film',
        sample: 'waveform',
        clip: {
          asset: { type: 'waveform', shape: 'bars', color: '#f5b544', width: '70vw', height: '30vh' },
          length: 'end',
        },
        first: 'shape',
      },
      {
        title: 'QR code',
        about: 'An address for the camera of a telephone',
        sample: 'qr',
        clip: {
          asset: { type: 'qr', text: 'https://example.com', width: '40vmin', height: '40vmin' },
          length: 4,
        },
        first: 'text',
      },
    ],
  },
  {
    title: 'Pages',
    clips: [
      {
        title: 'Page',
        about: 'HTML with its style sheet',
        sample: 'page',
        clip: {
          asset: {
            type: 'html',
            html: '<p>Your text</p>',
            css: 'p { font-family: Montserrat; font-size: 64px; color: #ffffff; text-align: center; }',
            width: 960,
            height: 240,
          },
          length: 4,
        },
        first: 'html',
      },
      {
        title: 'Moving page',
        about: 'HTML whose animations and scripts play',
        sample: 'movingPage',
        clip: {
          asset: {
            type: 'html5',
            html: '<h1>Your text</h1>',
            css: 'h1 { margin: 80px; font: 700 64px Montserrat; color: #ffffff; animation: rise 1s both; }\n@keyframes rise { from { opacity: 0; translate: 0 40px; } }',
          },
          length: 4,
        },
        first: 'html',
      },
    ],
  },
];

function drawShape(shape: string, form: object, width: number, height: number): DraftClip {
  return {
    asset: { type: 'shape', shape, [shape]: form, fill: { color: '#f5b544' }, width, height },
    length: 4,
  };
}
