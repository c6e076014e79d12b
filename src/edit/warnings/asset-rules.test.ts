import { expect, it } from 'vitest';
import { findWarnings, lengthWithoutMedia, parseEdit, resolveTimes } from '../index.ts';

/** Returns the warnings of the first clip of an edit as `field: text`, with fields from the clip on. */
function warningsOf(asset: object, more: object = {}): string[] {
  const clips = [{ asset, start: 0, length: 5, ...more }];
  // The examples must be valid edits, or the warnings would never be seen.
  const parsed = parseEdit({
    timeline: { tracks: [{ clips }] },
    output: { format: 'mp4', resolution: 'hd' },
  });
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join(' '));
  const { edit, dialect } = parsed.value;
  return findWarnings(edit, resolveTimes(edit, lengthWithoutMedia), dialect).map(
    ({ field, text }) => `${field.replace('timeline.tracks[0].clips[0]', 'clip')}: ${text}`,
  );
}

const text = (fields: object) => ({ type: 'text', text: 'x', ...fields });
const rich = (fields: object) => ({ type: 'rich-text', text: 'x', ...fields });
const caption = (fields: object) => ({ type: 'caption', src: 'a.srt', ...fields });
const richCaption = (fields: object) => ({ type: 'rich-caption', src: 'a.srt', ...fields });
const shape = (fields: object) => ({ type: 'shape', shape: 'circle', circle: { radius: 9 }, ...fields });
const stops = [
  { offset: 0, color: '#fff' },
  { offset: 1, color: '#000' },
];
const color = '#123';

it.each<[object, string]>([
  [
    text({ background: { opacity: 0.5 } }),
    'clip.asset.background: The background has no effect without a "color".',
  ],
  [
    rich({ font: { minSize: 30 } }),
    'clip.asset.font.minSize: The least size has no effect, because it exceeds the size, 24. Set "minSize" to less.',
  ],
  [
    text({ stroke: { width: 3 } }),
    'clip.asset.stroke: The stroke has no effect without a "color". Add one, or remove the stroke.',
  ],
  [
    text({ stroke: { color } }),
    'clip.asset.stroke: The stroke has no effect without a "width" of more than 0.',
  ],
  [
    rich({ background: { color, padding: 9 } }),
    'clip.asset.background.padding: The padding of the background has no effect unless "wrap" is true. To keep the text away from the edges of its box, use "padding" of the asset.',
  ],
  [
    rich({ border: { color, radius: 9 } }),
    'clip.asset.border: The border has no effect without a "width" of more than 0.',
  ],
  [
    rich({ stroke: { width: 2 }, font: { stroke: { width: 1 } } }),
    'clip.asset.stroke: The stroke has no effect, because the stroke of "font" takes precedence. Remove one of the two.',
  ],
  [
    rich({ shadow: { color } }),
    'clip.asset.shadow: The shadow has no effect, because it lies exactly behind the letters. Set "offsetX", "offsetY" or "blur".',
  ],
  [
    rich({ style: { gradient: { type: 'radial', angle: 45, stops } } }),
    'clip.asset.style.gradient.angle: The angle has no effect on a radial gradient. Set "type" to "linear", or remove the angle.',
  ],
  [
    rich({ animation: { preset: 'movingLetters', duration: 2 } }),
    'clip.asset.animation.duration: The duration has no effect, because "movingLetters" lasts as long as the clip.',
  ],
  [
    rich({ animation: { preset: 'movingLetters', style: 'word' } }),
    'clip.asset.animation.style: The style has no effect, because "movingLetters" moves each character.',
  ],
  [
    rich({ animation: { preset: 'ascend', style: 'character' } }),
    'clip.asset.animation.style: The style has no effect, because "ascend" moves whole words.',
  ],
  [
    rich({ animation: { preset: 'fadeIn', direction: 'up' } }),
    'clip.asset.animation.direction: The direction has no effect, because "fadeIn" moves nothing.',
  ],
  [
    rich({ animation: { preset: 'ascend', direction: 'left' } }),
    'clip.asset.animation.direction: The direction "left" counts as "up", because "ascend" moves only up or down.',
  ],
  [
    caption({ font: { strokeWidth: 2 } }),
    'clip.asset.font.strokeWidth: The width of the stroke has no effect without a colour. Set "stroke" of the font to one.',
  ],
  [
    caption({ font: { stroke: color } }),
    'clip.asset.font.stroke: The stroke has no effect without a width. Set "strokeWidth" of the font to more than 0.',
  ],
  [
    richCaption({ font: { size: 40 }, style: { size: 30 } }),
    'clip.asset.font.size: The size of "font" has no effect, because the size of "style" takes precedence. Remove one of the two.',
  ],
  [
    richCaption({ animation: { style: 'pop', direction: 'left' } }),
    'clip.asset.animation.direction: The direction has no effect on the style "pop". Only "slide" has a direction.',
  ],
  [
    shape({ rectangle: { width: 9, height: 9 } }),
    'clip.asset.rectangle: The rectangle has no effect, because the shape is a circle.',
  ],
])('%j causes one warning', (asset, warning) => {
  expect(warningsOf(asset)).toEqual([warning]);
});

