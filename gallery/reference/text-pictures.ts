import { POSITIONS } from '../../src/edit/schema/values.ts';
import { type Base, Captioned, type FieldPicture, fromGallery, over, play, vary } from './example.ts';
import { COLORS, FAMILIES, FONT, OPACITIES, stops, WEIGHTS } from './text-values.ts';

const LONG = 'A text breaks where its box ends.';

const text = (more: object = {}): Base =>
  over('night', { type: 'text', text: 'Harbour lights', font: FONT, ...more });
const boxed = { width: 420, height: 200, background: { color: '#14213d', opacity: 0.8 } };
const rich = (more: object = {}): Base =>
  over('dawn', { type: 'rich-text', text: 'Golden hour', font: { ...FONT, size: 84 }, ...more });
const spans = [{ text: 'Save ' }, { text: '50 %', font: { color: '#ffd166' } }, { text: ' today' }];
const spanned: Base = over('night', { type: 'rich-text', spans, font: { ...FONT, size: 72 } });
const shape = (more: object): Base => over('night', { type: 'shape', fill: { color: '#f5b544' }, ...more });
const rectangle = { width: 320, height: 180 };
const HTML = '<div class="card">Ada Lovelace</div>';
const CSS = '.card { font: 700 44px Montserrat; color: #ffffff; background: #c0392b; padding: 24px; }';
const html = (more: object = {}): Base =>
  over('coast', { type: 'html', html: HTML, css: CSS, width: 480, height: 200, ...more });
const title = (more: object = {}): Base =>
  over('night', { type: 'title', text: 'Northern lights', style: 'chunk', size: 'medium', ...more });
/** A style sheet that moves cards. */
const MOVING_CSS =
  '.card { margin: 40px; padding: 20px; font: 700 60px Montserrat; color: #fff; background: #14213d; animation: go 1s both linear; } @keyframes go { from { opacity: 0; translate: 300px; } }';
const SPAN = 'asset.spans.1';

