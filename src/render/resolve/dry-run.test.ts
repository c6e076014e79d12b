import { describe, expect, it, test } from 'vitest';
import type { Clip, Edit } from '../../edit/index.ts';
import { dryRun, type MeasuredByUrl } from './dry-run.ts';

const MEDIA: MeasuredByUrl = {
  'https://a.example/film.mp4?S3CRET': {
    kind: 'av',
    video: { duration: '42/5' },
    audio: { duration: '42/5' },
  },
  'https://a.example/song.mp3': { kind: 'av', audio: { duration: '10' } },
  'https://a.example/live.webm': { kind: 'av', video: {} },
  'https://a.example/photo.jpg': { kind: 'still' },
  'https://a.example/font.ttf': { kind: 'font' },
  'https://a.example/talk.srt': { kind: 'subtitles', subtitles: { duration: '9/2' } },
  'https://a.example/page': { phrase: 'is not a media file: its content is an HTML page' },
  'https://a.example/gone.mp4': {
    sentence: 'https://a.example/gone.mp4 was not found: its server returned 404.',
  },
};
const FILM = 'https://a.example/film.mp4?S3CRET';

function edit(clips: readonly Partial<Clip>[], output: Partial<Edit['output']> = {}): Edit {
  const whole = clips.map((clip): Clip => ({
    asset: { type: 'text', text: 'A' },
    start: 0,
    length: 'auto',
    ...clip,
  }));
  return {
    timeline: { tracks: whole.map((clip) => ({ clips: [clip] })) },
    output: { format: 'mp4', resolution: 'sd', ...output },
  };
}
const video = (src: string, more = {}): Clip['asset'] => ({ type: 'video', src, ...more });

/** Returns the times and the warnings of a dry run with one clip. */
function one(clip: Partial<Clip>) {
  const { timeline, warnings } = dryRun(edit([clip]), MEDIA, 'interface');
  const times = timeline.tracks[0]!.clips[0]!;
  return {
    ...times,
    duration: timeline.duration,
    warnings: warnings.map(({ field, text }) => [field, text]),
  };
}

test('a dry run returns all times and describes the output', () => {
  const clips = [
    { asset: video(FILM, { trim: 1 }), start: 0.5 },
    { start: 0.1, length: 'end' as const },
    { asset: { type: 'audio', src: 'https://a.example/song.mp3' } as const, length: 2.2 },
  ];
  expect(dryRun(edit(clips, { fps: 29.97 }), MEDIA, 'interface')).toEqual({
    timeline: {
      duration: 7.9,
      tracks: [
        { clips: [{ start: 0.5, length: 7.4 }] },
        { clips: [{ start: 0.1, length: 7.8 }] },
        { clips: [{ start: 0, length: 2.2 }] },
      ],
    },
    output: {
      format: 'mp4',
      width: 1024,
      height: 576,
      fps: 29.97,
      frames: 237,
      duration: 7.9079,
    },
    warnings: [],
  });
});

describe('a dry run returns null and a warning for', () => {
  const at = (...names: string[]) => ['timeline.tracks[0].clips[0]', ...names].join('.');

  it.each<[string, Clip['asset'], string, string]>([
    [
      'a file that cannot be fetched',
      video('https://a.example/gone.mp4'),
      'asset.src',
      'https://a.example/gone.mp4 was not found: its server returned 404.',
    ],
    [
      'a file that is not media',
      video('https://a.example/page'),
      'asset.src',
      'https://a.example/page is not a media file: its content is an HTML page.',
    ],
    [
      'a file of another kind',
      video('https://a.example/photo.jpg'),
      'asset.src',
      'https://a.example/photo.jpg is an image, but the asset needs a video.',
    ],
    [
      'a file that does not specify its duration',
      video('https://a.example/live.webm'),
      'length',
      'https://a.example/live.webm does not specify its duration. The length is determined when the edit is rendered.',
    ],
    [
      'a trim beyond the end',
      video(FILM, { trim: 8.4 }),
      'asset.trim',
      'A trim of 8.4 s leaves nothing of https://a.example/film.mp4, which lasts 8.4 s.',
    ],
  ])('%s', (_what, asset, name, text) => {
    expect(one({ asset })).toEqual({
      start: 0,
      length: null,
      duration: null,
      warnings: [[at(...name.split('.')), text]],
    });
  });

  it('the frames and the duration of the output', () => {
    const { output } = dryRun(edit([{ asset: video('https://a.example/gone.mp4') }]), MEDIA, 'interface');
    expect(output).toMatchObject({ width: 1024, frames: null, duration: null });
  });
});

