import { describe, expect, it, test } from 'vitest';
import {
  type AudioAsset,
  type Clip,
  type Crop,
  type Edit,
  resolveTimes,
  STILL_LENGTH,
  type Tween,
  findWarnings,
  type Warning,
} from '../index.ts';

function editOf(...tracks: Partial<Clip>[][]): Edit {
  const clip: Clip = { asset: { type: 'text', text: 'x' }, start: 0, length: 1 };
  return {
    timeline: { tracks: tracks.map((clips) => ({ clips: clips.map((given) => ({ ...clip, ...given })) })) },
    output: { format: 'mp4' },
  };
}

function find(edit: Edit): Warning[] {
  return findWarnings(
    edit,
    resolveTimes(edit, () => STILL_LENGTH),
    'interface',
  );
}

/** Returns the fields of the warnings as `track.clip.field`. The lengths of media are unknown. */
function listWarnings(...tracks: Partial<Clip>[][]): string[] {
  const edit = editOf(...tracks);
  const times = resolveTimes(edit, ({ clip }) => (clip.asset.type === 'video' ? undefined : STILL_LENGTH));
  return findWarnings(edit, times, 'interface').map(({ field }) =>
    field.replace(/^timeline\.tracks\[(\d+)\]\.clips\[(\d+)\]/, '$1.$2'),
  );
}

describe('overlapping clips on one track', () => {
  it('cause a warning with both clips, their times, and which is on top', () => {
    const edit = editOf([{ start: 0, length: 2.5 }, { start: 2.2 }]);
    expect(find(edit)).toEqual([
      {
        field: 'timeline.tracks[0].clips[1]',
        text: 'This clip starts at 2.2 s, before timeline.tracks[0].clips[0] ends at 2.5 s. If clips on a track overlap, the later one in the list is on top.',
      },
    ]);
  });

  it.each<[string, Partial<Clip>[][], string[]]>([
    [
      'are each reported once',
      [[{ length: 9 }, { start: 1, length: 3 }, { start: 2 }, { start: 9 }]],
      ['0.1', '0.2'],
    ],
    ['are found in any order of the list', [[{ start: 5 }, { start: 0, length: 6 }]], ['0.0']],
    ['are found after shorter ones', [[{ length: 9 }, { start: 1 }, { start: 5 }]], ['0.1', '0.2']],
    ['are found if their times are computed', [[{ length: 'end' }, { start: 2 }], [{ length: 4 }]], ['0.1']],
    ['may touch', [[{ length: 0.3 }, { start: 0.3 }, { start: 'auto' }]], []],
    ['may overlap by a rounding error', [[{ length: 1.3334 }, { start: 1.3333 }]], []],
    [
      'are reported if the overlap is limited',
      [[{ length: 3 }, { start: 'auto', overlap: 1, length: 0.6 }]],
      ['0.1.overlap'],
    ],
    [
      'are not reported if it is as long as the clip',
      [[{ length: 3 }, { start: 'auto', overlap: 1, length: 1 }]],
      [],
    ],
    ['are allowed on different tracks', [[{}], [{}]], []],
    ['do not include a clip without length', [[{ length: 3 }, { start: 1, length: 0 }]], ['0.1.length']],
    [
      'are allowed while the later one enters by a transition',
      [[{}, { start: 0.5, transition: { in: 'fadeFast' } }]],
      [],
    ],
    [
      'are allowed while the earlier one leaves by a transition',
      [[{ transition: { out: 'slideUp' } }, { start: 0.5 }]],
      [],
    ],
    [
      'are reported if they overlap for longer than the transition',
      [[{ length: 2 }, { start: 0.5, transition: { in: 'fade' } }]],
      ['0.1'],
    ],
    ['do not include empty texts', [[{ asset: { type: 'text', text: '' } }, {}]], []],
    ['do not include luma mattes', [[{ length: 3 }, { asset: { type: 'luma', src: 'a' } }]], []],
    [
      'are skipped if a time is unknown',
      [[{ asset: { type: 'video', src: 'v' }, length: 'auto' }, { start: 'auto' }, {}, {}]],
      ['0.3'],
    ],
  ])('%s', (_, tracks, expected) => {
    expect(listWarnings(...tracks)).toEqual(expected);
  });

  const audio = (start: number, more: object = {}): Partial<Clip> => ({
    asset: { type: 'audio', src: 'a', ...more },
    start,
    length: 3,
  });

  it('that are only heard cause a warning that both are heard', () => {
    const edit = editOf([audio(0), audio(2)]);
    expect(find(edit)).toEqual([
      {
        field: 'timeline.tracks[0].clips[1]',
        text: 'This sound starts at 2 s, before timeline.tracks[0].clips[0] ends at 3 s, so both are heard at once. If that is a mistake, start it later. If not, move it to another track.',
      },
    ]);
  });

  it.each<[string, Partial<Clip>[][], string[]]>([
    ['if the earlier one fades out', [[audio(0, { effect: 'fadeOut' }), audio(2)]], []],
    ['if the later one fades in', [[audio(0), audio(2, { effect: 'fadeInFadeOut' })]], []],
    [
      'with an animated volume',
      [[audio(0), audio(2, { volume: [{ from: 0, to: 1, start: 0, length: 1 }] })]],
      [],
    ],
    ['that fade elsewhere', [[audio(0, { effect: 'fadeIn' }), audio(2, { effect: 'fadeOut' })]], ['0.1']],
    ['on different tracks', [[audio(0)], [audio(2)]], []],
    ['beside a picture', [[{ length: 9 }, audio(2)]], []],
    ['apart from what is seen', [[audio(0), { length: 9 }, audio(2)]], ['0.2']],
  ])('that are only heard, %s', (_, tracks, expected) => {
    expect(listWarnings(...tracks)).toEqual(expected);
  });

  it('cause at most a hundred warnings, quickly even for very many clips', () => {
    const clips = Array.from({ length: 50_000 }, () => ({}));
    expect(listWarnings(clips, clips)).toHaveLength(100);
    const after = clips.map((_, index) => ({ start: index }));
    expect(listWarnings([{ start: 49_999.5, length: 2 }, ...after])).toHaveLength(1);
  });
});