/** The pictures of texts, titles and drawings, by the name of their object and their own. */
export const TEXT_PICTURES: Readonly<Record<string, FieldPicture>> = {
  'TextAsset.text': vary(text(), 'asset.text', [
    'Harbour lights',
    new Captioned('Japanese and an emoji', '港の灯り ✨'),
  ]),
  'TextAsset.width': vary(
    text({ ...boxed, text: LONG, font: { ...FONT, size: 40 } }),
    'asset.width',
    [260, 420, 600],
  ),
  'TextAsset.height': vary(text({ ...boxed, font: { ...FONT, size: 40 } }), 'asset.height', [80, 200, 320]),
  'TextAsset.ellipsis': vary(
    text({ text: `${LONG} ${LONG}`, width: 420, height: 150, font: { ...FONT, size: 44 } }),
    'asset.ellipsis',
    [undefined, '…', ' (more)'],
  ),
  'TextFont.family': vary(text(), 'asset.font.family', FAMILIES),
  'TextFont.color': vary(text(), 'asset.font.color', COLORS),
  'TextFont.opacity': vary(text(), 'asset.font.opacity', OPACITIES),
  'TextFont.size': vary(text(), 'asset.font.size', [32, 60, 84]),
  'TextFont.minSize': vary(
    text({ text: `${LONG} ${LONG}`, font: { ...FONT, size: 90 }, width: 560, height: 240 }),
    'asset.font.minSize',
    [undefined, 20],
  ),
  'TextFont.weight': vary(text(), 'asset.font.weight', WEIGHTS),
  'TextFont.lineHeight': vary(text({ text: 'Harbour\nlights' }), 'asset.font.lineHeight', [0.8, 1, 1.6]),
  'TextBackground.color': vary(text({ ...boxed }), 'asset.background.color', [
    '#14213d',
    '#c0392b',
    '#1f7a5a',
  ]),
  'TextBackground.opacity': vary(text(boxed), 'asset.background.opacity', OPACITIES),
  'TextBackground.padding': vary(
    text({
      ...boxed,
      text: LONG,
      font: { ...FONT, size: 40 },
      background: { color: '#c0392b' },
      alignment: { horizontal: 'left' },
    }),
    'asset.background.padding',
    [0, 40, 90],
  ),
  'TextBackground.borderRadius': vary(text(boxed), 'asset.background.borderRadius', [0, 30, 100]),
  'TextAlignment.horizontal': vary(text({ width: 600, height: 300 }), 'asset.alignment.horizontal', [
    'left',
    'center',
    'right',
  ]),
  'TextAlignment.vertical': vary(text({ width: 600, height: 300 }), 'asset.alignment.vertical', [
    'top',
    'center',
    'bottom',
  ]),
  'TextStroke.width': vary(text({ stroke: { color: '#c0392b' } }), 'asset.stroke.width', [0, 3, 8]),
  'TextStroke.color': vary(text({ stroke: { width: 5 } }), 'asset.stroke.color', [
    '#c0392b',
    '#1f5fbf',
    '#000000',
  ]),
  'TextAnimation.preset': fromGallery('typewriter'),
  'TextAnimation.duration': vary(
    { ...text(), at: 0.6 },
    'asset.animation',
    [0.8, 1.5, 3].map(
      (duration) => new Captioned(`${duration}, after 0.60 s`, { preset: 'typewriter', duration }),
    ),
  ),
  'RichTextAsset.text': vary(rich(), 'asset.text', ['Golden hour', new Captioned('Arabic', 'غروب الشمس')]),
  'RichTextAsset.spans': fromGallery('rich-text-spans'),
  'RichTextAsset.padding': vary(
    rich({
      background: { color: '#14213d' },
      border: { width: 4, color: '#ffd166' },
      align: { horizontal: 'left' },
    }),
    'asset.padding',
    [0, 40, 90],
  ),
  'RichTextSpan.text': vary(spanned, `${SPAN}.text`, ['50 %', 'ten euros']),
  'RichTextSpanFont.family': vary(spanned, `${SPAN}.font.family`, FAMILIES),
  'RichTextSpanFont.size': vary(spanned, `${SPAN}.font.size`, [40, 72, 120]),
  'RichTextSpanFont.weight': vary(spanned, `${SPAN}.font.weight`, WEIGHTS),
  'RichTextSpanFont.style': vary(spanned, `${SPAN}.font.style`, ['normal', 'italic']),
  'RichTextSpanFont.color': vary(spanned, `${SPAN}.font.color`, COLORS),
  'RichTextSpanFont.opacity': vary(spanned, `${SPAN}.font.opacity`, OPACITIES),
  'RichTextSpanFont.background': vary(spanned, `${SPAN}.font.background`, [undefined, '#c0392b', '#1f5fbf']),
  'RichTextSpanStyle.letterSpacing': vary(spanned, `${SPAN}.style.letterSpacing`, [-4, 0, 16]),
  'RichTextSpanStyle.textDecoration': vary(spanned, `${SPAN}.style.textDecoration`, [
    'none',
    'underline',
    'line-through',
  ]),
  'RichTextStroke.width': vary(rich(), 'asset.stroke.width', [0, 4, 10]),
  'RichTextStroke.color': vary(rich({ stroke: { width: 6 } }), 'asset.stroke.color', [
    '#000000',
    '#c0392b',
    '#1f5fbf',
  ]),
  'RichTextStroke.opacity': vary(rich({ stroke: { width: 6 } }), 'asset.stroke.opacity', OPACITIES),
  'RichTextFont.family': vary(rich(), 'asset.font.family', FAMILIES),
  'RichTextFont.size': vary(rich(), 'asset.font.size', [40, 72, 100]),
  'RichTextFont.minSize': vary(
    { ...rich({ text: `${LONG} ${LONG} ${LONG}`, font: { ...FONT, size: 110 } }) },
    'asset.font.minSize',
    [undefined, 24],
  ),
  'RichTextFont.weight': vary(rich(), 'asset.font.weight', WEIGHTS),
  'RichTextFont.style': vary(rich(), 'asset.font.style', ['normal', 'italic']),
  'RichTextFont.color': vary(rich(), 'asset.font.color', COLORS),
  'RichTextFont.opacity': vary(rich(), 'asset.font.opacity', OPACITIES),
  'RichTextFont.background': vary(rich(), 'asset.font.background', [undefined, '#c0392b', '#14213d']),
  'RichTextStyle.letterSpacing': vary(rich(), 'asset.style.letterSpacing', [-4, 0, 12]),
  'RichTextStyle.wordSpacing': vary(
    rich({ font: { ...FONT, size: 64 } }),
    'asset.style.wordSpacing',
    [0, 40, 100],
  ),
  'RichTextStyle.lineHeight': vary(rich({ text: 'Golden\nhour' }), 'asset.style.lineHeight', [0.8, 1.2, 2]),
  'RichTextStyle.textTransform': vary(
    rich({ text: 'golden Hour', font: { ...FONT, size: 72 } }),
    'asset.style.textTransform',
    ['none', 'uppercase', 'lowercase', 'capitalize'],
  ),
  'RichTextStyle.textDecoration': vary(rich(), 'asset.style.textDecoration', [
    'none',
    'underline',
    'line-through',
  ]),
  'RichTextGradient.type': vary(gradient(), 'asset.style.gradient.type', ['linear', 'radial']),
  'RichTextGradient.angle': vary(gradient(), 'asset.style.gradient.angle', [0, 45, 90]),
  'RichTextGradient.stops': vary(gradient(), 'asset.style.gradient.stops', [
    new Captioned('two stops', stops(['#ffd166', '#6a1b9a'])),
    new Captioned('three stops', stops(['#ffd166', '#ef476f', '#118ab2'])),
  ]),
  'GradientStop.offset': vary(gradient(), 'asset.style.gradient.stops.1.offset', [0.3, 0.6, 1]),
  'GradientStop.color': vary(gradient(), 'asset.style.gradient.stops.1.color', [
    '#6a1b9a',
    '#118ab2',
    '#06d6a0',
  ]),
  'RichTextShadow.offsetX': vary(rich({ shadow: { opacity: 1 } }), 'asset.shadow.offsetX', [-12, 4, 16]),
  'RichTextShadow.offsetY': vary(rich({ shadow: { opacity: 1 } }), 'asset.shadow.offsetY', [-12, 4, 16]),
  'RichTextShadow.blur': vary(
    rich({ shadow: { opacity: 1, offsetX: 8, offsetY: 8 } }),
    'asset.shadow.blur',
    [0, 6, 20],
  ),
  'RichTextShadow.color': vary(
    rich({ shadow: { opacity: 1, offsetX: 8, offsetY: 8 } }),
    'asset.shadow.color',
    ['#000000', '#c0392b', '#1f5fbf'],
  ),
  'RichTextShadow.opacity': vary(
    rich({ shadow: { offsetX: 8, offsetY: 8 } }),
    'asset.shadow.opacity',
    OPACITIES,
  ),
  'RichTextBackground.color': vary(rich(), 'asset.background.color', ['#14213d', '#c0392b', '#1f7a5a']),
  'RichTextBackground.opacity': vary(
    rich({ background: { color: '#14213d' } }),
    'asset.background.opacity',
    OPACITIES,
  ),
  'RichTextBackground.borderRadius': vary(
    rich({ background: { color: '#14213d', opacity: 0.8 } }),
    'asset.background.borderRadius',
    [0, 60, 150],
  ),
  'RichTextBackground.wrap': vary(
    rich({ background: { color: '#c0392b', padding: 16 } }),
    'asset.background.wrap',
    [false, true],
  ),
  'RichTextBackground.padding': vary(
    rich({ background: { color: '#c0392b', wrap: true } }),
    'asset.background.padding',
    [0, 20, 50],
  ),
  'RichTextBorder.width': vary(rich({ border: { color: '#ffffff' } }), 'asset.border.width', [2, 10, 24]),
  'RichTextBorder.color': vary(rich({ border: { width: 10 } }), 'asset.border.color', COLORS),
  'RichTextBorder.opacity': vary(
    rich({ border: { width: 16, color: '#ffffff' } }),
    'asset.border.opacity',
    OPACITIES,
  ),
  'RichTextBorder.radius': vary(
    rich({ border: { width: 10, color: '#ffffff' } }),
    'asset.border.radius',
    [0, 60, 150],
  ),
  ...Object.fromEntries(
    (
      [
        ['top', { vertical: 'top' }],
        ['right', { horizontal: 'right' }],
        ['bottom', { vertical: 'bottom' }],
        ['left', { horizontal: 'left' }],
      ] as const
    ).map(([side, align]) => [
      `RichTextPadding.${side}`,
      vary(
        rich({ align, font: { ...FONT, size: 60 } }),
        'asset.padding',
        [0, 40, 100].map((px) => new Captioned(String(px), { [side]: px })),
      ),
    ]),
  ),
  'RichTextAlignment.horizontal': vary(rich(), 'asset.align.horizontal', ['left', 'center', 'right']),
  'RichTextAlignment.vertical': vary(rich(), 'asset.align.vertical', ['top', 'middle', 'bottom']),
  'RichTextAnimation.preset': fromGallery(
    ...['fadeIn', 'slideIn', 'typewriter', 'ascend', 'shift', 'movingLetters'].map(
      (name) => `animation-${name}`,
    ),
  ),
  'RichTextAnimation.duration': vary(
    { ...rich(), at: 0.4 },
    'asset.animation',
    [0.6, 1.2, 3].map(
      (duration) => new Captioned(`${duration}, after 0.40 s`, { preset: 'typewriter', duration }),
    ),
  ),
  'RichTextAnimation.style': fromGallery('animation-fadeIn'),
  'RichTextAnimation.direction': fromGallery('animation-shift'),
  'HtmlAsset.html': fromGallery('html'),
  'HtmlAsset.css': vary(html(), 'asset.css', [
    new Captioned('one style', CSS),
    new Captioned('another style', '.card { font: 400 60px Permanent Marker; color: #14213d; }'),
  ]),
  'HtmlAsset.width': vary(html({ background: '#14213d' }), 'asset.width', [360, 480, 620]),
  'HtmlAsset.height': vary(html({ background: '#14213d' }), 'asset.height', [120, 200, 320]),
  'HtmlAsset.background': vary(html(), 'asset.background', [undefined, '#14213d', '#80000000']),
  'HtmlAsset.position': vary(html({ width: 640, height: 360 }), 'asset.position', POSITIONS),
  'Html5Asset.html': vary(
    over('coast', { type: 'html5', html: '', css: MOVING_CSS }, { at: 0.6 }),
    'asset.html',
    [
      new Captioned('one card', '<div class="card">North</div>'),
      new Captioned('two cards', '<div class="card">North</div><div class="card">East</div>'),
    ],
  ),
  'Html5Asset.css': play(
    over('coast', { type: 'html5', html: '<div class="card">North</div>' }),
    'asset.css',
    MOVING_CSS,
    [0, 0.32, 1],
  ),
  'Html5Asset.js': play(
    over('coast', { type: 'html5', html: '<div class="card">0</div>', css: MOVING_CSS }),
    'asset.js',
    "anime.animate('.card', { innerHTML: [0, 100], modifier: anime.utils.round(0), duration: 1000, ease: 'linear' });",
    [0, 0.32, 1],
  ),
  'TitleAsset.text': vary(title(), 'asset.text', ['Northern lights', 'Good night']),
  'TitleAsset.style': fromGallery('title-styles'),
  'TitleAsset.color': vary(title(), 'asset.color', COLORS),
  'TitleAsset.size': fromGallery('title-sizes'),
  'TitleAsset.minSize': vary(boxedTitle(), 'asset.minSize', [undefined, 16]),
  'TitleAsset.background': vary(title(), 'asset.background', [undefined, '#14213d', '#80c0392b']),
  'TitleAsset.position': vary(title({ size: 'small' }), 'asset.position', POSITIONS),
  'ShapeAsset.shape': {
    tiles: [
      shape({ shape: 'rectangle', rectangle }),
      shape({ shape: 'circle', circle: { radius: 110 } }),
      shape({ shape: 'line', line: { length: 400, thickness: 16 } }),
    ].flatMap((base) => {
      const { shape: name } = base.clip['asset'] as { shape: string };
      const made = vary(base, 'asset.shape', [name]);
      return 'tiles' in made ? made.tiles : [];
    }),
  },
  'ShapeAsset.width': vary(cornered({ height: 240 }), 'asset.width', [120, 180, 240]),
  'ShapeAsset.height': vary(cornered({ width: 240 }), 'asset.height', [120, 180, 240]),
  'ShapeFill.color': vary(shape({ shape: 'rectangle', rectangle }), 'asset.fill.color', COLORS),
  'ShapeFill.opacity': vary(shape({ shape: 'rectangle', rectangle }), 'asset.fill.opacity', OPACITIES),
  'ShapeStroke.color': vary(
    shape({ shape: 'rectangle', rectangle, stroke: { width: 12 } }),
    'asset.stroke.color',
    ['#ffffff', '#c0392b', '#1f5fbf'],
  ),
  'ShapeStroke.width': vary(
    shape({ shape: 'rectangle', rectangle, stroke: { color: '#ffffff' } }),
    'asset.stroke.width',
    [0, 6, 24],
  ),
  'Rectangle.width': vary(shape({ shape: 'rectangle', rectangle }), 'asset.rectangle.width', [120, 320, 560]),
  'Rectangle.height': vary(
    shape({ shape: 'rectangle', rectangle }),
    'asset.rectangle.height',
    [60, 180, 320],
  ),
  'Rectangle.cornerRadius': vary(
    shape({ shape: 'rectangle', rectangle }),
    'asset.rectangle.cornerRadius',
    [0, 30, 90],
  ),
  'Circle.radius': vary(shape({ shape: 'circle' }), 'asset.circle.radius', [40, 90, 160]),
  'Line.length': vary(
    shape({ shape: 'line', line: { thickness: 12 } }),
    'asset.line.length',
    [120, 320, 560],
  ),
  'Line.thickness': vary(
    shape({ shape: 'line', line: { length: 400 } }),
    'asset.line.thickness',
    [4, 16, 48],
  ),
};

/** Returns a long title in a small box. */
function boxedTitle(): Base {
  const base = title({ text: `${LONG} ${LONG}`, size: 'large' });
  return { ...base, clip: { ...base.clip, width: 420, height: 160 } };
}

/** Returns a circle in the middle of a box, which is in a corner. */
function cornered(box: object): Base {
  const base = shape({ shape: 'circle', circle: { radius: 60 }, ...box });
  return { ...base, clip: { ...base.clip, position: 'topLeft' } };
}

function gradient(): Base {
  return rich({
    style: { gradient: { stops: stops(['#ffd166', '#6a1b9a']) } },
    font: { ...FONT, size: 100, weight: 800 },
  });
}
