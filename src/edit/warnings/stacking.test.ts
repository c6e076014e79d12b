import { describe, expect, it } from 'vitest';
import { type Clip, type Dialect, type Edit, findWarnings, resolveTimes, STILL_LENGTH } from '../index.ts';

const photo = {
  asset: { type: 'image', src: 'https://a.example/photo.jpg?w=1' },
  start: 0,
  length: 5,
} as const;
const film = { asset: { type: 'video', src: 'https://a.example/film' }, start: 0, length: 5 } as const;
const title = { asset: { type: 'text', text: 'Hello' }, start: 1, length: 3 } as const;
const sound = { asset: { type: 'audio', src: 'https://a.example/a.mp3' }, start: 0, length: 5 } as const;

const color = '#ff0000';
const OPAQUE_BACKGROUNDS: readonly Clip['asset'][] = [
  { type: 'text', text: 'a', background: { color } },
  { type: 'text', text: '', background: { color } },
  { type: 'rich-text', text: 'a', background: { color } },
  { type: 'html', html: '', background: '#f00' },
];
const PARTIAL_BACKGROUNDS: readonly Clip['asset'][] = [
  { type: 'text', text: 'a', background: {} },
  { type: 'text', text: 'a', background: { color }, height: 80 },
  { type: 'text', text: 'a', background: { color, opacity: 0.5 } },
  { type: 'rich-text', text: 'a', background: { color, wrap: true } },
  { type: 'rich-text', text: 'a', background: { color, borderRadius: 40 } },
  { type: 'rich-text', text: 'a', background: { color }, animation: { preset: 'fadeIn' } },
  { type: 'html', html: '', background: '#80ff0000' },
  { type: 'html', html: '', background: color, width: 300 },
  // The background of a title is only as large as its text.
  { type: 'title', text: 'a', background: color },
];

/**
 * Returns the warnings about the stacking of an edit, as `track.clip`.
 *
 * @param alpha true if all files can be transparent. By default, their names decide.
 */
function warned(
  tracks: readonly (readonly Clip[])[],
  dialect: Dialect = 'interface',
  alpha?: boolean,
): string[] {
  const edit: Edit = {
    timeline: { tracks: tracks.map((clips) => ({ clips: [...clips] })) },
    output: { format: 'mp4', resolution: 'sd' },
  };
  const times = resolveTimes(edit, () => STILL_LENGTH);
  return findWarnings(edit, times, dialect, () => alpha)
    .filter(({ text }) => text.includes('fills the picture'))
    .map(({ field, text }) => `${field.replace(/[^\d.]/g, '').replace(/^\.|\.$/g, '')} ${text}`);
}

describe('an edit that looks written for the other dialect', () => {
  it('has a background on the last track, in the dialect interface', () => {
    expect(warned([[title], [photo]])).toEqual([
      expect.stringContaining(
        'This clip fills the picture and hides timeline.tracks[0].clips[0] from start to end, because the last track is on top. If the edit was written for Shotstack, where the first track is on top, set the dialect "shotstack" (header x-kinora-dialect, option --dialect).',
      ),
    ]);
    expect(warned([[photo], [title]])).toEqual([]);
  });

  it('has a background on the first track, in the dialect shotstack', () => {
    expect(warned([[photo], [title]], 'shotstack')).toEqual([
      expect.stringContaining('If the last track belongs on top, set the dialect "interface"'),
    ]);
    expect(warned([[title], [photo]], 'shotstack')).toEqual([]);
  });

  it.each<[string, Clip[][]]>([
    [
      'several backgrounds in a row',
      [
        [title],
        [
          { ...photo, length: 2 },
          { ...film, start: 2, length: 3 },
        ],
      ],
    ],
    ['a track of sound above the background', [[title], [film], [sound]]],
    [
      'a background that ends a little early',
      [[{ ...title, start: 0, length: 5 }], [{ ...film, length: 4.7 }]],
    ],
    ['a title over a film with sound', [[title], [film], [photo]]],
    ['pictures only', [[photo], [film]]],
    [
      'a picture with plain fields of its look',
      [[title], [{ ...photo, blend: 'normal', corners: [0, 0, 0, 0] }]],
    ],
    ['a picture that is turned by 0 degrees', [[title], [{ ...photo, transform: { rotate: { angle: 0 } } }]]],
    ...OPAQUE_BACKGROUNDS.map((asset): [string, Clip[][]] => [
      `the background of ${JSON.stringify(asset)}`,
      [[title], [{ asset, start: 0, length: 5 }]],
    ]),
  ])('is found: %s', (_what, tracks) => {
    expect(warned(tracks)).toHaveLength(1);
  });

  it('is one warning that counts the hidden clips', () => {
    expect(warned([[title, { ...title, start: 4, length: 1 }], [title], [photo]])).toEqual([
      expect.stringContaining('hides timeline.tracks[0].clips[0] and 2 other clips from start to end'),
    ]);
  });
});