describe('a luma matte', () => {
  const matte = { asset: { type: 'luma', src: 'a' }, start: 2, length: 2 } as const;

  it.each<[string, Partial<Clip>[][], string[]]>([
    ['over another clip causes no warning', [[{ length: 3 }, matte]], []],
    ['over a clip that started much earlier is used', [[{ length: 9 }, { start: 1 }, matte]], ['0.1']],
    ['over nothing causes a warning', [[{ length: 2 }, matte, { start: 4 }]], ['0.1']],
    ['over a clip of another track causes a warning', [[matte], [{ length: 9 }]], ['0.0']],
    ['over a sound causes a warning', [[matte, { asset: { type: 'audio', src: 'a' }, length: 9 }]], ['0.0']],
    [
      'over a speech causes a warning',
      [[matte, { asset: { type: 'text-to-speech', text: 'x', voice: 'Amy' }, length: 9 }]],
      ['0.0'],
    ],
    [
      'beside clips with unknown times causes no warning',
      [[matte, { asset: { type: 'video', src: 'v' }, length: 'auto' }]],
      [],
    ],
  ])('%s', (_, tracks, expected) => {
    expect(listWarnings(...tracks)).toEqual(expected);
  });
});

describe('fields that have no effect or hide everything', () => {
  const tween = (given: Partial<Tween>): Tween[] => [{ from: 0, to: 1, start: 0, length: 1, ...given }];
  const image = (crop: Crop): Partial<Clip> => ({ asset: { type: 'image', src: 'a', crop } });
  const sound = (given: Partial<AudioAsset>): Partial<Clip> => ({
    asset: { type: 'audio', src: 'a', ...given },
  });

  it.each<[string, Partial<Clip>, string[]]>([
    ['fades on a volume with tweens', sound({ volume: tween({}), effect: 'fadeIn' }), ['0.0.asset.effect']],
    [
      'fades of a video on a volume with tweens',
      { asset: { type: 'video', src: 'a', volume: tween({}), volumeEffect: 'fadeOut' } },
      ['0.0.asset.volumeEffect'],
    ],
    ['fades on a plain volume', sound({ volume: 0.5, effect: 'fadeIn' }), []],
    [
      'fades of a speech on a volume with tweens',
      { asset: { type: 'text-to-speech', text: 'x', voice: 'Amy', volume: tween({}), effect: 'fadeOut' } },
      ['0.0.asset.effect'],
    ],
    ['no fades on a volume with tweens', sound({ volume: tween({}), effect: 'none' }), []],
    ['an offset tween that is too far', { offset: { y: tween({ to: -20 }) } }, ['0.0.offset.y[0].to']],
    ['an offset tween at the limit', { offset: { x: tween({ from: 10 }) } }, []],
    [
      'an offset tween of a title that is too far',
      { asset: { type: 'title', text: 'x', offset: { x: tween({ to: 11 }) } } },
      ['0.0.asset.offset.x[0].to'],
    ],
    ['an easing without bezier', { scale: tween({ easing: 'easeIn' }) }, ['0.0.scale[0].easing']],
    ['an easing with bezier', { scale: tween({ easing: 'easeIn', interpolation: 'bezier' }) }, []],
    ['a crop of the whole picture', image({ left: 0.6, right: 0.4 }), ['0.0.asset.crop']],
    ['a crop of nearly the whole picture', image({ left: 0.6, right: 0.39, top: 0.5, bottom: 0.4 }), []],
    ['a position without a box', { position: 'topLeft' }, ['0.0.position']],
    ['a horizontal position with only a height', { position: 'left', height: 50 }, ['0.0.position']],
    ['a position with a box', { position: 'topLeft', height: 50 }, []],
    [
      'a position with a box in the asset',
      { asset: { type: 'text', text: 'x', width: 9 }, position: 'left' },
      [],
    ],
    ['a position with a smaller scale', { position: 'left', scale: 0.5 }, []],
    ['the position in the centre', { position: 'center' }, []],
    ['the position of a picture', { ...image({}), position: 'left' }, []],
  ])('%s', (_, clip, expected) => {
    expect(listWarnings([clip])).toEqual(expected);
  });

  it.each<[string, Partial<Clip>, string]>([
    [
      'a position',
      { position: 'left' },
      'The position has no effect, because the text fills the output. Give the clip a "width" and a "height", or use "alignment" of its asset.',
    ],
    [
      'a crop',
      image({ top: 0.75, bottom: 0.75 }),
      'The crop hides the whole picture: "top" and "bottom" add up to 1.5. Their sum must be less than 1.',
    ],
    [
      'an ellipse of a filter without a width',
      { filters: [{ type: 'pixelate', size: 8, region: { shape: 'ellipse', x: 0.5 } }] },
      'The ellipse reaches beyond the picture, because its width is 1 by default. Give it a "width" beside "x".',
    ],
    [
      'looks of a sound',
      {
        asset: { type: 'audio', src: 'a.mp3' },
        fit: 'blur',
        corners: 8,
        blend: 'screen',
        motionBlur: 180,
      },
      'This clip is a sound, which is never drawn. Remove "fit", "corners", "blend", "motionBlur", which have no effect.',
    ],
  ])('the warning about %s says what to do', (_, clip, sentence) => {
    const edit = editOf([clip]);
    expect(find(edit)[0]?.text).toBe(sentence);
  });
});

