import { type Base, Captioned, type FieldPicture, fromGallery, over, play, vary } from './example.ts';
import { COLORS, FAMILIES, FONT, OPACITIES, stops, WEIGHTS } from './text-values.ts';

const captioned = (more: object = {}): Base => ({
  ...over('night', { type: 'caption', src: 'talk.srt', font: { size: 30 }, ...more }),
  at: 2.4,
});
const spoken = (more: object = {}): Base => ({
  ...over('night', {
    type: 'rich-caption',
    src: 'spoken.vtt',
    font: { ...FONT, size: 64 },
    active: { font: { color: '#ffd166' } },
    animation: { style: 'highlight' },
    ...more,
  }),
  at: 1.2,
});

/** The pictures of captions, by the name of their object and their own. */
export const CAPTION_PICTURES: Readonly<Record<string, FieldPicture>> = {
  'CaptionAsset.src': play(captioned(), 'asset.src', 'talk.srt', [0.5, 1.2]),
  'CaptionAsset.trim': vary({ ...captioned(), at: 0.2 }, 'asset.trim', [0, 1, 3]),
  'CaptionAsset.speed': vary({ ...captioned(), at: 0.6 }, 'asset.speed', [0.5, 1, 2]),
  'CaptionFont.family': vary(captioned(), 'asset.font.family', FAMILIES),
  'CaptionFont.color': vary(captioned(), 'asset.font.color', COLORS),
  'CaptionFont.opacity': vary(captioned(), 'asset.font.opacity', OPACITIES),
  'CaptionFont.size': vary(captioned(), 'asset.font.size', [20, 32, 44]),
  'CaptionFont.lineHeight': vary(captioned(), 'asset.font.lineHeight', [0.9, 1.2, 1.8]),
  'CaptionFont.stroke': vary(captioned({ font: { size: 40, strokeWidth: 4 } }), 'asset.font.stroke', [
    '#000000',
    '#c0392b',
  ]),
  'CaptionFont.strokeWidth': vary(
    captioned({ font: { size: 40, stroke: '#000000' } }),
    'asset.font.strokeWidth',
    [0, 3, 8],
  ),
  'CaptionBackground.color': vary(captioned(), 'asset.background.color', ['#000000', '#c0392b', '#1f5fbf']),
  'CaptionBackground.opacity': vary(
    captioned({ background: { color: '#000000' } }),
    'asset.background.opacity',
    OPACITIES,
  ),
  'CaptionBackground.padding': vary(
    captioned({ background: { color: '#000000' } }),
    'asset.background.padding',
    [0, 10, 30],
  ),
  'CaptionBackground.borderRadius': vary(
    captioned({ background: { color: '#000000', padding: 16 } }),
    'asset.background.borderRadius',
    [0, 10, 30],
  ),
  'CaptionMargin.top': vary(captioned(), 'asset.margin.top', [0.3, 0.6, 0.9]),
  'CaptionMargin.left': vary(captioned(), 'asset.margin.left', [0.05, 0.3, 0.5]),
  'CaptionMargin.right': vary(captioned(), 'asset.margin.right', [0.05, 0.3, 0.5]),
  'RichCaptionAsset.src': play(spoken(), 'asset.src', 'spoken.vtt', [0.2, 0.8, 1.2]),
  'RichCaptionAsset.padding': vary(
    spoken({ background: { color: '#c0392b', opacity: 0.8 }, align: { horizontal: 'left' } }),
    'asset.padding',
    [0, 40, 90],
  ),
  'RichCaptionAsset.stroke': vary(spoken(), 'asset.stroke', [
    new Captioned('not set', undefined),
    new Captioned('black', { width: 4, color: '#000000' }),
    new Captioned('red', { width: 8, color: '#c0392b' }),
  ]),
  'RichCaptionAsset.shadow': vary(spoken(), 'asset.shadow', [
    new Captioned('not set', undefined),
    new Captioned('black', { offsetX: 6, offsetY: 6, opacity: 1 }),
    new Captioned('red, blurred', { offsetX: 8, offsetY: 8, blur: 6, color: '#c0392b', opacity: 1 }),
  ]),
  'RichCaptionAsset.background': vary(spoken(), 'asset.background', [
    new Captioned('not set', undefined),
    new Captioned('red', { color: '#c0392b' }),
    new Captioned('red, wrap: true', { color: '#c0392b', wrap: true, padding: 16 }),
  ]),
  'RichCaptionAsset.border': vary(spoken(), 'asset.border', [
    new Captioned('not set', undefined),
    new Captioned('white', { width: 6, color: '#ffffff' }),
    new Captioned('yellow, with a radius', { width: 10, color: '#ffd166', radius: 60 }),
  ]),
  'RichCaptionAsset.align': vary(
    spoken(),
    'asset.align',
    [
      { horizontal: 'left', vertical: 'top' },
      { horizontal: 'center', vertical: 'middle' },
      { horizontal: 'right', vertical: 'bottom' },
    ].map((align) => new Captioned(`${align.horizontal}, ${align.vertical}`, align)),
  ),
  'RichCaptionStyle.gradient': vary(spoken(), 'asset.style.gradient', [
    new Captioned('not set', undefined),
    new Captioned('linear', { stops: stops(['#ffd166', '#ef476f']) }),
    new Captioned('radial', { type: 'radial', stops: stops(['#ffffff', '#118ab2']) }),
  ]),
  'RichCaptionFont.family': vary(spoken(), 'asset.font.family', FAMILIES),
  'RichCaptionFont.size': vary(spoken(), 'asset.font.size', [36, 64, 90]),
  'RichCaptionFont.weight': vary(spoken(), 'asset.font.weight', WEIGHTS),
  'RichCaptionFont.style': vary(spoken(), 'asset.font.style', ['normal', 'italic']),
  'RichCaptionFont.color': vary(spoken(), 'asset.font.color', ['#ffffff', '#8ab8ff', '#ff6b6b']),
  'RichCaptionFont.opacity': vary(spoken(), 'asset.font.opacity', OPACITIES),
  'RichCaptionFont.background': vary(spoken(), 'asset.font.background', [undefined, '#c0392b', '#14213d']),
  'RichCaptionStyle.letterSpacing': vary(spoken(), 'asset.style.letterSpacing', [-3, 0, 10]),
  'RichCaptionStyle.lineHeight': vary(spoken(), 'asset.style.lineHeight', [0.8, 1.2, 2]),
  'RichCaptionStyle.textTransform': vary(spoken(), 'asset.style.textTransform', [
    'none',
    'uppercase',
    'lowercase',
    'capitalize',
  ]),
  'RichCaptionStyle.size': vary(spoken(), 'asset.style.size', [36, 64, 90]),
  'RichCaptionStyle.textDecoration': vary(spoken(), 'asset.style.textDecoration', [
    'none',
    'underline',
    'line-through',
  ]),
  'RichCaptionStyle.sizePer': vary(spoken({ font: { ...FONT, size: 120 } }), 'asset.style.sizePer', [
    'clip',
    'page',
  ]),
  'RichCaptionActiveFont.family': vary(spoken(), 'asset.active.font.family', FAMILIES),
  'RichCaptionActiveFont.weight': vary(spoken(), 'asset.active.font.weight', WEIGHTS),
  'RichCaptionActiveFont.color': vary(spoken(), 'asset.active.font.color', ['#ffd166', '#06d6a0', '#ff6b6b']),
  'RichCaptionActiveFont.background': vary(spoken(), 'asset.active.font.background', [
    undefined,
    '#6c3df5',
    '#c0392b',
  ]),
  'RichCaptionActiveFont.opacity': vary(spoken(), 'asset.active.font.opacity', OPACITIES),
  'RichCaptionActiveFont.size': vary(spoken(), 'asset.active.font.size', [50, 64, 84]),
  'RichCaptionActiveFont.textDecoration': vary(spoken(), 'asset.active.font.textDecoration', [
    'none',
    'underline',
    'line-through',
  ]),
  'RichCaptionActive.stroke': vary(
    spoken({ stroke: { width: 4, color: '#000000' } }),
    'asset.active.stroke',
    [new Captioned('not set', undefined), new Captioned('red', { width: 6, color: '#c0392b' }), 'none'],
  ),
  'RichCaptionActive.shadow': vary(
    spoken({ shadow: { offsetX: 6, offsetY: 6, opacity: 1 } }),
    'asset.active.shadow',
    [
      new Captioned('not set', undefined),
      new Captioned('red', { offsetX: 8, offsetY: 8, color: '#c0392b', opacity: 1 }),
      'none',
    ],
  ),
  'RichCaptionAnimation.style': fromGallery('rich-captions'),
  'RichCaptionAnimation.direction': vary(
    { ...spoken(), at: 1.06 },
    'asset.animation',
    ['left', 'right', 'up', 'down'].map(
      (direction) => new Captioned(direction, { style: 'slide', direction }),
    ),
  ),
};
