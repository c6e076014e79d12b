import { describe, expect, it } from 'vitest';
import { EASINGS } from '../../../edit/schema/values.ts';
import { listSpans } from '../clip-spans.ts';
import { changeText, type DraftClip, type DraftEdit, readDraft, writeEdit } from '../edit-text.ts';
import { ASSETS, FILE_SECONDS, findDifference, listFrames, parseText } from '../shown-frames.fixture.ts';
import type { ClipFileFacts } from './played-file.ts';
import { type Split, splitClip } from './split-clip.ts';

const { video, audio, image, text } = ASSETS;

function editOf(clip: object, fps = 25): string {
  return writeEdit({
    timeline: { tracks: [{ clips: [{ asset: image, start: 1, length: 4, ...clip }] }] },
    output: { format: 'mp4', size: { width: 1280, height: 720 }, fps },
  });
}

function split(
  edit: string,
  second: number,
  fps = 25,
  facts: ClipFileFacts = {},
): Split & { readonly after: string } {
  const draft = readDraft(edit) as DraftEdit;
  const [span] = listSpans(draft, { tracks: [{ clips: [{ start: 1, length: 4 }] }] });
  const done = splitClip(draft, span!, second, {
    rate: fps,
    fileLength: fileLengthOf(draft),
    ...facts,
  });
  return { ...done, after: changeText(edit, done.changes) };
}

/** Returns the length of the file of the first clip. A picture has none. */
function fileLengthOf(draft: DraftEdit): number | undefined {
  const type = draft.timeline?.tracks?.[0]?.clips?.[0]?.asset?.type;
  return type === 'video' || type === 'audio' ? FILE_SECONDS : undefined;
}

function clipsOf(edit: string): readonly DraftClip[] {
  return (readDraft(edit) as DraftEdit).timeline?.tracks?.[0]?.clips ?? [];
}

const eased = (easing: unknown) => [
  { from: 0.2, to: 1, start: 0.4, length: 1.6, interpolation: 'bezier', easing },
  { from: 1, to: 0.5, start: 2.4, length: 1, interpolation: 'constant' },
  { from: 0.5, to: 0.7, start: 3.6, length: 0.4 },
];
const step = { from: 0.1, to: 0.9, start: 1.2, length: 0 };

const backwards = [
  { from: 1.5, to: -0.5, start: 0.6, length: 1.4 },
  { from: -1, to: -2, start: 2.6, length: 1, interpolation: 'bezier', easing: 'easeInCirc' },
];

const GROUP = {
  type: 'group',
  tracks: [
    {
      clips: [
        { asset: image, start: 0.6, length: 3, scale: eased('easeInOut').slice(0, 1), effect: 'zoomIn' },
      ],
    },
    {
      clips: [
        { asset: { ...video, volumeEffect: 'fadeOut' }, start: 0, length: 1.2 },
        { asset: image, start: 2.2, length: 1.8 },
      ],
    },
  ],
};

const FAST = { asset: { ...video, speed: 1.5 }, start: 0, length: 4 };

