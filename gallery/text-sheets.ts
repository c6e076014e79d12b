import type { RichTextAsset } from '../src/edit/index.ts';
import { TITLE_SIZES, TITLE_STYLES } from '../src/render/draw/title/title-styles.ts';
import { clip, editOf, picture } from './edits.ts';
import { movingPageSheet } from './moving-page-sheet.ts';
import type { SCENERY } from './scenery.ts';
import type { Row, Sheet } from './sheet.ts';
import { spanSheet } from './span-sheet.ts';

/** Returns the sheets of titles, texts and their animations. */
export function textSheets(): Sheet[] {
  return [
    titleStyles(),
    titleSizes(),
    texts(),
    scripts(),
    richTexts(),
    spanSheet(),
    ...animations(),
    typewriter(),
    pages(),
    movingPageSheet(),
  ];
}

type Scene = keyof typeof SCENERY;
type Style = keyof typeof TITLE_STYLES;

const WORDS: Readonly<Record<Style, readonly [Scene, string]>> = {
  minimal: ['dawn', 'The first light'],
  blockbuster: ['night', 'Beyond the ridge'],
  vogue: ['coast', 'Summer Edition'],
  sketchy: ['coast', 'notes from the sea'],
  skinny: ['night', 'Northern lights'],
  chunk: ['dawn', 'Good morning!'],
  chunkLight: ['coast', 'Slow living'],
  marker: ['dawn', 'Wake up early'],
  future: ['night', 'Orbit 2140'],
  subtitle: ['coast', 'And then the wind turned.'],
};

function titleStyles(): Sheet {
  return {
    file: 'title-styles',
    heading: 'Title styles',
    text: 'The ten styles of a `title` in the size `large`. A soft shadow keeps them readable.',
    across: 2,
    rows: (Object.keys(TITLE_STYLES) as Style[]).map((style) => {
      const [scene, text] = WORDS[style];
      const asset = { type: 'title', text, style, size: 'large' };
      return { name: style, tiles: [{ edit: editOf([picture(scene, 2), clip(asset, 2)]), at: 0 }] };
    }),
  };
}

function titleSizes(): Sheet {
  const sizes = Object.keys(TITLE_SIZES);
  return {
    file: 'title-sizes',
    heading: 'Title sizes',
    text: 'Every style in its seven sizes, which are fractions of the shorter side of the picture.',
    columns: [{ heading: 'size', captions: sizes }],
    rows: (Object.keys(TITLE_STYLES) as Style[]).map((style) => ({
      name: style,
      tiles: sizes.map((size) => ({
        edit: editOf([picture(WORDS[style][0], 2), clip({ type: 'title', text: 'Horizon', style, size }, 2)]),
        at: 0,
      })),
    })),
  };
}

function tile(name: string, scene: Scene, asset: object, more: object = {}): Row {
  return { name, tiles: [{ edit: editOf([picture(scene, 3), clip(asset, 3, { ...more })]), at: 2.5 }] };
}

function texts(): Sheet {
  const text = (words: string, more: object): object => ({ type: 'text', text: words, ...more });
  const font = (size: number, more: object = {}): object => ({
    size,
    family: 'Montserrat',
    weight: 700,
    ...more,
  });
  const long =
    'A text breaks where Unicode lets it, and where its box ends before it does, three dots tell so.';
  return {
    file: 'text',
    heading: 'Text',
    text: 'A `text` has outlines, backgrounds, alignment and an ellipsis.',
    across: 3,
    rows: [
      tile('stroke', 'dawn', text('Outline', { font: font(110), stroke: { width: 8, color: '#23356f' } })),
      tile(
        'background',
        'coast',
        text('Rounded box', {
          width: 460,
          height: 130,
          font: font(60, { color: '#16324a' }),
          background: { color: '#ffffff', opacity: 0.85, borderRadius: 30 },
        }),
      ),
      tile(
        'ellipsis',
        'night',
        text(long, {
          width: 470,
          height: 190,
          font: font(38, { lineHeight: 1.2, weight: 500 }),
          ellipsis: '…',
          alignment: { horizontal: 'left' },
        }),
      ),
      tile(
        'alignment',
        'dawn',
        text('left, top', {
          width: 560,
          height: 290,
          font: font(54),
          alignment: { horizontal: 'left', vertical: 'top' },
        }),
      ),
      tile(
        'lineHeight',
        'coast',
        text('Lines\nclose\ntogether', { font: font(88, { weight: 900, lineHeight: 0.9 }) }),
      ),
      tile('opacity', 'night', text('AURORA', { font: font(112, { weight: 900, opacity: 0.45 }) })),
    ],
  };
}

