import { expect, test } from 'vitest';
import type { Asset, Clip, Edit } from '../index.ts';
import { MAX_PROBLEMS } from '../problems/problem.ts';
import { listNeeds } from './list-needs.ts';

function editOf(...clips: (Asset | readonly [Asset, string])[]): Edit {
  const toClip = (asset: Asset, alias?: string): Clip => ({
    asset,
    start: 0,
    length: 1,
    ...(alias && { alias }),
  });
  const made = clips.map((clip) => ('type' in clip ? toClip(clip) : toClip(...clip)));
  return { timeline: { tracks: [{ clips: made }] }, output: { format: 'mp4', resolution: 'sd' } };
}

/** Returns the needs as `kind field`. */
function needsOf(...clips: Parameters<typeof editOf>): string[] {
  return listNeeds(editOf(...clips)).flatMap(({ kind, paths }) =>
    paths.map((path) => `${kind} ${path.slice(3).join('.')}`),
  );
}

const IMAGE: Asset = { type: 'text-to-image', prompt: 'a hill' };
const SPEECH: Asset = { type: 'text-to-speech', text: 'Hi', voice: 'Amy' };
const VIDEO: Asset = { type: 'video', src: 'https://a.example/talk.mp4' };
const caption = (src: string): Asset => ({ type: 'caption', src });
const rich = (src: string): Asset => ({ type: 'rich-caption', src });

test('generated images and videos, and voices of ElevenLabs, need a maker', () => {
  const rachel: Asset = { ...SPEECH, voice: 'Rachel' };
  const still: Asset = { type: 'image-to-video', src: 'https://a.example/a.png' };
  expect(needsOf(IMAGE, still, rachel, IMAGE)).toEqual([
    'text-to-image clips.0.asset.type',
    'text-to-image clips.3.asset.type',
    'image-to-video clips.1.asset.type',
    'elevenlabs clips.2.asset.voice',
  ]);
});

test('a built-in voice, ordinary files and subtitles need nothing', () => {
  const text: Asset = { type: 'text', text: 'Hi' };
  expect(
    needsOf(SPEECH, VIDEO, text, caption('https://a.example/a.mp4'), rich('https://a.example/a.srt')),
  ).toEqual([]);
});

test('captions of the speech in a file need a transcriber, those of generated speech do not', () => {
  const sound: Asset = { type: 'audio', src: 'https://a.example/a.mp3' };
  const clips = [
    [VIDEO, 'film'],
    [sound, 'sound'],
    [SPEECH, 'voice'],
    caption('alias://film'),
    rich('alias://sound'),
    rich('alias://voice'),
    caption('alias://voice'),
  ] as const;
  expect(needsOf(...clips)).toEqual(['transcriber clips.3.asset.src', 'transcriber clips.4.asset.src']);
});

test.each([
  ['https://a.example/talk.mp3', true],
  ['https://a.example/talk.MP4?token=a.srt', true],
  ['https://a.example/a.webm#t=1', true],
  ['https://a.example/a.m4a', true],
  ['https://a.example/a.vtt?of=talk.mp4', false],
  ['https://a.example/mp4', false],
  ['https://a.example/talk', false],
])('a rich caption with the file %s certainly needs a transcriber: %s', (src, isNeeded) => {
  expect(needsOf(rich(src))).toEqual(isNeeded ? ['transcriber clips.0.asset.src'] : []);
});

test('lists only the first fields of each kind', () => {
  const needs = listNeeds(
    editOf(...Array<Asset>(MAX_PROBLEMS + 20).fill(IMAGE), { ...SPEECH, voice: 'Sam' }),
  );
  expect(needs.map(({ kind, paths }) => [kind, paths.length])).toEqual([
    ['text-to-image', MAX_PROBLEMS],
    ['elevenlabs', 1],
  ]);
});