describe('a clip that is longer than its media', () => {
  it('keeps its length and gets a warning', () => {
    expect(one({ asset: video(FILM, { trim: 2 }), length: 10 })).toEqual({
      start: 0,
      length: 10,
      duration: 10,
      warnings: [
        [
          'timeline.tracks[0].clips[0].length',
          'The length of 10 s is longer than the rest of https://a.example/film.mp4, which lasts 6.4 s. The clip is empty after that.',
        ],
      ],
    });
  });

  it('gets no warning if the difference is less than a frame', () => {
    expect(one({ asset: video(FILM), length: 8.43 }).warnings).toEqual([]);
  });
});

test('a dry run warns of clips that overlap', () => {
  const { timeline, ...rest } = edit([{}]);
  const clip = timeline.tracks[0]!.clips[0]!;
  const { warnings } = dryRun({ ...rest, timeline: { tracks: [{ clips: [clip, clip] }] } }, {}, 'interface');
  expect(warnings.map(({ field }) => field)).toEqual(['timeline.tracks[0].clips[1]']);
});

test('a dry run inspects the soundtrack', () => {
  const given = edit([{ length: 2 }]);
  const sound = {
    ...given,
    timeline: { ...given.timeline, soundtrack: { src: 'https://a.example/photo.jpg' } },
  };
  expect(dryRun(sound, MEDIA, 'interface').warnings).toEqual([
    {
      field: 'timeline.soundtrack.src',
      text: 'https://a.example/photo.jpg is an image, but the asset needs an audio file.',
    },
  ]);
});

test('a dry run says which sound track plays, and rejects one that is not there', () => {
  const two = [1, 2].map((number) => ({ duration: '3', number }));
  const file = { kind: 'av', video: { duration: '3' }, audio: two[0]!, audioTracks: two } as const;
  const media: MeasuredByUrl = { [FILM]: { ...file, soundNote: 'Track 1 of 2 plays.' } };
  const given = edit([{ asset: video(FILM) }]);
  const run = (audioTrack?: number) => {
    const soundtrack = { src: FILM, ...(audioTrack && { audioTrack }) };
    return dryRun({ ...given, timeline: { ...given.timeline, soundtrack } }, media, 'interface').warnings;
  };
  const clip = { field: 'timeline.tracks[0].clips[0].asset.src', text: 'Track 1 of 2 plays.' };
  expect(run()).toEqual([clip, { ...clip, field: 'timeline.soundtrack.src' }]);
  expect(run(2)).toEqual([clip]);
  expect(() => run(3)).toThrow('timeline.soundtrack.audioTrack is 3, but');
});

test('a dry run tells that a drawing was not read as written', () => {
  const src = 'https://a.example/a.svg';
  const media: MeasuredByUrl = { [src]: { kind: 'vector', notes: ['It was read as windows-1251.'] } };
  const { warnings } = dryRun(edit([{ asset: { type: 'image', src }, length: 1 }]), media, 'interface');
  expect(warnings).toEqual([
    { field: 'timeline.tracks[0].clips[0].asset.src', text: 'It was read as windows-1251.' },
  ]);
});

test('a dry run inspects fonts and warns of files of the wrong kind', () => {
  const given = edit([{}, { asset: video('https://a.example/font.ttf'), length: 1 }]);
  const fonts = ['font.ttf', 'photo.jpg', 'gone.mp4'].map((name) => ({ src: `https://a.example/${name}` }));
  const { warnings } = dryRun({ ...given, timeline: { ...given.timeline, fonts } }, MEDIA, 'interface');
  expect(warnings.map(({ text }) => text)).toEqual([
    'https://a.example/photo.jpg is an image, but a font is needed.',
    'https://a.example/gone.mp4 was not found: its server returned 404.',
    'https://a.example/font.ttf is a font, but the asset needs a video.',
  ]);
});

test('a timeline without a frame is rejected with the message of a render', () => {
  expect(() => dryRun(edit([{ length: 0.001 }]), {}, 'interface')).toThrow(
    'timeline.tracks[0].clips[0].length is too short: a timeline of 0.001 s has no frame',
  );
  const left = edit([{ asset: video(FILM, { trim: 8.3, speed: 10 }) }]);
  expect(() => dryRun(left, MEDIA, 'interface')).toThrow(
    /^timeline\.tracks\[0\]\.clips\[0\]\.length: the rest of the file after the trim, at its speed, .* a timeline of 0\.01 s has no frame at 25 frames per second\. Give/,
  );
});

