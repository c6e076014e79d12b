import { describe, expect, it, test } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { toSeconds } from '../../base/time.ts';
import type { Asset, Clip, Dialect, Edit, Output } from '../../edit/index.ts';
import type { Media } from '../media/media.ts';
import { clip, editOf, image, mediaOf, text, track, videoTrack } from './edit.fixture.ts';
import { resolve } from './resolve.ts';
import type { Span } from './timeline.ts';

const MEDIA = mediaOf({
  video: { kind: 'av', video: videoTrack(10), audio: track(10) },
  talk: { kind: 'av', video: videoTrack(10), audio: track(12) },
  concert: { kind: 'av', video: videoTrack(10), audio: track(4) },
  mute: { kind: 'av', video: videoTrack(10) },
  song: { kind: 'av', audio: track(8) },
  endless: { kind: 'av', video: videoTrack(), audio: track() },
});

type VideoGiven = Partial<Extract<Asset, { type: 'video' }>>;

function video(given: VideoGiven = {}): Asset {
  return { type: 'video', src: 'video', ...given };
}

function audio(given: Partial<Extract<Asset, { type: 'audio' }>> = {}): Asset {
  return { type: 'audio', src: 'song', ...given };
}

function timelineOf(edit: Edit, dialect: Dialect = 'interface', media: ReadonlyMap<string, Media> = MEDIA) {
  return resolve(edit, media, dialect);
}

function spans(list: readonly Span[]): string[] {
  return list.map(({ from, to }) => `${from}-${to}`);
}