function scripts(): Sheet {
  const words = {
    Latin: 'Žluťoučký kůň',
    Cyrillic: 'Доброе утро',
    Greek: 'Καλημέρα',
    Arabic: 'صباح الخير',
    Hebrew: 'בוקר טוב',
    Devanagari: 'सुप्रभात',
    Thai: 'สวัสดีตอนเช้า',
    Chinese: '早上好，世界',
    Japanese: 'おはようございます',
    Korean: '좋은 아침이에요',
    Emoji: '🌅 ☕️ 👩‍🚀 🇫🇷 💛',
    Mixed: 'שלום, hi, 你好',
  };
  const scenes: readonly Scene[] = ['dawn', 'night', 'coast'];
  return {
    file: 'scripts',
    heading: 'Scripts',
    text: 'Fonts for all these scripts are built in, so they look the same on every machine.',
    across: 3,
    rows: Object.entries(words).map(([name, text], index) =>
      tile(name, scenes[index % 3] ?? 'dawn', {
        type: 'text',
        text,
        font: { size: 58, weight: 700 },
        stroke: { width: 3, color: '#1a2132' },
      }),
    ),
  };
}

type RichTextFields = Omit<RichTextAsset, 'type'>;

const FONT = { family: 'Montserrat', size: 84, weight: 800, color: '#ffffff' } as const;

function richTexts(): Sheet {
  const rich = (text: string, more: Omit<RichTextFields, 'text'>): object => ({
    type: 'rich-text',
    text,
    ...more,
  });
  const colours = ['#ffd166', '#ff6fb5', '#8f7bff'];
  const stops = colours.map((color, index) => ({ offset: index / (colours.length - 1), color }));
  return {
    file: 'rich-text',
    heading: 'Rich text',
    text: 'Gradients, strokes, shadows, highlights, boxes and decorations of a `rich-text`.',
    across: 3,
    rows: [
      tile('gradient', 'night', rich('Gradient', { font: FONT, style: { gradient: { stops } } })),
      tile(
        'radial gradient',
        'night',
        rich('Radial', {
          font: { ...FONT, size: 120 },
          style: {
            gradient: {
              type: 'radial',
              stops: [
                { offset: 0, color: '#ffffff' },
                { offset: 1, color: '#3df5a5' },
              ],
            },
          },
        }),
      ),
      tile(
        'stroke',
        'coast',
        rich('Stroke', { font: { ...FONT, size: 120 }, stroke: { width: 8, color: '#d8372f' } }),
      ),
      tile(
        'shadow',
        'dawn',
        rich('Shadow', {
          font: { ...FONT, size: 110 },
          shadow: { offsetX: 6, offsetY: 10, blur: 12, color: '#161a38', opacity: 0.8 },
        }),
      ),
      tile(
        'highlight',
        'coast',
        rich('Highlighted\nlines of text', {
          font: { ...FONT, size: 62, color: '#16324a', background: '#ffe27a' },
          style: { lineHeight: 1.45 },
        }),
      ),
      tile(
        'wrapped background',
        'dawn',
        rich('As large as the text', {
          font: { ...FONT, size: 44 },
          background: { color: '#161a38', opacity: 0.85, borderRadius: 22, wrap: true, padding: 22 },
        }),
      ),
      tile(
        'border and padding',
        'night',
        rich('Bordered', {
          font: { ...FONT, size: 72, weight: 300 },
          border: { width: 4, color: '#3df5a5', radius: 28 },
          background: { color: '#040a20', opacity: 0.6, borderRadius: 28 },
          padding: 30,
        }),
        { width: 480, height: 180 },
      ),
      tile(
        'underline',
        'night',
        rich('Underlined', { font: { ...FONT, size: 84 }, style: { textDecoration: 'underline' } }),
      ),
      tile(
        'letterSpacing, uppercase',
        'dawn',
        rich('wide open', {
          font: { ...FONT, size: 56, weight: 500 },
          style: { letterSpacing: 16, textTransform: 'uppercase' },
        }),
      ),
    ],
  };
}

type Animation = NonNullable<RichTextAsset['animation']>;
type Preset = Animation['preset'];
type Variant = Pick<Animation, 'style' | 'direction'>;

const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;
const STYLES = ['character', 'word'] as const;
const across = (style?: Animation['style']): Variant[] =>
  DIRECTIONS.map((direction) => ({ ...(style && { style }), direction }));

