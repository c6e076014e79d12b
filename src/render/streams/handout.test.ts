import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Handout, readHandout, writeHandout } from './handout.ts';

const CONTENT = { identity: 'a1'.repeat(32), bytes: 7, checksums: 'AAAAAA==' };
const LOCATION = { demuxer: 'mov', stream: 1, start: '1/3' };
const HANDOUT: Handout = {
  replacements: ['generated-1'],
  transcripts: {},
  sources: {
    'https://a.test/film.mp4': { ...CONTENT, media: { audio: { location: LOCATION, duration: '7/2' } } },
    'https://a.test/picture.png': CONTENT,
  },
  pages: { 'timeline.tracks[0].clips[0]': CONTENT },
};

it('tells another process what it needs', () => {
  expect(readHandout(writeHandout(HANDOUT))).toEqual(HANDOUT);
});

it('is not used if it is damaged', () => {
  const { identity, text } = writeHandout(HANDOUT);
  expect(() => readHandout({ identity, text: text.replace('7/2', '7/3') })).toThrow('damaged');
});

it('is not used if another version of Kinora wrote it, or on another kind of processor', () => {
  const { text } = writeHandout(HANDOUT);
  const other = text.replace(process.arch, 'another');
  const identity = createHash('sha256').update(other).digest('hex');
  expect(() => readHandout({ identity, text: other })).toThrow('another version');
  const old = { ...HANDOUT, sources: { 'https://a.test/film.mp4': CONTENT.identity } };
  expect(() => readHandout(writeHandout(old as unknown as Handout))).toThrow();
});