function failure(edit: Edit): string {
  try {
    timelineOf(edit);
  } catch (error) {
    if (error instanceof KinoraError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

describe('clip edges are rounded to the nearest frame, halves up (contract C20)', () => {
  it.each<[string, NonNullable<Output['fps']>, number, number, string]>([
    ['a decimal that floats cannot represent', 25, 0, 2.2, '0-55'],
    ['below a half', 25, 0.0199, 1, '0-25'],
    ['a half', 25, 0.02, 1, '1-26'],
    // The end is rounded independently: 0.03 s after 0.02 s is 0.05 s, which rounds to frame 1.
    ['start and end independently', 25, 0.02, 0.03, '1-1'],
    ['at 29.97', 29.97, 10, 1, '300-330'],
    ['far at 29.97', 29.97, 1001, 1.001, '30000-30030'],
    ['at 23.976', 23.976, 1, 1, '24-48'],
  ])('%s', (_, fps, start, length, span) => {
    const given = { start, length };
    const { visualClips } = timelineOf(editOf([[clip(given)], [clip({ length: 2000 })]], { fps }));
    const shown = span === '1-1' ? [] : [span];
    expect(spans(visualClips).slice(0, -1)).toEqual(shown);
  });

  test('consecutive clips meet without gap or overlap', () => {
    const clips = Array.from({ length: 40 }, () => clip({ start: 'auto', length: 0.33 }));
    const { visualClips, frameCount } = timelineOf(editOf([clips], { fps: 29.97 }));
    for (const [index, { from }] of visualClips.entries())
      expect(from).toBe(index === 0 ? 0 : visualClips[index - 1]!.to);
    // 13.2 s are 395.6 frames.
    expect(frameCount).toBe(396);
    expect(visualClips.at(-1)?.to).toBe(396);
  });
});

describe('the clip on top', () => {
  const tracks = [[clip({ alias: 'low' }), clip({ alias: 'over it' })], [clip({ alias: 'high' })]];
  const fields = (dialect: Dialect): string[] =>
    timelineOf(editOf(tracks), dialect).visualClips.map(({ field }) => field.replace('timeline.', ''));

  test('is on the last track, and within a track the later clip (contract C1, contract C27)', () => {
    expect(fields('interface')).toEqual(['tracks[0].clips[0]', 'tracks[0].clips[1]', 'tracks[1].clips[0]']);
  });

  test('is on the first track in the dialect of the public service, but still the later clip of a track', () => {
    expect(fields('shotstack')).toEqual(['tracks[1].clips[0]', 'tracks[0].clips[0]', 'tracks[0].clips[1]']);
  });
});

describe('the timeline', () => {
  test('warns of clips that overlap because of the lengths of their media', () => {
    const long = clip({ asset: video(), length: 'auto' });
    const fields = (edit: Edit) => timelineOf(edit).warnings.map(({ field }) => field);
    expect(fields(editOf([[long, clip({ start: 9.5 })]]))).toEqual(['timeline.tracks[0].clips[1]']);
    expect(fields(editOf([[long, clip({ start: 10 })]]))).toEqual([]);
  });

  test('has the size, rate, length and background of the edit', () => {
    const edit = editOf([[clip({ length: 2 })]], { resolution: 'sd', aspectRatio: '4:5', fps: 29.97 });
    const { width, height, rate, frameCount, background } = timelineOf({
      ...edit,
      timeline: { ...edit.timeline, background: '#123456' },
    });
    expect([width, height, rate.toFraction(), frameCount, background]).toEqual([
      460,
      576,
      '30000/1001',
      60,
      '#123456',
    ]);
  });

  test('is black by default', () => {
    expect(timelineOf(editOf([[clip()]])).background).toBe('#000000');
  });

  test('needs at least one frame', () => {
    expect(failure(editOf([[clip({ length: 0.019 })]]))).toBe(
      'validation_failed: timeline.tracks[0].clips[0].length is too short: a timeline of 0.019 s has no frame at 25 frames per second.',
    );
    expect(failure(editOf([[clip({ length: 0.02 })]]))).toBe('none');
  });

  test('lasts at most 12 hours', () => {
    expect(failure(editOf([[clip({ length: 43_200 })]]))).toBe('none');
    expect(failure(editOf([[clip({ length: 43_200.01 })]]))).toBe(
      'validation_failed: The timeline is longer than 12 hours. Make it shorter.',
    );
  });

  test('leaves out clips without a frame', () => {
    const { visualClips, audioClips, frameCount } = timelineOf(
      editOf([[clip({ start: 3, length: 0 }), clip({ asset: video(), start: 2, length: 0.01 }), clip()]]),
    );
    expect(spans(visualClips)).toEqual(['0-25']);
    expect(audioClips).toEqual([]);
    expect(frameCount).toBe(75);
  });
});

describe('a visual clip', () => {
  test('has the defaults of the contract', () => {
    const [shown] = timelineOf(editOf([[clip()]])).visualClips;
    expect(shown).toEqual({
      from: 0,
      to: 25,
      field: 'timeline.tracks[0].clips[0]',
      visual: { kind: 'still', media: MEDIA.get('image') },
      fit: 'crop',
      scale: 1,
      position: 'center',
      offset: { x: 0, y: 0 },
      opacity: 1,
      crop: { top: 0, bottom: 0, left: 0, right: 0 },
      angle: 0,
      skew: { x: 0, y: 0 },
      flip: { horizontal: false, vertical: false },
      transition: {},
    });
  });

  test('has the values of the edit, including 0', () => {
    const given: Partial<Clip> = {
      fit: 'contain',
      scale: 0,
      position: 'topLeft',
      offset: { x: 0.25, y: -0.5 },
      opacity: 0,
      transition: { in: 'fadeFast', out: 'fade' },
    };
    expect(timelineOf(editOf([[clip({ ...given, length: 4 })]])).visualClips[0]).toMatchObject({
      fit: 'contain',
      scale: 0,
      position: 'topLeft',
      offset: { x: 0.25, y: -0.5 },
      opacity: 0,
      transition: {
        in: { kind: 'fade', directions: [], seconds: 0.5 },
        out: { kind: 'fade', directions: [], seconds: 1 },
      },
    });
  });

  test('derives its fades from its number of frames, not from its seconds in the edit', () => {
    // At 25 frames per second, 0.33 s are 8 frames or 0.32 s. Each of the two fades gets half.
    const [shown] = timelineOf(
      editOf([[clip({ length: 0.33, transition: { in: 'fade', out: 'fade' } })]]),
    ).visualClips;
    expect([shown?.transition.in?.seconds, shown?.transition.out?.seconds]).toEqual([0.16, 0.16]);
  });

  test('has its box, crop, rotation and animated numbers', () => {
    const scale = [{ from: 1, to: 2, length: 1, interpolation: 'bezier' } as const];
    const given: Partial<Clip> = {
      asset: { type: 'image', src: 'image', crop: { left: 0.25 } },
      width: 300,
      scale,
      effect: 'zoomInSlow',
      transform: { rotate: { angle: -90 }, skew: { y: 0.5 }, flip: { vertical: true } },
    };
    const [shown] = timelineOf(editOf([[clip(given)]])).visualClips;
    expect(shown).toMatchObject({
      box: { width: 300 },
      crop: { top: 0, bottom: 0, left: 0.25, right: 0 },
      effect: 'zoomInSlow',
      angle: -90,
      skew: { x: 0, y: 0.5 },
      flip: { horizontal: false, vertical: true },
      scale: [{ from: 1, to: 2, curve: 'ease' }],
    });
  });

  test('shows a video from its trim', () => {
    const [shown] = timelineOf(editOf([[clip({ asset: video({ trim: 2.2 }) })]])).visualClips;
    const { visual } = shown!;
    expect(visual.kind === 'video' && visual.trim.toFraction()).toBe('11/5');
  });

  test('is not created from a sound', () => {
    const { visualClips, audioClips } = timelineOf(editOf([[clip({ asset: audio() })]]));
    expect([visualClips.length, audioClips.length]).toEqual([0, 1]);
  });

  test('shows a text without a file', () => {
    expect(timelineOf(editOf([[clip({ asset: text() })]])).visualClips[0]?.visual).toEqual({
      kind: 'drawn',
      length: 1,
      asset: text(),
    });
  });
});

describe('a luma matte', () => {
  const luma = (src: string, given: Partial<Clip> = {}): Clip =>
    clip({ asset: { type: 'luma', src, trim: 2 }, ...given });

  it('masks the clips of its track that share a frame with it, and is not shown itself', () => {
    const { visualClips } = timelineOf(
      editOf([
        [
          clip({ length: 2 }),
          clip({ start: 2 }),
          clip({ start: 3 }),
          luma('mute', { start: 1.02, length: 1.5 }),
          luma('image', { start: 2.5, length: 0.5 }),
        ],
        [clip({ length: 4 })],
      ]),
    );
    // 1.02 s is half a frame after frame 25 and is rounded up.
    const masks = visualClips.map(({ mattes = [] }) => spans(mattes).join(' '));
    expect(masks).toEqual(['26-63', '26-63 63-75', '', '']);
  });

  it.each<[Dialect, boolean]>([
    ['interface', false],
    ['shotstack', true],
  ])('hides what is under its black or its white, depending on the dialect: %s', (dialect, isInverted) => {
    const { visualClips } = timelineOf(editOf([[clip(), luma('video')]]), dialect);
    const visual = { kind: 'video', track: videoTrack(10), trim: toSeconds(2) };
    expect(visualClips[0]?.mattes).toEqual([
      { from: 0, to: 25, field: 'timeline.tracks[0].clips[1]', visual, isInverted },
    ]);
  });

  it.each([
    ['video', 8],
    ['image', 3],
  ])('with the length auto is as long as its %s after the trim', (src, length) => {
    expect(timelineOf(editOf([[luma(src, { length: 'auto' })]])).frameCount).toBe(length * 25);
  });

  it('is not heard', () => {
    expect(timelineOf(editOf([[clip(), luma('video')]])).audioClips).toEqual([]);
  });
});

describe('length auto', () => {
  it.each<[string, Asset, string]>([
    ['is the length of the picture for a video', video(), '0-250'],
    ['is that of its longer sound (contract C61)', video({ src: 'talk' }), '0-300'],
    ['is that of its picture if the sound is shorter', video({ src: 'concert' }), '0-250'],
    ['is the rest of a video after its trim', video({ trim: 2.5 }), '0-188'],
    ['is the length of the sound for audio', audio(), '0-200'],
    ['is the rest of a sound after its trim', audio({ trim: 7.5 }), '0-13'],
    ['is the length of the sound for a video used as audio', audio({ src: 'talk', trim: 0 }), '0-300'],
    ['is shorter at a higher speed', video({ trim: 2, speed: 2.5 }), '0-80'],
    ['is longer at a lower speed', audio({ trim: 6, speed: 0.5 }), '0-100'],
    ['is 3 s for an image', image(), '0-75'],
    ['is 3 s for a text', text(), '0-75'],
  ])('%s', (_, asset, span) => {
    const { visualClips, audioClips } = timelineOf(editOf([[clip({ asset, length: 'auto' })]]));
    expect(spans([...visualClips, ...audioClips])[0]).toBe(span);
  });

  it.each<[string, Asset, string]>([
    [
      'for a file that does not specify its duration',
      video({ src: 'endless' }),
      'validation_failed: timeline.tracks[0].clips[0].length: cannot be "auto", because endless does not specify its duration. Give the clip a length in seconds.',
    ],
    [
      'for a video whose trim leaves nothing',
      video({ trim: 10 }),
      'validation_failed: timeline.tracks[0].clips[0].asset.trim: a trim of 10 s leaves nothing of video, which lasts 10 s.',
    ],
  ])('is rejected %s', (_, asset, message) => {
    expect(failure(editOf([[clip({ asset, length: 'auto' })]]))).toBe(message);
  });

  test('shows nothing of a video whose trim leaves nothing', () => {
    const pictures = (trim: number, src = 'video') =>
      timelineOf(editOf([[clip({ asset: video({ src, trim }) })]])).visualClips.length;
    expect([pictures(9.99), pictures(10), pictures(11)]).toEqual([1, 0, 0]);
    expect([pictures(11.99, 'talk'), pictures(12, 'talk')]).toEqual([1, 0]);
  });

  test('is not computed if a length is given', () => {
    expect(failure(editOf([[clip({ asset: video({ src: 'endless' }) })]]))).toBe('none');
    expect(failure(editOf([[clip({ asset: video({ trim: 99 }) })]]))).toBe('none');
  });
});

describe('a speed', () => {
  const playing = (asset: Asset, dialect?: Dialect): [string, string] => {
    const [visual] = timelineOf(editOf([[clip({ asset })]]), dialect).visualClips.map((each) => each.visual);
    if (visual?.kind !== 'video') return ['', ''];
    return [visual.trim.toFraction(), visual.speed?.toFraction() ?? '1'];
  };

  test('is exact, and the trim is in seconds of the source (contract C5)', () => {
    expect(playing(video({ trim: 2.2, speed: 1.37 }))).toEqual(['11/5', '137/100']);
  });

  test('multiplies the trim, too, in the dialect of the public service', () => {
    const asset = video({ trim: 2, speed: 2.5 });
    expect(playing(asset, 'shotstack')).toEqual(['5', '5/2']);
    // 10 s at speed 2.5 are 4 s, minus the trim of 2 s.
    const { visualClips } = timelineOf(editOf([[clip({ asset, length: 'auto' })]]), 'shotstack');
    expect(spans(visualClips)).toEqual(['0-50']);
  });

  test('of 0 shows the picture at the trim in both dialects and is not heard (contract C22)', () => {
    const asset = video({ trim: 2, speed: 0 });
    expect([playing(asset), playing(asset, 'shotstack')]).toEqual([
      ['2', '0'],
      ['2', '0'],
    ]);
    expect(timelineOf(editOf([[clip({ asset })]])).audioClips).toEqual([]);
  });

  it.each<[string, number, string[]]>([
    ['of a hundredth is still heard', 0.01, ['1/100']],
    ['below a hundredth is silent', 0.0099, []],
  ])('%s', (_, speed, expected) => {
    const { audioClips } = timelineOf(editOf([[clip({ asset: audio({ speed }) })]]));
    expect(audioClips.map((sound) => sound.speed.toFraction())).toEqual(expected);
  });
});

describe('a clip that is longer than its file', () => {
  const warnings = (given: Partial<Clip>): string[] =>
    timelineOf(editOf([[clip(given)], [clip({ length: 30 })]])).warnings.map(({ text: said }) =>
      said.replace('timeline.tracks[0].clips[0].', ''),
    );

  it.each<[string, Partial<Clip>, string[]]>([
    [
      'gets a warning',
      { asset: video({ trim: 2 }), length: 12.5 },
      [
        'The length of 12.5 s is longer than the rest of video, which lasts 8 s. The clip is empty after that.',
      ],
    ],
    [
      'gets a warning that takes the speed into account',
      { asset: audio({ speed: 2 }), length: 5 },
      ['The length of 5 s is longer than the rest of song, which lasts 4 s. The clip is empty after that.'],
    ],
    [
      'gets a warning if its length comes from the timeline',
      { asset: video(), length: 'end' },
      [
        'The length of 30 s is longer than the rest of video, which lasts 10 s. The clip is empty after that.',
      ],
    ],
    [
      'gets a warning if nothing is left of the file',
      { asset: video({ trim: 10 }), length: 1 },
      ['A trim of 10 s leaves nothing of video, which lasts 10 s.'],
    ],
    [
      'gets a warning if its sound outlasts its picture',
      { asset: video({ src: 'talk', trim: 1 }), length: 11 },
      ['talk has 10 s of picture and 12 s of sound. The last picture stays until the sound ends.'],
    ],
    [
      'gets a warning if its picture outlasts its sound',
      { asset: video({ src: 'concert', loop: true }), length: 30 },
      ['concert has 10 s of picture and 4 s of sound. The rest of it is silent.'],
    ],
    [
      'gets no warning of streams whose ends it does not reach',
      { asset: video({ src: 'talk', trim: 1 }), length: 9 },
      [],
    ],
    ['gets no warning for less than a frame', { asset: video(), length: 10.03 }, []],
    ['gets no warning at speed 0', { asset: video({ speed: 0, trim: 9 }), length: 25 }, []],
    [
      'gets no warning if the duration of the file is unknown',
      { asset: video({ src: 'endless' }), length: 25 },
      [],
    ],
  ])('%s', (_, given, expected) => {
    expect(warnings(given)).toEqual(expected);
  });
});
