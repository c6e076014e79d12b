import type { DraftClip } from '../document/edit-text.ts';
import type { WantedKinds } from '../files/wanted-kinds.ts';

/** A clip that can be added. */
export interface NewClip {
  readonly title: string;
  /** The purpose of the clip, or the values that it still needs. */
  readonly about: string;
  readonly clip: DraftClip;
  /** The field that is filled in first. */
  readonly first: string;
  /** The kinds of files of which one is chosen for `src` before the clip is added. */
  readonly kinds?: WantedKinds;
}

/** The clips of the menu, each with values that already look good or that say what is missing. */
export const NEW_CLIPS: readonly NewClip[] = [
  {
    title: 'Text',
    about: 'Plain text in one style.',
    clip: {
      asset: { type: 'text', text: 'Your text', font: { family: 'Montserrat', size: 64, weight: 700 } },
      length: 4,
    },
    first: 'text',
  },
  {
    title: 'Rich text',
    about: 'Text with shadow, gradient and animation.',
    clip: {
      asset: {
        type: 'rich-text',
        text: 'Your text',
        font: { family: 'Montserrat', size: 72, weight: 800, color: '#ffffff' },
        animation: { preset: 'fadeIn', duration: 1 },
      },
      length: 4,
    },
    first: 'text',
  },
  {
    title: 'Shape',
    about: 'A rectangle, a circle or a line.',
    clip: {
      asset: {
        type: 'shape',
        shape: 'rectangle',
        rectangle: { width: 480, height: 270, cornerRadius: 24 },
        fill: { color: '#f5b544' },
        width: 480,
        height: 270,
      },
      length: 4,
    },
    first: 'shape',
  },
  {
    title: 'Image',
    about: 'A picture or a drawing of yours.',
    clip: { asset: { type: 'image', src: '' }, length: 4, effect: 'zoomInSlow' },
    first: 'src',
    kinds: ['image', 'drawing'],
  },
  {
    title: 'Video',
    about: 'A film of yours. It plays to its end.',
    clip: { asset: { type: 'video', src: '' }, length: 'auto' },
    first: 'src',
    kinds: ['video'],
  },
  {
    title: 'Audio',
    about: 'A sound of yours, or that of a film.',
    clip: { asset: { type: 'audio', src: '', volume: 1 }, length: 'auto' },
    first: 'src',
    kinds: ['sound', 'video'],
  },
  {
    title: 'Speech',
    about: 'Type the words and choose a voice.',
    clip: { asset: { type: 'text-to-speech', text: 'Hello and welcome.', voice: 'Joanna' }, length: 'auto' },
    first: 'text',
  },
  {
    title: 'Captions',
    about: 'The words of a speech, a film or a subtitle file.',
    clip: {
      asset: { type: 'caption', src: '', background: { color: '#000000', opacity: 0.6 } },
      length: 'end',
    },
    first: 'src',
    kinds: ['captions'],
  },
  {
    title: 'HTML',
    about: 'A page with its style sheet.',
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
    title: 'Moving HTML',
    about: 'A page whose animations and scripts play.',
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
];
