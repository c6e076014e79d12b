import { clip, editOf, picture } from '../edits.ts';
import { type FieldPicture, pictured, vary, Captioned } from './example.ts';
import { REFERENCE_FOOTAGE } from './reference-footage.ts';

const night = { ...pictured('coast', { scale: 0.7 }), under: [picture('night', 4)], at: 1.5 };
const times = (values: readonly number[]) =>
  values.map((value) => new Captioned(`${value}, after 1.50 s`, value));

/** The pictures of the fields of the document, of times and of fonts, by the name of their object and their own. */
export const EDIT_PICTURES: Readonly<Record<string, FieldPicture>> = {
  'MergeField.find': merged('{{ NAME }} in {{ PLACE }}', [
    ['NAME', { find: 'NAME', replace: 'Ada' }],
    ['PLACE', { find: 'PLACE', replace: 'London' }],
  ]),
  'MergeField.replace': merged('Hello, {{ NAME }}!', [
    ['Ada', { find: 'NAME', replace: 'Ada' }],
    ['Grace', { find: 'NAME', replace: 'Grace' }],
  ]),
  'Timeline.fonts': {
    tiles: [
      written('not set, family: Montserrat', 'Montserrat'),
      written('michroma.ttf, family: Michroma', 'Michroma', [{ src: REFERENCE_FOOTAGE.michroma }]),
    ],
  },
  'Font.src': {
    tiles: [
      written('michroma.ttf, family: Michroma', 'Michroma', [{ src: REFERENCE_FOOTAGE.michroma }]),
      written('urbanist.ttf, family: Urbanist', 'Urbanist', [{ src: REFERENCE_FOOTAGE.urbanist }]),
    ],
  },
  'Track.clips': {
    tiles: [
      [1, 'the first clip'],
      [3, 'the second clip'],
    ].map(([at, name]) => ({
      at: Number(at),
      caption: `${Number(at).toFixed(2)} s: ${name}`,
      edit: {
        timeline: { tracks: [{ clips: [picture('coast', 2), picture('night', 2, { start: 2 })] }] },
        output: { format: 'mp4', size: { width: 640, height: 360 } },
      },
    })),
  },
  'Clip.start': vary(night, 'start', times([0, 1, 2])),
  'Clip.length': vary(night, 'length', times([1, 2, 3])),
};

/** Shows a text with one merge field after another. */
function merged(text: string, fields: readonly (readonly [caption: string, field: object])[]): FieldPicture {
  const font = { family: 'Montserrat', size: 44, weight: 700, color: '#ffffff' };
  return {
    tiles: fields.map(([caption, field]) => ({
      at: 0,
      caption,
      edit: { ...editOf([picture('night', 1), clip({ type: 'text', text, font }, 1)]), merge: [field] },
    })),
  };
}

/** Shows a text in a family. */
function written(caption: string, family: string, fonts?: readonly object[]) {
  const font = { family, size: 56, color: '#ffffff' };
  const clips = [picture('night', 1), clip({ type: 'text', text: 'Harbour lights', font }, 1)];
  return { at: 0, caption, edit: editOf(clips, undefined, fonts && { fonts }) };
}