it.each<[object, string]>([
  [text({ background: { padding: 9 } }), 'background'],
  [rich({ background: { wrap: true } }), 'background'],
  [rich({ stroke: { color } }), 'stroke'],
  [rich({ font: { stroke: { opacity: 0.5 } } }), 'font.stroke'],
  [caption({ background: { borderRadius: 8 } }), 'background'],
  [richCaption({ background: { opacity: 0.5 } }), 'background'],
  [richCaption({ background: { color, padding: 9 } }), 'background.padding'],
  [richCaption({ shadow: { color } }), 'shadow'],
  [richCaption({ style: { gradient: { type: 'radial', angle: 45, stops } } }), 'style.gradient.angle'],
  [shape({ stroke: { color } }), 'stroke'],
])('%j causes one warning, about its %s', (asset, field) => {
  expect(warningsOf(asset).map((line) => line.split(':')[0])).toEqual([`clip.asset.${field}`]);
});

it.each<[object]>([
  [text({})],
  [text({ background: { color, padding: 9 }, stroke: { color, width: 0 } })],
  [text({ background: { borderRadius: 9 } })],
  [rich({ stroke: { color, width: 0 }, border: { radius: 4 }, shadow: { color, offsetX: 0 } })],
  [rich({ background: { color, opacity: 1, padding: 0, wrap: false, borderRadius: 8 } })],
  [rich({ background: { color, wrap: true, padding: 9 } })],
  [rich({ stroke: { width: 2 }, font: { color } })],
  [rich({ style: { gradient: { type: 'linear', angle: 45, stops } } })],
  [rich({ animation: { preset: 'movingLetters', direction: 'left' } })],
  [rich({ animation: { preset: 'ascend', direction: 'down', duration: 2, style: 'word' } })],
  [rich({ animation: { preset: 'slideIn', direction: 'left', style: 'character' } })],
  [caption({ font: { stroke: color, strokeWidth: 2 }, background: { color, padding: 3 } })],
  [caption({ background: { opacity: 0.8, padding: 10, borderRadius: 4 } })],
  [richCaption({ shadow: { color }, active: { shadow: { blur: 3 } } })],
  [richCaption({ font: { size: 40 }, style: { size: 40 } })],
  [richCaption({ animation: { style: 'slide', direction: 'left' } })],
  [shape({ stroke: { width: 2 } })],
  [{ type: 'title', text: 'a', background: 'transparent' }],
  [{ type: 'html', html: 'a', background: 'transparent' }],
])('%j causes no warning', (asset) => {
  expect(warningsOf(asset)).toEqual([]);
});

it.each(['text', 'rich-text', 'title', 'svg', 'html', 'html5', 'caption', 'rich-caption', 'shape'])(
  'a fit has no effect on the type %s',
  (type) => {
    const asset = {
      ...(type.startsWith('html') ? { html: '<p>' } : type === 'svg' ? { src: '<svg/>' } : {}),
      ...(type.includes('caption') ? { src: 'a.srt' } : {}),
      ...(type === 'shape' ? { shape: 'circle', circle: { radius: 9 } } : {}),
      ...(/^(text|rich-text|title)$/.test(type) ? { text: 'x' } : {}),
      type,
    };
    expect(warningsOf(asset, { fit: 'none' })).toEqual([]);
    expect(warningsOf(asset, { fit: 'contain' })).toEqual([
      `clip.fit: The fit has no effect on the type "${type}", which is drawn in the size of its box.`,
    ]);
    expect(warningsOf(asset, { fit: 'crop' })).toEqual([]);
  },
);

it('a fit has an effect on pictures', () => {
  for (const type of ['image', 'video'])
    expect(warningsOf({ type, src: 'a' }, { fit: 'contain' })).toEqual([]);
});