test('a dry run warns of files that were not inspected, and limits the number of warnings', () => {
  const warningsOf = (count: number) => {
    const clips = Array.from({ length: count }, (_, index) => ({
      asset: video(`https://b.example/${index}`),
    }));
    return dryRun(edit(clips), {}, 'interface').warnings;
  };
  expect(warningsOf(1).map(({ text }) => text)).toEqual([
    'https://b.example/0 was not inspected, because there are too many files or they load too slowly.',
  ]);
  expect(warningsOf(100).at(-1)?.field).toBe('timeline.tracks[99].clips[0].asset.src');
  const cut = warningsOf(250);
  expect(cut).toHaveLength(100);
  expect(cut.at(-1)).toEqual({
    field: 'timeline',
    text: 'There are at least 151 more warnings.',
  });
});

describe('captions', () => {
  const src = 'https://a.example/talk.srt';

  it('end with the last cue', () => {
    expect(one({ asset: { type: 'caption', src, trim: 0.5, speed: 2 } })).toMatchObject({
      length: 2,
      warnings: [],
    });
    expect(one({ asset: { type: 'rich-caption', src } }).length).toBe(4.5);
    expect(one({ asset: { type: 'caption', src }, length: 60 }).warnings).toEqual([]);
  });

  it('get a warning if their trim leaves nothing or their file is of another kind', () => {
    const field = 'timeline.tracks[0].clips[0].asset';
    expect(one({ asset: { type: 'caption', src, trim: 5 }, length: 1 }).warnings).toEqual([
      [`${field}.trim`, `A trim of 5 s leaves nothing of ${src}, which lasts 4.5 s.`],
    ]);
    const photo = 'https://a.example/photo.jpg';
    expect(one({ asset: { type: 'caption', src: photo }, length: 1 }).warnings).toEqual([
      [`${field}.src`, `${photo} is an image, but captions need a subtitle file (SRT, VTT or TTML).`],
    ]);
    expect(one({ asset: video(src), length: 1 }).warnings[0]?.[1]).toContain(
      'is a subtitle file, but the asset needs a video',
    );
  });
});

test('a dry run does not transcribe speech and says so', () => {
  const voice = { asset: { type: 'audio', src: 'https://a.example/song.mp3' }, alias: 'voice' } as const;
  const captions = { asset: { type: 'rich-caption', src: 'alias://voice' }, length: 2 } as const;
  const { warnings } = dryRun(edit([voice, captions]), MEDIA, 'interface');
  const field = 'timeline.tracks[1].clips[0].asset.src';
  const text = 'The captions are not known yet. The sound is transcribed when the edit is rendered.';
  expect(warnings).toEqual([{ field, text }]);
});

test('a dry run warns of captions that refer to a clip without sound', () => {
  const silent = 'https://a.example/live.webm';
  const clip = { asset: video(silent), alias: 'voice', length: 2 } as const;
  const captions = { asset: { type: 'caption', src: 'alias://voice' }, length: 2 } as const;
  const { warnings } = dryRun(edit([clip, captions]), MEDIA, 'interface');
  const field = 'timeline.tracks[1].clips[0].asset.src';
  const text = `The captions follow timeline.tracks[0].clips[0], but ${silent} has no sound to make captions from.`;
  expect(warnings).toEqual([{ field, text }]);
});

test('a dry run explains that a plain caption cannot transcribe a file, and which asset can', () => {
  const captions = { asset: { type: 'caption', src: 'https://a.example/song.mp3' }, length: 2 } as const;
  const { warnings } = dryRun(edit([captions]), MEDIA, 'interface');
  expect(warnings[0]?.text).toBe(
    'https://a.example/song.mp3 is an audio file, but captions need a subtitle file (SRT, VTT or TTML). To caption speech, set src to alias://NAME of a clip that plays it, or use a rich-caption asset.',
  );
});

test('a dry run describes the output file', () => {
  const outputOf = (output: Partial<Edit['output']>, length: number) =>
    dryRun(edit([{ length }], output), {}, 'interface').output;
  const size = { width: 1024, height: 576 };
  expect(outputOf({ format: 'gif', fps: 29.97 }, 2.002)).toEqual({
    format: 'gif',
    ...size,
    fps: 29.97,
    frames: 60,
    duration: 2,
  });
  expect(outputOf({ format: 'mp3', range: { start: 0.25, length: 0.5 } }, 2)).toEqual({
    format: 'mp3',
    duration: 0.5,
  });
  expect(outputOf({ format: 'png' }, 2)).toEqual({ format: 'png', ...size, frames: 1 });
  expect(outputOf({ format: 'mp4', fps: 29.97 }, 2.335_666_7)).toMatchObject({ duration: 2.335667 });
});
