import { describe, expect, it, test } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { toSeconds } from '../../base/time.ts';
import type { Asset, Clip, Dialect, Edit, Output } from '../../edit/index.ts';
import type { Media } from '../media/media.ts';
import { clip, editOf, image, mediaOf, text, track, videoTrack } from './edit.fixture.ts';
import { resolve } from './resolve.ts';
import type { Span } from './timeline.ts';

const MEDIA = mediaOf({
  video: { kind: 'av', video: videoTrack(10), audio: track(12) },
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

describe('edges lie on the nearest frame, halves up (C20)', () => {
  it.each<[string, NonNullable<Output['fps']>, number, number, string]>([
    ['a decimal that floats get wrong', 25, 0, 2.2, '0-55'],
    ['below a half', 25, 0.0199, 1, '0-25'],
    ['a half', 25, 0.02, 1, '1-26'],
    // The end is rounded for itself: 0.02 + 0.02 s lie on frame 1.
    ['start and end each for itself', 25, 0.02, 0.03, '1-1'],
    ['at 29.97', 29.97, 10, 1, '300-330'],
    ['far at 29.97', 29.97, 1001, 1.001, '30000-30030'],
    ['at 23.976', 23.976, 1, 1, '24-48'],
  ])('%s', (_, fps, start, length, span) => {
    const given = { start, length };
    const { visualClips } = timelineOf(editOf([[clip(given)], [clip({ length: 2000 })]], { fps }));
    const shown = span === '1-1' ? [] : [span];
    expect(spans(visualClips).slice(0, -1)).toEqual(shown);
  });

  test('clips one after the other meet without gap or overlap', () => {
    const clips = Array.from({ length: 40 }, () => clip({ start: 'auto', length: 0.33 }));
    const { visualClips, frameCount } = timelineOf(editOf([clips], { fps: 29.97 }));
    for (const [index, { from }] of visualClips.entries())
      expect(from).toBe(index === 0 ? 0 : visualClips[index - 1]!.to);
    // 13.2 s are 395.6 frames.
    expect(frameCount).toBe(396);
    expect(visualClips.at(-1)?.to).toBe(396);
  });
});

describe('what lies on top', () => {
  const tracks = [[clip({ alias: 'low' }), clip({ alias: 'over it' })], [clip({ alias: 'high' })]];
  const fields = (dialect: Dialect): string[] =>
    timelineOf(editOf(tracks), dialect).visualClips.map(({ field }) => field.replace('timeline.', ''));

  test('is the last track, and in a track the later clip (C1, C27)', () => {
    expect(fields('interface')).toEqual(['tracks[0].clips[0]', 'tracks[0].clips[1]', 'tracks[1].clips[0]']);
  });

  test('is the first track in the dialect of the public service, and still the later clip in a track', () => {
    expect(fields('shotstack')).toEqual(['tracks[1].clips[0]', 'tracks[0].clips[0]', 'tracks[0].clips[1]']);
  });
});

describe('the timeline', () => {
  test('warns of clips that overlap by the lengths of their media', () => {
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

  test('needs a frame at least', () => {
    expect(failure(editOf([[clip({ length: 0.019 })]]))).toBe(
      'validation_failed: timeline.tracks[0].clips[0].length must be more, or the timeline is shorter than one frame: it lasts 0.019 s, at 25 frames a second.',
    );
    expect(failure(editOf([[clip({ length: 0.02 })]]))).toBe('none');
  });

  test('lasts 12 hours at the most', () => {
    expect(failure(editOf([[clip({ length: 43_200 })]]))).toBe('none');
    expect(failure(editOf([[clip({ length: 43_200.01 })]]))).toBe(
      'validation_failed: The timeline is longer than 12 hours; make it shorter.',
    );
  });

  test('shows no clip that has no frame', () => {
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

  test('has what the edit says, and 0 is a value', () => {
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

  test('takes its fades from the frames it has, not from the seconds it was given', () => {
    // 0.33 s at 25 frames a second are 8 frames, 0.32 s; each of the two fades has half.
    const [shown] = timelineOf(
      editOf([[clip({ length: 0.33, transition: { in: 'fade', out: 'fade' } })]]),
    ).visualClips;
    expect([shown?.transition.in?.seconds, shown?.transition.out?.seconds]).toEqual([0.16, 0.16]);
  });

  test('has its box, crop, turns and animated numbers', () => {
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

  test('shows a video from its trim on', () => {
    const [shown] = timelineOf(editOf([[clip({ asset: video({ trim: 2.2 }) })]])).visualClips;
    const { visual } = shown!;
    expect(visual.kind === 'video' && visual.trim.toFraction()).toBe('11/5');
  });

  test('is not made of a sound', () => {
    const { visualClips, audioClips } = timelineOf(editOf([[clip({ asset: audio() })]]));
    expect([visualClips.length, audioClips.length]).toEqual([0, 1]);
  });

  test('shows a text without any file', () => {
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

  it('masks the clips of its track that share a frame with it, and is not seen itself', () => {
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
    // 1.02 s is half a frame after 25, and taken to the later one.
    const masks = visualClips.map(({ mattes = [] }) => spans(mattes).join(' '));
    expect(masks).toEqual(['26-63', '26-63 63-75', '', '']);
  });

  it.each<[Dialect, boolean]>([
    ['interface', false],
    ['shotstack', true],
  ])('hides what is black or what is white, by the dialect %s', (dialect, isInverted) => {
    const { visualClips } = timelineOf(editOf([[clip(), luma('video')]]), dialect);
    const visual = { kind: 'video', track: videoTrack(10), trim: toSeconds(2) };
    expect(visualClips[0]?.mattes).toEqual([
      { from: 0, to: 25, field: 'timeline.tracks[0].clips[1]', visual, isInverted },
    ]);
  });

  it.each([
    ['video', 8],
    ['image', 3],
  ])('with the length auto is as long as its %s, after the trim', (src, length) => {
    expect(timelineOf(editOf([[luma(src, { length: 'auto' })]])).frameCount).toBe(length * 25);
  });

  it('is not heard', () => {
    expect(timelineOf(editOf([[clip(), luma('video')]])).audioClips).toEqual([]);
  });
});

describe('length auto', () => {
  it.each<[string, Asset, string]>([
    ["is the picture's own length for a video, not the longer sound's (C21)", video(), '0-250'],
    ['is what the trim leaves of a video', video({ trim: 2.5 }), '0-188'],
    ["is the sound's length for audio", audio(), '0-200'],
    ['is what the trim leaves of a sound', audio({ trim: 7.5 }), '0-13'],
    ['is the sound of a video used as audio', audio({ src: 'video', trim: 0 }), '0-300'],
    ['is shorter for what plays faster', video({ trim: 2, speed: 2.5 }), '0-80'],
    ['is longer for what plays slower', audio({ trim: 6, speed: 0.5 }), '0-100'],
    ['is 3 s for an image', image(), '0-75'],
    ['is 3 s for a text', text(), '0-75'],
  ])('%s', (_, asset, span) => {
    const { visualClips, audioClips } = timelineOf(editOf([[clip({ asset, length: 'auto' })]]));
    expect(spans([...visualClips, ...audioClips])[0]).toBe(span);
  });

  it.each<[string, Asset, string]>([
    [
      'of a file that does not say how long it is',
      video({ src: 'endless' }),
      'validation_failed: timeline.tracks[0].clips[0].length: cannot be "auto", because endless does not say how long it is; give a number of seconds.',
    ],
    [
      'of a video that is trimmed away',
      video({ trim: 10 }),
      'validation_failed: timeline.tracks[0].clips[0].asset.trim: 10 s leaves nothing of video, which lasts 10 s.',
    ],
  ])('is refused %s', (_, asset, message) => {
    expect(failure(editOf([[clip({ asset, length: 'auto' })]]))).toBe(message);
  });

  test('is not asked for where a number is given', () => {
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

  test('is exact, and its trim counts seconds of the source (C5)', () => {
    expect(playing(video({ trim: 2.2, speed: 1.37 }))).toEqual(['11/5', '137/100']);
  });

  test('multiplies the trim as well in the dialect of the public service', () => {
    const asset = video({ trim: 2, speed: 2.5 });
    expect(playing(asset, 'shotstack')).toEqual(['5', '5/2']);
    // 10 s at 2.5 are 4 s, less the trim of 2 s.
    const { visualClips } = timelineOf(editOf([[clip({ asset, length: 'auto' })]]), 'shotstack');
    expect(spans(visualClips)).toEqual(['0-50']);
  });

  test('of 0 shows its trim in both dialects, and is not heard (C22)', () => {
    const asset = video({ trim: 2, speed: 0 });
    expect([playing(asset), playing(asset, 'shotstack')]).toEqual([
      ['2', '0'],
      ['2', '0'],
    ]);
    expect(timelineOf(editOf([[clip({ asset })]])).audioClips).toEqual([]);
  });

  it.each<[string, number, string[]]>([
    ['that is slow', 0.01, ['1/100']],
    ['so slow that nothing would be heard', 0.0099, []],
  ])('%s', (_, speed, expected) => {
    const { audioClips } = timelineOf(editOf([[clip({ asset: audio({ speed }) })]]));
    expect(audioClips.map((sound) => sound.speed.toFraction())).toEqual(expected);
  });
});

describe('a clip that its file does not fill', () => {
  const warnings = (given: Partial<Clip>): string[] =>
    timelineOf(editOf([[clip(given)], [clip({ length: 30 })]])).warnings.map(({ text: said }) =>
      said.replace('timeline.tracks[0].clips[0].', ''),
    );

  it.each<[string, Partial<Clip>, string[]]>([
    [
      'is warned of',
      { asset: video({ trim: 2 }), length: 12.5 },
      ['length: 12.5 s is longer than what is left of video, 8 s; after that there is nothing of it.'],
    ],
    [
      'is warned of at its speed',
      { asset: audio({ speed: 2 }), length: 5 },
      ['length: 5 s is longer than what is left of song, 4 s; after that there is nothing of it.'],
    ],
    [
      'is warned of where its length comes from the timeline',
      { asset: video(), length: 'end' },
      ['length: 30 s is longer than what is left of video, 10 s; after that there is nothing of it.'],
    ],
    [
      'is warned of where nothing is left',
      { asset: video({ trim: 10 }), length: 1 },
      ['asset.trim: 10 s leaves nothing of video, which lasts 10 s.'],
    ],
    ['may lack less than a frame', { asset: video(), length: 10.03 }, []],
    ['may stand still as long as it likes', { asset: video({ speed: 0, trim: 9 }), length: 25 }, []],
    ['may be of unknown length', { asset: video({ src: 'endless' }), length: 25 }, []],
  ])('%s', (_, given, expected) => {
    expect(warnings(given)).toEqual(expected);
  });
});
