import { expect, it } from 'vitest';
import { parseEdit, parseTemplate } from '../index.ts';
import { checkFontNames } from './check-font-names.ts';

const BUILT_IN =
  'Built in are Arapey, Clear Sans, Didact Gothic, Montserrat, MovLette, NotoEmoji, Open Sans, Permanent Marker, Roboto, Sue Ellen Francisco, Uni Neue, Work Sans. For another font, add its file to timeline.fonts.';

const FONT = 'timeline.tracks[0].clips[0].asset.font';

function editOf(asset: object, timeline: object = {}, output: object = { format: 'mp4', resolution: 'hd' }) {
  const clip = { asset, start: 0, length: 1 };
  return { timeline: { tracks: [{ clips: [clip] }], ...timeline }, output };
}

const textIn = (family: unknown) => ({ type: 'text', text: 'x', font: { family } });
const problemsOf = (edit: unknown) => checkFontNames(edit).map(({ field, code }) => `${field} (${code})`);

it('a font that is not built in is a problem that names the nearest font', () => {
  const [problem] = checkFontNames(editOf(textIn('Montserat')));
  expect(problem).toMatchObject({
    field: `${FONT}.family`,
    code: 'font_unknown',
    message: `${FONT}.family must be a built-in font or one of timeline.fonts, not "Montserat". The nearest is "Montserrat". ${BUILT_IN}`,
  });
  expect(checkFontNames(editOf(textIn('Helvetica')))[0]?.message).toBe(
    `${FONT}.family must be a built-in font or one of timeline.fonts, not "Helvetica". ${BUILT_IN}`,
  );
});

it.each(['', 'Times', 'bold', 'toString', '__proto__', 'Noto Sans Arabic', 'Open Sans,serif'])(
  'the font %j is a problem',
  (family) => {
    expect(problemsOf(editOf(textIn(family)))).toEqual([`${FONT}.family (font_unknown)`]);
  },
);

it.each(['open sans', 'OpenSans', 'Montserrat ExtraBold Italic', 'work-sans_BLACK', ' Roboto '])(
  'the font %j is built in',
  (family) => {
    expect(problemsOf(editOf(textIn(family)))).toEqual([]);
  },
);

it.each<[string, object, string[]]>([
  ['a rich text', { type: 'rich-text', text: 'x', font: { family: 'Nope' } }, ['font.family']],
  [
    'a span of a rich text',
    { type: 'rich-text', spans: [{ text: 'x' }, { text: 'x', font: { family: 'Nope' } }] },
    ['spans[1].font.family'],
  ],
  ['captions', { type: 'caption', src: 'a.srt', font: { family: 'Nope' } }, ['font.family']],
  [
    'rich captions',
    {
      type: 'rich-caption',
      src: 'a.srt',
      font: { family: 'Nope' },
      active: { font: { family: 'Nein' } },
    },
    ['font.family', 'active.font.family'],
  ],
  ['a text without a font', { type: 'text', text: 'x' }, []],
  ['a page', { type: 'html', html: '<p>', font: { family: 'Nope' } }, []],
])('the fonts of %s are checked', (_, asset, fields) => {
  expect(problemsOf(editOf(asset))).toEqual(
    fields.map((field) => `timeline.tracks[0].clips[0].asset.${field} (font_unknown)`),
  );
});

it.each<[string, unknown]>([
  [
    'if timeline.fonts may bring it',
    editOf(textIn('Brand'), { fonts: [{ src: 'https://a.example/b.ttf' }] }),
  ],
  ['if timeline.fonts is a placeholder', editOf(textIn('Brand'), { fonts: '{{ FONTS }}' })],
  ['if it is a placeholder', editOf(textIn('{{ FONT }}'))],
  ['if it is part of one', editOf(textIn('Open {{ FONT }}'))],
  ['in a sound file, which draws no text', editOf(textIn('Brand'), {}, { format: 'mp3' })],
  ['if the format is a placeholder', editOf(textIn('Brand'), {}, { format: '{{ FORMAT }}' })],
  ['if it is malformed', editOf(textIn(5))],
])('an unknown font is no problem %s', (_, edit) => {
  expect(problemsOf(edit)).toEqual([]);
});

it('an unknown font is a problem in the poster of a sound file, and beside an empty list of fonts', () => {
  const sound = { format: 'mp3', poster: { capture: 0 } };
  expect(problemsOf(editOf(textIn('Brand'), { fonts: [] }, sound))).toHaveLength(1);
});

it('a weight that is no weight is a problem, also with fonts of the edit', () => {
  const weightIn = (weight: string) =>
    problemsOf(editOf({ type: 'rich-text', text: 'x', font: { weight } }, { fonts: [{ src: 'a.ttf' }] }));
  expect(weightIn('fat')).toEqual([`${FONT}.weight (not_allowed)`]);
  expect(weightIn('1001')).toEqual([`${FONT}.weight (not_allowed)`]);
  for (const weight of ['bold', 'Extra Bold', '650', '{{ WEIGHT }}']) expect(weightIn(weight)).toEqual([]);
});

it('edits and templates are checked, also if their other fields are malformed or placeholders', () => {
  const edit = editOf(textIn('Nope'));
  expect(parseEdit(edit)).toMatchObject({ ok: false, problems: [{ code: 'font_unknown' }] });
  const parsed = parseTemplate({ ...edit, output: { format: 'mp4', resolution: '{{ SIZE }}' } });
  expect(parsed).toMatchObject({ ok: false, problems: [{ code: 'font_unknown', field: `${FONT}.family` }] });
  expect(parseEdit({ ...edit, output: {} })).toMatchObject({
    problems: [{ code: 'font_unknown' }, { code: 'required' }, { code: 'required' }],
  });
});

it('at most a hundred problems are reported, and any value is accepted', () => {
  const clips = Array.from({ length: 500 }, () => ({ asset: textIn('Nope'), start: 0, length: 1 }));
  expect(checkFontNames({ timeline: { tracks: [{ clips }] } })).toHaveLength(100);
  for (const value of [
    null,
    'x',
    [],
    { timeline: 5 },
    { timeline: { tracks: [{ clips: [null, 'x', {}] }] } },
  ])
    expect(checkFontNames(value)).toEqual([]);
});
