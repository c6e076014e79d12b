import { expect, it } from 'vitest';
import { findWarnings, parseEdit, resolveTimes, STILL_LENGTH } from '../index.ts';

const SOUND = { asset: { type: 'audio', src: 'a.mp3' }, start: 0, length: 4 };
const TEXT = { asset: { type: 'text', text: 'x' }, start: 0, length: 4 };

/** Returns the warnings of an edit with a sound, as `field: text`. */
function warningsOf(output: object, more: object = {}, clips: readonly object[] = [TEXT]): string[] {
  const { timeline = {}, ...rest } = more as { timeline?: object };
  const parsed = parseEdit({ timeline: { tracks: [{ clips }], ...timeline }, output, ...rest });
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join(' '));
  const { edit, dialect } = parsed.value;
  const times = resolveTimes(edit, () => STILL_LENGTH);
  return findWarnings(edit, times, dialect).map(({ field, text }) => `${field}: ${text}`);
}

const hd = (format: string, more: object = {}) => ({ format, resolution: 'hd', ...more });
const silent = (more: object) => ({ format: 'mp3', ...more });
const music = (fields: object) => ({ timeline: { soundtrack: { src: 'a.mp3', ...fields } } });
const soundtrack = music({});

it.each<[object, object, string]>([
  [
    hd('mp4', { captions: { format: 'srt' } }),
    {},
    'output.captions: The file has no captions, because the edit has none. Add a clip with a "caption" or a "rich-caption".',
  ],
  [hd('mp4'), { disk: 'local' }, 'disk: This field is deprecated and has no effect.'],
  [hd('mp4'), { disk: 'mount' }, 'disk: This field is deprecated and has no effect.'],
  [
    hd('zip', { quality: 'high' }),
    {},
    'output.quality: The quality has no effect on images of the format "png", which lose nothing.',
  ],
  [hd('gif'), { instance: 'a1' }, 'instance: No hardware encodes the format "gif", so "a1" works like "s2".'],
  [
    hd('gif'),
    soundtrack,
    'timeline.soundtrack: The soundtrack is not heard, because the format "gif" has no sound.',
  ],
  [
    hd('jpg'),
    soundtrack,
    'timeline.soundtrack: The soundtrack is not heard, because the format "jpg" has no sound.',
  ],
  [
    { format: 'mp4', size: { width: 100, height: 100 }, aspectRatio: '1:1' },
    {},
    'output.aspectRatio: The aspect ratio has no effect, because "size" has its own. Remove "aspectRatio".',
  ],
  [
    silent({ aspectRatio: '1:1' }),
    soundtrack,
    'output.aspectRatio: The aspect ratio has no effect, because the format "mp3" has no picture.',
  ],
  [
    silent({ size: { width: 100, height: 100 } }),
    soundtrack,
    'output.size: The size has no effect, because the format "mp3" has no picture.',
  ],
  [
    silent({ scaleTo: 'sd' }),
    soundtrack,
    'output.scaleTo: The scaling has no effect, because the format "mp3" has no picture.',
  ],
  [
    hd('png', { quality: 'high' }),
    {},
    'output.quality: The quality has no effect on the format "png", which loses nothing.',
  ],
  [
    hd('mp4', { repeat: false }),
    {},
    'output.repeat: The field "repeat" has no effect on the format "mp4". Only a gif repeats.',
  ],
  [
    hd('gif', { mute: true }),
    {},
    'output.mute: The field "mute" has no effect, because the format "gif" has no sound.',
  ],
  [
    silent({ mute: true }),
    soundtrack,
    'output.mute: The mp3 is silent for its whole length, because "mute" is true. Remove "mute" to hear its sound.',
  ],
  [
    hd('gif', { audio: 'always' }),
    {},
    'output.audio: The field "audio" has no effect, because the format "gif" has no sound.',
  ],
  [
    silent({ audio: 'always' }),
    soundtrack,
    'output.audio: The field "audio" has no effect on the format "mp3", which always has sound.',
  ],
  [
    hd('gif', { loudness: -14 }),
    {},
    'output.loudness: The loudness has no effect, because the format "gif" has no sound.',
  ],
  [
    hd('png', { range: { start: 1, length: 2 } }),
    {},
    'output.range.length: The length of the range has no effect, because the format "png" shows only its first frame.',
  ],
  [
    hd('mp4'),
    music({ start: 4 }),
    'timeline.soundtrack.start: The soundtrack starts at 4 s, but the timeline ends at 4 s, so it is not heard.',
  ],
  [
    hd('mp4'),
    music({ volume: [{ from: 0, to: 1 }], effect: 'fadeIn' }),
    'timeline.soundtrack.effect: The fade "fadeIn" has no effect on a volume with tweens. Use the tweens to fade.',
  ],
  [
    hd('mp4'),
    music({ volume: [{ from: 0, to: 1, easing: 'ease' }] }),
    'timeline.soundtrack.volume[0].easing: The easing has no effect with the interpolation "linear". Set "interpolation" to "bezier".',
  ],
])('%j with %j causes one warning', (output, more, warning) => {
  expect(warningsOf(output, more)).toEqual([warning]);
});

it.each<[object, object]>([
  [hd('mp4', { mute: true, fps: 30, quality: 'high', repeat: true, range: { length: 2 } }), soundtrack],
  [hd('mp4', { aspectRatio: '1:1', scaleTo: 'sd' }), { instance: 'a1' }],
  [{ format: 'mp4', size: { width: 100, height: 100 }, aspectRatio: '16:9' }, {}],
  [hd('mp4', { loudness: -14 }), soundtrack],
  [hd('gif', { repeat: false, mute: false }), { instance: 's2' }],
  [hd('png', { quality: 'high', poster: { capture: 0 } }), {}],
  [hd('png', { quality: 'medium' }), {}],
  [hd('zip', { quality: 'high', images: 'jpg' }), soundtrack],
  [hd('jpg', { quality: 'high', range: { start: 1 } }), {}],
  [silent({ resolution: 'sd', quality: 'high' }), soundtrack],
  [silent({ size: { width: 100, height: 100 }, poster: { capture: 1 } }), soundtrack],
  [hd('mp4'), music({ start: 3.9, loop: true, effect: 'fadeOut', volume: 0.5 })],
  [hd('mp4'), music({ volume: [{ from: 0, to: 1, interpolation: 'bezier', easing: 'ease' }] })],
])('%j with %j causes no warning', (output, more) => {
  expect(warningsOf(output, more)).toEqual([]);
});

it('a sound in a format without sound causes a warning', () => {
  expect(warningsOf(hd('gif'), {}, [TEXT, SOUND])).toEqual([
    'timeline.tracks[0].clips[1].asset: This sound is not heard, because the format "gif" has no sound.',
  ]);
  expect(warningsOf(hd('mp4'), {}, [SOUND])).toEqual([]);
});

it('no text of a warning repeats its field', () => {
  const all = [
    ...warningsOf(hd('png', { mute: true, repeat: false, quality: 'low', range: { length: 2 } }), {
      ...soundtrack,
      disk: 'local',
      instance: 'a1',
    }),
    ...warningsOf(silent({ mute: true, loudness: -14, poster: { capture: 50 } }), {}, [
      SOUND,
      { ...SOUND, opacity: 0.5 },
    ]),
  ];
  expect(all).toHaveLength(12);
  for (const line of all) {
    const [field = '', text = ''] = line.split(/: (.*)/s);
    expect(text).not.toContain(field);
    expect(text).toMatch(/^[A-Z].*\.$/);
  }
});