describe('both halves of a split look and sound at every frame as the clip did', () => {
  it.each<[string, object]>([
    ['nothing that moves', {}],
    ...EASINGS.filter((easing) => easing !== 'easeInOutExpo').map((easing): [string, object] => [
      `the curve ${easing}`,
      { scale: eased(easing) },
    ]),
    ['a curve of its own', { opacity: eased([0.9, 0, 0.1, 1]) }],
    ['a curve that ends where it begins', { offset: { x: eased([0.2, 3, 0.8, -2]) } }],
    [
      'all that can be animated',
      {
        offset: { x: eased('ease'), y: eased('easeIn') },
        transform: { rotate: { angle: eased('easeOut') }, skew: { x: eased('ease'), y: [step] } },
        opacity: [step, { from: 0.2, to: 0.6, start: 2, length: 1 }],
      },
    ],
    ['a place of its own in the shape', { scale: [step], shapes: { '16:9': { scale: eased('ease') } } }],
    ['tweens in another order', { scale: eased('ease').reverse() }],
    ['an effect', { effect: 'slideLeft' }],
    ['a path along which it goes evenly', { motion: { path: 'M 0 0 C 400 700 800 0 1200 600' } }],
    [
      'a path with a progress of its own',
      { motion: { path: 'M 0 0 L 900 500', rotate: true, progress: eased('ease') } },
    ],
    ['a look in space', { perspective: { turn: eased('ease'), tilt: [step] } }],
    ['a zoom in a box', { effect: 'zoomInFast', width: 400, height: 300, position: 'topLeft' }],
    ['a part of an effect', { effect: { name: 'zoomOut', from: 0.2, to: 0.7 } }],
    ['a fade at both ends', { transition: { in: 'fade', out: 'fadeSlow' }, opacity: 0.8 }],
    ['a film at another speed', { asset: { ...video, speed: 1.5 }, transition: { in: 'fade' } }],
    ['a film whose speed changes', { asset: { ...video, speed: eased('easeInOutBack') } }],
    ['a film that plays backwards', { asset: { ...video, trim: 7, speed: backwards } }],
    ['a film whose speed jumps', { asset: { ...video, speed: [step] }, opacity: [step] }],
    ['a sound that fades', { asset: { ...audio, effect: 'fadeInFadeOut', volume: 0.8 } }],
    ['a film whose sound fades in', { asset: { ...video, volumeEffect: 'fadeIn' } }],
    ['a volume with tweens', { asset: { ...audio, volume: eased('easeInOutSine').slice(0, 1) } }],
    ['a group, whose clips are cut, too', { asset: GROUP, scale: eased('ease'), effect: 'slideUp' }],
    ['a start and a length that are words', { start: 'auto', length: 'auto', asset: { ...video, trim: 6 } }],
  ])('with %s', (_name, clip) => {
    const edit = editOf(clip);
    const before = listFrames(edit);
    for (const second of [1.04, 1.48, 2.2, 3.52, 4.96]) {
      const { after, obstacle } = split(edit, second);
      expect([second, obstacle, clipsOf(after).length]).toEqual([second, undefined, 2]);
      // A hundredth of a pixel.
      expect([second, findDifference(listFrames(after), before) < 1e-2]).toEqual([second, true]);
    }
  });

  it('with a bar that fills', () => {
    const halves = clipsOf(split(editOf({ asset: { type: 'progress' } }), 2).after);
    expect(halves.map(({ asset }) => asset?.['value'])).toEqual([
      [{ from: 0, to: 0.25, start: 0, length: 1 }],
      [{ from: 0.25, to: 1, start: 0, length: 3 }],
    ]);
  });

  it('with a curve that is vertical at one moment, except at this moment', () => {
    const edit = editOf({ scale: eased('easeInOutExpo') });
    const at = (second: number) =>
      listFrames(split(edit, second).after).filter((_frame, frame) => frame !== 55);
    const before = listFrames(edit).filter((_frame, frame) => frame !== 55);
    for (const second of [1.48, 2.16, 2.2, 2.24, 3])
      expect(findDifference(at(second), before)).toBeLessThan(0.1);
  });

  it.each([29.97, 30, 23.976, 60])('at %s frames per second, and again and again', (fps) => {
    const edit = editOf({ scale: eased('easeInOutBack'), effect: 'zoomIn' }, fps);
    let latest = edit;
    for (const second of [4.5, 3.1234, 2, 1.4]) latest = split(latest, second, fps).after;
    expect(clipsOf(latest)).toHaveLength(5);
    expect(findDifference(listFrames(latest), listFrames(edit))).toBeLessThan(1e-2);
  });
});

it('cuts the animated numbers of the filters of a sound', () => {
  const filters = [{ type: 'voice' }, { type: 'gain', db: [{ from: -20, to: 20, start: 0, length: 4 }] }];
  const { after } = split(editOf({ asset: { ...audio, sound: filters } }), 2);
  expect(clipsOf(after).map(({ asset }) => asset?.['sound'])).toEqual([
    [{ type: 'voice' }, { type: 'gain', db: [{ from: -20, to: -10, start: 0, length: 1 }] }],
    [{ type: 'voice' }, { type: 'gain', db: [{ from: -10, to: 20, start: 0, length: 3 }] }],
  ]);
});

it.each<[string, object]>([
  ['a plain speed', { asset: { ...video, speed: 2 } }],
  ['a speed that changes', { asset: { ...video, speed: [{ from: 1, to: 2, start: 2, length: 1 }] } }],
  ['a still picture', { asset: { ...video, speed: 0 } }],
  ['a film in a group', { asset: { type: 'group', tracks: [{ clips: [FAST] }] } }],
])('in the dialect of the public service, both halves show what they showed: %s', (_name, clip) => {
  const edit = editOf(clip);
  const { after } = split(edit, 2.6, 25, { dialect: 'shotstack' });
  expect(clipsOf(after)).toHaveLength(2);
  const [frames, before] = [after, edit].map((text) => listFrames(text, 'shotstack')) as [
    number[][],
    number[][],
  ];
  expect(findDifference(frames, before)).toBeLessThan(1e-5);
});

it('an eased tween stays one tween in each half', () => {
  const { after } = split(
    editOf({ scale: [{ from: 0, to: 1, start: 1, length: 2, interpolation: 'bezier' }] }),
    3,
  );
  expect(clipsOf(after).map(({ scale }) => scale)).toMatchObject([
    [{ from: 0, start: 1, length: 1, interpolation: 'bezier' }],
    [{ to: 1, start: 0, length: 1, interpolation: 'bezier' }],
  ]);
});

it('a number that no longer changes is a number', () => {
  const { after } = split(editOf({ opacity: [{ from: 0, to: 0.7, length: 1 }] }), 3);
  expect(clipsOf(after)[1]?.['opacity']).toBe(0.7);
});

