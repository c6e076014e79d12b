import { expect, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import { readSubtitles } from './read-subtitles.ts';
import { writeSubtitles } from './write-subtitles.ts';

const cueOf = (from: number, to: number, text: string) => ({
  from: toSeconds(from),
  to: toSeconds(to),
  text,
});

const CUES = [
  cueOf(0, 1.25, 'Yes, I do.'),
  cueOf(61.5, 62.9996, 'Grüße, 你好 & שלום: 3 > 2'),
  cueOf(3725.04, 3726, '2024'),
];

test('an SRT file has numbers, and times with commas', () => {
  expect(writeSubtitles(CUES, 'srt')).toBe(
    '1\n00:00:00,000 --> 00:00:01,250\nYes, I do.\n\n' +
      '2\n00:01:01,500 --> 00:01:03,000\nGrüße, 你好 & שלום: 3 > 2\n\n' +
      '3\n01:02:05,040 --> 01:02:06,000\n2024\n',
  );
});

test('a VTT file has a header, times with dots, and escapes', () => {
  expect(writeSubtitles(CUES, 'vtt')).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.250\nYes, I do.\n\n' +
      '00:01:01.500 --> 00:01:03.000\nGrüße, 你好 &amp; שלום: 3 &gt; 2\n\n' +
      '01:02:05.040 --> 01:02:06.000\n2024\n',
  );
});

test.each(['srt', 'vtt'] as const)('our own reader reads the same cues from %s', (format) => {
  const { cues } = readSubtitles(Buffer.from(writeSubtitles(CUES, format)));
  expect(cues.map(({ from, to, text }) => [from.valueOf(), to.valueOf(), text])).toEqual(
    CUES.map(({ from, to, text }) => [from.valueOf(), Number(to.valueOf().toFixed(3)), text]),
  );
});

test.each([
  ['srt', '00:00:03 → 00:00:04 and ‹i>so on‹/i> or {an8}'],
  ['vtt', '00:00:03 --> 00:00:04 and <i>so on</i> or {an8}'],
] as const)('text that looks like times or tags stays text in %s', (format, text) => {
  const spoken = '00:00:03 --> 00:00:04\n\nand <i>so on</i> or {an8}';
  const written = writeSubtitles([cueOf(1, 2, spoken), cueOf(5, 6, 'Next')], format);
  expect(readSubtitles(Buffer.from(written)).cues.map((cue) => cue.text)).toEqual([text, 'Next']);
});

test('a cue lasts at least a millisecond', () => {
  const { cues } = readSubtitles(Buffer.from(writeSubtitles([cueOf(1, 1.0001, 'Tick')], 'srt')));
  expect(cues.map(({ from, to }) => [from.valueOf(), to.valueOf()])).toEqual([[1, 1.001]]);
});

test('without cues an SRT file is empty and a VTT file has its header', () => {
  expect([writeSubtitles([], 'srt'), writeSubtitles([], 'vtt')]).toEqual(['', 'WEBVTT\n']);
  expect(readSubtitles(Buffer.from('WEBVTT\n')).cues).toEqual([]);
});

test('line breaks are kept if lines are not joined, and blank lines are not', () => {
  const written = writeSubtitles([cueOf(1, 2, ' One\n\n two  three\r\nfour')], 'srt', false);
  expect(written).toBe('1\n00:00:01,000 --> 00:00:02,000\nOne\ntwo  three\nfour\n');
});