describe('no edit for another dialect is suspected', () => {
  it.each<[string, Clip[][]]>([
    [
      'a cutaway over a film with sound',
      [
        [
          { ...film, length: 9 },
          { ...film, start: 9, length: 1 },
        ],
        [{ ...photo, start: 9, length: 1 }],
      ],
    ],
    [
      'a picture that covers only a part of a title',
      [[{ ...title, start: 0, length: 5 }], [{ ...photo, start: 1, length: 2 }]],
    ],
    ['a picture that is mixed with what is below it', [[title], [{ ...photo, blend: 'multiply' }]]],
    ['a picture with round corners', [[title], [{ ...photo, corners: 24 }]]],
    ['a picture with one round corner', [[title], [{ ...photo, corners: [0, 24, 0, 0] }]]],
    [
      'a picture whose corners change',
      [[title], [{ ...photo, corners: [{ from: 0, to: 20, start: 0, length: 1 }] }]],
    ],
    ['a smaller picture', [[title], [{ ...photo, scale: 0.5 }]]],
    ['a picture in a box', [[title], [{ ...photo, width: 100 }]]],
    ['a translucent picture', [[title], [{ ...photo, opacity: 0.9 }]]],
    ['an animated opacity', [[title], [{ ...photo, opacity: [{ from: 0, to: 1, start: 0, length: 1 }] }]]],
    ['a contained picture', [[title], [{ ...photo, fit: 'contain' }]]],
    ['a moved picture', [[title], [{ ...photo, offset: { x: 0.5 } }]]],
    ['a turned picture', [[title], [{ ...photo, transform: { rotate: { angle: 5 } } }]]],
    [
      'a picture that may be transparent',
      [[title], [{ ...photo, asset: { type: 'image', src: 'https://a.example/a.png' } }]],
    ],
    [
      'a film that may be transparent',
      [[title], [{ ...film, asset: { type: 'video', src: 'https://a.example/a.webm' } }]],
    ],
    [
      'a film with a chroma key',
      [[title], [{ ...film, asset: { ...film.asset, chromaKey: { color: '#00ff00' } } }]],
    ],
    [
      'a masked track',
      [[title], [photo, { asset: { type: 'luma', src: 'https://a.example/a.jpg' }, start: 0, length: 5 }]],
    ],
    ['one track', [[photo, title]]],
    ...PARTIAL_BACKGROUNDS.map((asset): [string, Clip[][]] => [
      `the background of ${JSON.stringify(asset)}`,
      [[title], [{ asset, start: 0, length: 5 }]],
    ]),
  ])('%s', (_what, tracks) => {
    expect(warned(tracks)).toEqual([]);
  });

  it('quickly in a huge edit', () => {
    const clips = Array.from({ length: 50_000 }, () => title);
    expect(warned([clips, Array.from({ length: 50_000 }, () => ({ ...photo, start: 90 }))])).toHaveLength(0);
  });
});

describe('a file that was looked at', () => {
  const png = { ...photo, asset: { type: 'image', src: 'https://a.example/photo?id=1' } } as const;
  const countWarnings = (tracks: readonly (readonly Clip[])[], alpha: boolean | undefined): number =>
    warned(tracks, 'interface', alpha).length;

  it('is opaque if it has no alpha channel, whatever its name says', () => {
    expect([undefined, false, true].map((alpha) => countWarnings([[title], [png]], alpha))).toEqual([
      0, 1, 0,
    ]);
    expect([undefined, false, true].map((alpha) => countWarnings([[title], [photo]], alpha))).toEqual([
      1, 1, 0,
    ]);
  });
});