it('filters with values are cut, too', () => {
  const ramp = [{ from: 0, to: 1, length: 4 }];
  const curve = {
    type: 'curves',
    rgb: [
      [0, ramp],
      [1, 1],
    ],
  };
  const { after } = split(editOf({ filters: [{ type: 'exposure', value: ramp }, curve] }), 3);
  const ramps = [[{ from: 0, to: 0.5, length: 2 }], [{ from: 0.5, to: 1, length: 2 }]];
  expect(clipsOf(after).map(({ filters }) => filters)).toMatchObject(
    ramps.map((half) => [
      { type: 'exposure', value: half },
      {
        ...curve,
        rgb: [
          [0, half],
          [1, 1],
        ],
      },
    ]),
  );
});

it('the name stays once, transitions at their ends, and what follows the clip before with its beginning', () => {
  const given = {
    alias: 'a',
    id: 'x',
    start: 'auto',
    overlap: 0,
    transition: { in: 'wipeLeft', out: 'zoom' },
  };
  const { after } = split(editOf({ ...given, asset: text }), 3);
  expect(clipsOf(after)).toEqual([
    {
      asset: text,
      start: 'auto',
      overlap: 0,
      length: 2,
      alias: 'a',
      id: 'x',
      transition: { in: 'wipeLeft' },
    },
    { asset: text, start: 'auto', length: 2, id: 'x', transition: { out: 'zoom' } },
  ]);
});

it('a clip until the end of the timeline stays one, and begins by itself', () => {
  const { after } = split(editOf({ start: 'auto', length: 'end', asset: text }), 3);
  expect(clipsOf(after)).toEqual([
    { asset: text, start: 1, length: 2 },
    { asset: text, start: 'auto', length: 'end' },
  ]);
});

it('a transition keeps its time in a half that would let it last longer', () => {
  const { after } = split(editOf({ length: 1.6, transition: { in: 'fade', out: 'reveal' } }), 1.4);
  expect(clipsOf(after).map(({ transition }) => transition)).toEqual([
    undefined,
    { out: { name: 'reveal', duration: 0.8 } },
  ]);
});

it('a text that has appeared does not appear again', () => {
  const asset = { ...text, animation: { preset: 'typewriter', duration: 1 } };
  const { after } = split(editOf({ asset }), 3);
  expect(clipsOf(after).map((clip) => clip.asset)).toEqual([asset, text]);
});

it.each<[string, object, number, string]>([
  [
    'a transition that only one clip can have',
    { transition: { in: 'wipeLeft' } },
    1.4,
    'still appearing here (Wipe left)',
  ],
  ['its counterpart', { transition: { out: 'wipeLeft' } }, 4.6, 'already disappearing'],
  ['a fade of tweens', { transition: { in: 'fade' }, opacity: [step] }, 1.4, 'still appearing'],
  [
    'a fade over an opacity of its own in a shape',
    { transition: { in: 'fade' }, shapes: { '9:16': { opacity: 0.5 } } },
    1.4,
    'still appearing',
  ],
  [
    'a text that appears',
    { asset: { ...text, animation: { preset: 'typewriter', duration: 2 } } },
    2,
    'The text is',
  ],
  ['a file that repeats', { asset: { ...video, loop: true }, length: 20 }, 3, 'repeats'],
  ['a placeholder', { scale: [{ from: '{{ A }}', to: 1, length: 1 }] }, 3, 'placeholders'],
  [
    'a film beyond its beginning, backwards',
    { asset: { ...video, trim: 1, speed: [{ from: -1, to: -1 }] } },
    3,
    'beyond the beginning',
  ],
  [
    'a file that may repeat while its speed changes',
    { asset: { ...video, loop: true, speed: [{ from: 1, to: 2, length: 1 }] } },
    3,
    'repeats',
  ],
  [
    'a speed with placeholders',
    { asset: { ...video, speed: [{ from: '{{ A }}', to: 1, length: 1 }] } },
    3,
    'placeholders',
  ],
  ['silences', { asset: { ...video, cutSilence: true } }, 3, 'silences'],
  [
    'a group whose clips follow each other',
    { asset: { type: 'group', tracks: [{ clips: [{ asset: image, start: 'auto', length: 9 }] }] } },
    3,
    'follow each other',
  ],
  [
    'a group of which a half would be empty',
    { asset: { type: 'group', tracks: [{ clips: [{ asset: image, start: 3, length: 1 }] }] } },
    2,
    'empty',
  ],
  ['a moving page', { asset: { type: 'html5', html: '<b>a</b>' } }, 3, 'moving page'],
])('%s is not split, and a sentence says why', (_name, clip, second, words) => {
  const { changes, obstacle } = split(editOf(clip), second);
  expect(changes).toEqual([]);
  expect(obstacle).toContain(words);
});

it('an animated picture is not split', () => {
  const draft = readDraft(editOf({})) as DraftEdit;
  const [span] = listSpans(draft);
  const { obstacle } = splitClip(draft, span!, 3, { rate: 25, fileLength: 1 });
  expect(obstacle).toContain('animated picture');
});

it.each([0.5, 1, 1.01, 4.99, 5, 7])('nothing is split at %s, where a half would have no frame', (second) => {
  expect(split(editOf({}), second)).toMatchObject({ changes: [] });
});

it('a file that repeats after the end of its clip is split', () => {
  const edit = editOf({ asset: { ...video, loop: true } });
  expect(parseText(split(edit, 3).after)).toBeDefined();
});