test('a luma matte with visual fields causes a warning that names them', () => {
  const asset = { type: 'luma', src: 'a' } as const;
  const edit = editOf([{}, { asset, fit: 'contain', opacity: 0.5 }, { asset }]);
  expect(find(edit)).toEqual([
    {
      field: 'timeline.tracks[0].clips[1]',
      text: 'This clip is a luma matte, which is stretched over the clips of its track and never drawn itself. Remove "fit", "opacity", which have no effect.',
    },
  ]);
});

describe('a text with a placeholder', () => {
  it('without a value causes a warning that names the placeholder', () => {
    const edit = editOf([{ asset: { type: 'text', text: 'Dear {{ NAMME }} {{B}}' } }]);
    expect(find(edit)).toEqual([
      {
        field: 'timeline.tracks[0].clips[0].asset.text',
        text: 'The text shows the placeholder {{ NAMME }}, which has no value in "merge".',
      },
    ]);
  });
});

describe('a still', () => {
  const warned = (output: Partial<Edit['output']>): string[] => {
    const edit: Edit = { ...editOf([{ length: 2.5 }]), output: { format: 'mp4', ...output } };
    return find(edit).map(({ text }) => text);
  };

  it('beyond the end of the timeline shows the last frame and causes a warning', () => {
    expect(warned({ poster: { capture: 2.6 }, thumbnail: { capture: 99, scale: 0.5 } })).toEqual([
      'The moment 2.6 s is after the timeline, which ends at 2.5 s. The last frame is shown.',
      'The moment 99 s is after the timeline, which ends at 2.5 s. The last frame is shown.',
    ]);
    expect(warned({ poster: { capture: 2.5 }, range: { start: 0, length: 1 } })).toEqual([]);
  });

  it('of one pixel causes a warning', () => {
    expect(warned({ thumbnail: { capture: 0, scale: 0 } })).toEqual([
      'A scale of 0 makes an image of one pixel. Set it to a fraction of the output size, such as 0.25.',
    ]);
  });
});