it.each([
  ['audio', { src: 'a.mp3' }, 'a sound, which is never drawn'],
  ['text-to-speech', { text: 'x', voice: 'Amy' }, 'a speech, which is never drawn'],
])('fields about the look of %s have no effect', (type, fields, noun) => {
  const asset = { type, ...fields };
  expect(warningsOf(asset, { transition: { in: 'fade' } })).toEqual([
    `clip: This clip is ${noun}. Remove "transition", which has no effect.`,
  ]);
  const looks = { opacity: 0.5, filter: 'boost', fit: 'crop', scale: 1, position: 'center' };
  expect(warningsOf(asset, looks)).toEqual([
    `clip: This clip is ${noun}. Remove "filter", "opacity", which have no effect.`,
  ]);
  expect(warningsOf(asset, { fit: 'crop', scale: 1, opacity: 1, filter: 'none' })).toEqual([]);
});

it('warns about cutting silences out of a still picture', () => {
  const asset = { type: 'video', src: 'https://example.com/a', cutSilence: {} } as const;
  expect(warningsOf({ ...asset, speed: 0 })).toEqual([
    'clip.asset.cutSilence: No silence is cut out, because a clip with the speed 0 shows a still picture.',
  ]);
  expect(warningsOf({ ...asset, speed: 0.5 })).toEqual([]);
});

it('warns where a speed with tweens is silent or cannot keep the pitch', () => {
  const asset = { type: 'video', src: 'https://example.com/a' } as const;
  const [back, fast] = [[{ from: 1, to: -1, length: 1 }], [{ from: 1, to: 3, length: 1 }]];
  const silent = expect.stringMatching(
    /^clip.asset.speed: The clip is silent where its speed is 0 or less./,
  ) as string;
  expect(warningsOf({ ...asset, speed: back })).toEqual([silent]);
  expect(warningsOf({ ...asset, speed: back, volume: 0 })).toEqual([]);
  expect(warningsOf({ ...asset, speed: fast })).toEqual([]);
  expect(warningsOf({ ...asset, speed: fast, preservePitch: true })).toEqual([
    'clip.asset.preservePitch: The pitch follows the speed, because a speed with tweens cannot keep it.',
  ]);
  expect(warningsOf({ ...asset, speed: fast, slowMotion: 'blend' })).toEqual([]);
});

it.each([0, 2])('warns about slow motion at the speed %s', (speed) => {
  const asset = { type: 'video', src: 'https://example.com/a', slowMotion: 'blend' } as const;
  expect(warningsOf({ ...asset, speed })).toEqual([
    'clip.asset.slowMotion: Nothing is blended, because the speed is not between 0 and 1.',
  ]);
  expect(warningsOf({ ...asset, speed: 0.5 })).toEqual([]);
  expect(warningsOf({ ...asset, slowMotion: 'nearest', speed })).toEqual([]);
});

it('warns about a loop of a clip that is as long as its file', () => {
  const warning =
    'clip.asset.loop: The loop has no effect, because the length "auto" is that of the file. Give the clip a longer length in seconds, or "end".';
  for (const type of ['video', 'audio']) {
    const asset = { type, src: 'https://example.com/a', loop: true };
    expect(warningsOf(asset, { length: 'auto' })).toEqual([warning]);
    expect(warningsOf(asset)).toEqual([]);
    expect(warningsOf({ ...asset, loop: false }, { length: 'auto' })).toEqual([]);
  }
});

it('warns about an overlap of the first clip of a track', () => {
  const asset = text({});
  expect(warningsOf(asset, { start: 'auto', overlap: 1 })).toEqual([
    'clip.overlap: The overlap has no effect, because no clip comes before this one on its track.',
  ]);
  expect(warningsOf(asset, { start: 'auto', overlap: 0 })).toEqual([]);
});

it('warns about a motion blur of a clip that does not move, and a position beside a path', () => {
  const asset = { type: 'image', src: 'https://example.com/a' } as const;
  expect(warningsOf(asset, { motionBlur: 180 })).toEqual([
    'clip.motionBlur: The motion blur has no effect, because the clip does not move. It does not blur what moves in a video.',
  ]);
  expect(warningsOf(asset, { motionBlur: 180, motion: { path: 'M 0 0 H 5' }, position: 'top' })).toEqual([
    'clip.position: The position has no effect, because the clip follows a path. Move it by the path or by "offset".',
  ]);
  expect(warningsOf(asset, { motionBlur: 180, scale: [{ from: 0, to: 1, length: 1 }] })).toEqual([]);
});