/** The variants of each animation. A style or direction that an animation does not support has no effect. */
const ANIMATIONS: Readonly<Record<Preset, readonly Variant[]>> = {
  fadeIn: [{}, ...STYLES.map((style) => ({ style }))],
  slideIn: [...across(), ...STYLES.flatMap(across)],
  typewriter: STYLES.map((style) => ({ style })),
  ascend: [{ direction: 'up' }, { direction: 'down' }],
  shift: STYLES.flatMap(across),
  movingLetters: across(),
};

const ANIMATED_AT = [0.08, 0.28, 0.48, 0.72, 0.96, 1.4];

function animations(): Sheet[] {
  return Object.entries(ANIMATIONS).map(([preset, variants]) => ({
    file: `animation-${preset}`,
    heading: `Rich text: ${preset}`,
    text: `\`"preset": "${preset}"\`, with a duration of one second.`,
    columns: [{ heading: preset, captions: ANIMATED_AT.map((time) => `${time} s`) }],
    rows: variants.map((variant) => {
      const { style, direction } = variant;
      const asset = {
        type: 'rich-text',
        text: 'Chase the light',
        font: { ...FONT, size: 76 },
        shadow: { blur: 14, offsetY: 4, color: '#040a20', opacity: 0.6 },
        animation: { preset, duration: 1, ...variant },
      };
      const edit = editOf([picture('night', 3), clip(asset, 3)]);
      return {
        name: direction ?? style ?? 'whole',
        ...(direction && { note: style ? `by ${style}` : 'the whole text' }),
        tiles: ANIMATED_AT.map((at) => ({ edit, at })),
      };
    }),
  }));
}

function typewriter(): Sheet {
  const asset = {
    type: 'text',
    text: 'Once upon a time, by the sea …',
    font: { family: 'Montserrat', size: 56, weight: 600, lineHeight: 1.2 },
    stroke: { width: 2, color: '#0c4a74' },
    animation: { preset: 'typewriter', duration: 1.3 },
  };
  const edit = editOf([picture('coast', 3), clip(asset, 3)]);
  return {
    file: 'typewriter',
    heading: 'Text: typewriter',
    text: 'The animation of a `text`: only the next letter appears, and nothing else moves.',
    columns: [{ heading: 'typewriter', captions: ANIMATED_AT.map((time) => `${time} s`) }],
    rows: [{ name: 'typewriter', tiles: ANIMATED_AT.map((at) => ({ edit, at })) }],
  };
}

/** HTML pages with inline styles. */
const PAGES: readonly (readonly [name: string, scene: Scene, position: string, html: string, css: string])[] =
  [
    [
      'a lower third',
      'coast',
      'bottomLeft',
      '<div class="who"><b>Ada Lovelace</b><span>Mathematician</span></div>',
      `.who { width: max-content; margin: 0 0 28px 28px; padding: 14px 26px; border-left: 8px solid #ff7a59; background: rgb(16 22 38 / 0.82); border-radius: 0 14px 14px 0; color: #fff; font-family: Montserrat }
     b { display: block; font-size: 34px } span { font-size: 20px; color: #c9d3e6 }`,
    ],
    [
      'a table',
      'night',
      'center',
      '<table><tr><th>Aurora</th><th>Kp</th></tr><tr><td>Tromsø</td><td>5</td></tr><tr><td>Abisko</td><td>6</td></tr><tr><td>Reykjavík</td><td>4</td></tr></table>',
      `table { border-collapse: collapse; background: rgb(4 10 32 / 0.75); border-radius: 16px; color: #f2f4f8; font: 500 27px Montserrat }
     th, td { padding: 9px 34px; text-align: left } th { color: #3df5a5 } tr + tr td { border-top: 1px solid #2c3650 }`,
    ],
    [
      'a badge',
      'dawn',
      'topRight',
      '<div class="badge">NEW<br><small>season</small></div>',
      `.badge { margin: 26px; width: 130px; height: 130px; display: grid; place-content: center; text-align: center; transform: rotate(10deg); border-radius: 50%; color: #23356f; font: 800 34px/1 Montserrat; background: conic-gradient(#ffd166, #ff9f6b, #ff6fb5, #ffd166); box-shadow: 0 6px 22px rgb(0 0 0 / 0.4) }
     small { font-size: 18px }`,
    ],
  ];

function pages(): Sheet {
  return {
    file: 'html',
    heading: 'HTML',
    text: 'A browser without a network draws pages, in the fonts of Kinora and with a transparent background.',
    across: 3,
    rows: PAGES.map(([name, scene, position, html, css]) =>
      tile(name, scene, { type: 'html', html, css, position }),
    ),
  };
}