describe('the output', () => {
  const fieldsOf = (output: Partial<Edit['output']>, clip: Partial<Clip> = {}) => {
    const edit = editOf([{ length: 4, ...clip }]);
    const whole: Edit = { ...edit, output: { ...edit.output, ...output } };
    return find(whole).map(({ field }) => field);
  };

  it('causes a warning if it is an mp3 and nothing has sound', () => {
    expect(fieldsOf({ format: 'mp3' })).toEqual(['output.format']);
    expect(fieldsOf({ format: 'mp3' }, { asset: { type: 'audio', src: 'a' } })).toEqual([]);
    const speech = { type: 'text-to-speech', text: 'x', voice: 'Amy' } as const;
    expect(fieldsOf({ format: 'mp3' }, { asset: speech })).toEqual([]);
    expect(fieldsOf({ format: 'mp4' })).toEqual([]);
  });

  it('causes a warning if the frame rate is too high for a gif', () => {
    expect(fieldsOf({ format: 'gif', fps: 60 })).toEqual(['output.fps']);
    expect(fieldsOf({ format: 'gif', fps: 50 })).toEqual([]);
    expect(fieldsOf({ format: 'mp4', fps: 60 })).toEqual([]);
  });

  it('causes a warning if its range extends far beyond the timeline', () => {
    expect(fieldsOf({ range: { start: 1, length: 4 } })).toEqual(['output.range.length']);
    expect(fieldsOf({ range: { start: 1, length: 3.02 } })).toEqual([]);
    expect(fieldsOf({ format: 'png', range: { start: 1 } })).toEqual([]);
  });
});

test('a destination for videos causes a warning if the output is not a video', () => {
  const edit = editOf([{}]);
  const destinations = [
    { provider: 'mux' as const },
    { provider: 'vimeo' as const, exclude: true },
    { provider: 'google-drive' as const },
  ];
  const warned = (format: 'png' | 'mp4'): string[] =>
    find({ ...edit, output: { ...edit.output, format, destinations } }).map(({ text }) => text);
  expect(warned('png')).toEqual([
    'mux accepts only videos, but output.format is "png". Nothing is sent there.',
  ]);
  expect(warned('mp4')).toEqual([]);
});
