import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import type { Edit } from '../../edit/index.ts';
import { findFontFile } from '../fonts/font-files.ts';
import type { MeasuredByUrl } from '../resolve/dry-run.ts';
import { checkTexts } from './check-texts.ts';
import { hasText } from './text-clips.ts';

const LETTERS = 'Too long for its box '.repeat(20);
const FONT = 'https://example.com/mine.ttf';
const TALK = 'https://example.com/talk.srt';
const SUBTITLES: MeasuredByUrl[string] = { kind: 'subtitles', subtitles: { duration: '4' } };

const folder = mkdtempSync(join(tmpdir(), 'kinora-check-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Clip = Edit['timeline']['tracks'][number]['clips'][number];

const editOf = (clips: readonly Clip[], timeline: Partial<Edit['timeline']> = {}): Edit => ({
  timeline: { tracks: [{ clips: [...clips] }], ...timeline },
  output: { format: 'mp4', resolution: 'sd' },
});

/** Returns the texts of the warnings about an edit. */
async function warned(
  edit: Edit,
  files: Readonly<Record<string, string>> = {},
  measured: MeasuredByUrl = {},
): Promise<string[]> {
  const warnings = await checkTexts({ edit, dialect: 'interface', files, measured });
  return warnings.map(({ field, text }) => `${field} ${text}`);
}

function writeSubtitles(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test.each<[boolean, Clip['asset']]>([
  [true, { type: 'title', text: 'A' }],
  [true, { type: 'rich-caption', src: TALK }],
  [false, { type: 'image', src: TALK }],
])('an edit has texts to check: %s', (expected, asset) => {
  expect(hasText(editOf([{ asset, start: 0, length: 1 }]))).toBe(expected);
});

describe('a text in a font of the edit', () => {
  const clip: Clip = {
    asset: { type: 'rich-text', text: LETTERS, font: { family: 'mine', size: 40 } },
    start: 'auto',
    length: 'end',
    width: 200,
    height: 100,
  };
  const video: Clip = {
    asset: { type: 'video', src: 'https://example.com/a.mp4' },
    start: 0,
    length: 'auto',
  };
  const edit = editOf([video, clip], { fonts: [{ src: FONT }] });
  const font = findFontFile('Montserrat', 400, false)?.path ?? '';

  it('is measured with this font, even if its times are unknown', async () => {
    expect(await warned(edit, { [FONT]: font })).toEqual([
      expect.stringMatching(/^timeline\.tracks\[0\]\.clips\[1\]\.asset The text needs \d+ px of height/),
    ]);
  });

  it('is not measured if the font is not available', async () => {
    expect(await warned(edit)).toEqual([]);
    expect(await warned(edit, { [FONT]: writeSubtitles('broken.ttf', 'This is no font.') })).toEqual([]);
  });
});

describe('captions', () => {
  const clip: Clip = {
    asset: { type: 'caption', src: TALK },
    start: 10,
    length: 'auto',
    width: 100,
    height: 40,
  };
  const path = writeSubtitles(
    'talk.srt',
    `1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:00:03,000 --> 00:00:04,000\n${LETTERS}\n`,
  );

  it('are measured if their subtitles are available', async () => {
    expect(await warned(editOf([clip]), { [TALK]: path }, { [TALK]: SUBTITLES })).toEqual([
      expect.stringMatching(/^timeline\.tracks\[0\]\.clips\[0\]\.asset 1 caption is .* at 13 s/),
    ]);
  });

  it('are not measured otherwise', async () => {
    expect(await warned(editOf([clip]))).toEqual([]);
    const broken = writeSubtitles('broken.srt', '1\n00:00:0x,000 --> 00:00:01,000\nHello\n');
    expect(await warned(editOf([clip]), { [TALK]: broken }, { [TALK]: SUBTITLES })).toEqual([]);
    const speech = editOf([{ ...clip, asset: { type: 'caption', src: 'alias://voice' } }]);
    expect(await warned(speech)).toEqual([]);
  });
});

describe('captions that come too late', () => {
  const path = writeSubtitles(
    'late.srt',
    '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:00:05,000 --> 00:00:07,000\nBye\n',
  );
  const clipOf = (length: number | 'auto', more: Partial<Clip> = {}): Clip => ({
    asset: { type: 'caption', src: TALK },
    start: 0,
    length,
    ...more,
  });
  const late = (clips: readonly Clip[], words = {}) =>
    checkTexts({
      edit: editOf(clips),
      dialect: 'interface',
      files: { [TALK]: path },
      measured: { [TALK]: SUBTITLES },
      words,
    });

  it.each<['caption' | 'rich-caption', number, string]>([
    [
      'caption',
      4,
      '1 of 2 captions come after the end of the clip and are never shown. Set the length to 7 s to show all of them.',
    ],
    [
      'rich-caption',
      6,
      'The caption "Bye" is cut off by the end of the clip. Set the length to 7 s to show all captions in full.',
    ],
  ])('get a warning: %s in %d s', async (type, length, text) => {
    const clip = clipOf(length, { asset: { type, src: TALK } });
    expect(await late([clip])).toEqual([{ field: 'timeline.tracks[0].clips[0].length', text }]);
  });

  it('get none if the clip is long enough, or if its length is unknown', async () => {
    expect(await late([clipOf(7)])).toEqual([]);
    const unknown: Clip = { asset: { type: 'video', src: 'v' }, start: 0, length: 'auto' };
    expect(await late([unknown, { ...clipOf('auto'), length: 'end' }])).toEqual([]);
  });

  it('get a warning if they follow a speech whose words are known', async () => {
    const speech: Clip = { asset: { type: 'audio', src: 'v' }, start: 2, length: 8, alias: 'voice' };
    const words = {
      'alias://voice': [
        { text: 'Hello.', from: 0, to: 1 },
        { text: 'Goodbye.', from: 4, to: 5 },
      ],
    };
    const clip = clipOf(4, { asset: { type: 'caption', src: 'alias://voice' } });
    expect(await late([speech, clip], words)).toEqual([
      {
        field: 'timeline.tracks[0].clips[1].length',
        text: '1 of 2 captions come after the end of the clip and are never shown. Set the length to 7 s to show all of them.',
      },
    ]);
    expect(await late([speech, clip])).toEqual([]);
    expect(await late([clip, { ...speech, start: 'auto' }], words)).toHaveLength(1);
  });
});
