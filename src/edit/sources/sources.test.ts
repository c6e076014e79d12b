import { expect, it } from 'vitest';
import { type Asset, type ClipLocation, type Edit, listSources, type AllowedSources } from '../index.ts';
import { checkSources } from '../check/check-sources.ts';
import { encodingsOf } from './sources.ts';

it('lists the image of a video to generate', () => {
  const asset = { type: 'image-to-video', src: 'https://example.com/a.png' } as const;
  const timeline = { tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] };
  expect(listSources({ timeline, output: { format: 'mp4' } })).toMatchObject([
    { url: asset.src, kind: 'image', field: 'timeline.tracks[0].clips[0].asset.src' },
  ]);
});

it('lists every file to fetch, with the field that refers to it', () => {
  const assets: Asset[] = [
    { type: 'video', src: 'https://example.com/v.mp4' },
    { type: 'text', text: 'https://example.com/no' },
    { type: 'audio', src: 'https://example.com/a.mp3' },
    { type: 'image', src: 'https://example.com/v.mp4' },
    { type: 'caption', src: 'https://example.com/a.srt' },
    { type: 'rich-caption', src: 'alias://a' },
  ];
  const clips = assets.map((asset) => ({ asset, start: 0, length: 1 }));
  const edit: Edit = {
    timeline: {
      soundtrack: { src: 'https://example.com/s.mp3' },
      fonts: [{ src: 'https://example.com/f.ttf' }],
      tracks: [{ clips: clips.slice(0, 2) }, { clips: clips.slice(2) }],
    },
    output: { format: 'mp4', resolution: 'sd' },
  };
  expect(listSources(edit)).toEqual([
    {
      url: 'https://example.com/s.mp3',
      kind: 'soundtrack',
      field: 'timeline.soundtrack.src',
      path: ['timeline', 'soundtrack', 'src'],
    },
    {
      url: 'https://example.com/f.ttf',
      kind: 'font',
      field: 'timeline.fonts[0].src',
      path: ['timeline', 'fonts', 0, 'src'],
    },
    {
      url: 'https://example.com/v.mp4',
      kind: 'video',
      field: 'timeline.tracks[0].clips[0].asset.src',
      path: ['timeline', 'tracks', 0, 'clips', 0, 'asset', 'src'],
    },
    {
      url: 'https://example.com/a.mp3',
      kind: 'audio',
      field: 'timeline.tracks[1].clips[0].asset.src',
      path: ['timeline', 'tracks', 1, 'clips', 0, 'asset', 'src'],
    },
    {
      url: 'https://example.com/v.mp4',
      kind: 'image',
      field: 'timeline.tracks[1].clips[1].asset.src',
      path: ['timeline', 'tracks', 1, 'clips', 1, 'asset', 'src'],
    },
    {
      url: 'https://example.com/a.srt',
      kind: 'caption',
      field: 'timeline.tracks[1].clips[2].asset.src',
      path: ['timeline', 'tracks', 1, 'clips', 2, 'asset', 'src'],
    },
  ]);
});

it.each([
  ['https://example.com/v.mp4', true, true],
  ['HTTP://example.com/v.mp4', true, true],
  ['http://user:word@[::1]:8080/v.mp4?a=b', true, true],
  ['v.mp4', false, true],
  ['/films/v.mp4', false, true],
  ['C:/films/v.mp4', false, true],
  ['file:///films/v.mp4', false, true],
  ['ftp://example.com/v.mp4', false, false],
  ['data:video/mp4,a', false, false],
  ['https://', false, false],
])('%s is allowed over HTTP: %s, on the command line: %s', (src, http, anywhere) => {
  const location: ClipLocation = {
    clip: { asset: { type: 'video', src }, start: 0, length: 1 },
    track: 0,
    index: 0,
  };
  const field = 'timeline.tracks[0].clips[0].asset.src';
  const expected = `${field} must be a URL that starts with http:// or https://`;
  const of = (from: AllowedSources) =>
    checkSources({ timeline: {} }, [location], from).map(({ message }) => message);
  const hint = anywhere
    ? '. To use a file from your disk, upload it first, and use the address that it then has'
    : '';
  expect(of('http')).toEqual(http ? [] : [`${expected}${hint}.`]);
  expect(of('anywhere')).toEqual(anywhere ? [] : [`${expected}, or the path of a file.`]);
});

/** Finds the problems of captions. @param srcs the file of each, and its encoding. */
function checkCaptions(...srcs: readonly (readonly [src: string, encoding?: string])[]) {
  const clips = srcs.map(([src, encoding], index): ClipLocation => {
    const asset: Asset = { type: 'caption', src, ...(encoding !== undefined && { encoding }) };
    return { clip: { asset, start: 0, length: 1 }, track: 0, index };
  });
  return checkSources({ timeline: {} }, clips, 'anywhere');
}

it('accepts two names of one encoding', () => {
  const pairs = [
    ['cp1251', 'windows-1251'],
    ['GBK', 'gbk'],
    [' utf8', 'UTF-8'],
  ] as const;
  for (const [one, other] of pairs)
    expect(checkCaptions(['a.srt', one], ['a.srt', other], ['constructor'])).toEqual([]);
});

it('knows no encoding of a file unless the edit says it', () => {
  const timeline = {
    tracks: [{ clips: [{ asset: { type: 'caption', src: 'constructor' }, start: 0, length: 1 }] }],
  };
  const sources = listSources({ timeline, output: { format: 'mp4' } } as Edit);
  expect(encodingsOf(sources).get('constructor')).toBeUndefined();
});

it('rejects two encodings of one file', () => {
  const found = checkCaptions(['a.srt', 'koi8-r'], ['a.srt'], ['a.srt', 'cp1251'], ['b.srt', 'gbk']);
  expect(found.map(({ field, message }) => [field, message])).toEqual([
    ['timeline.tracks[0].clips[0].asset.encoding', expect.stringContaining('must be "cp1251", as elsewhere')],
  ]);
});

it('lists the pictures of transitions', () => {
  const transition = { in: { name: 'luma', src: 'a.png' }, out: { name: 'luma', pattern: 'clock' } };
  const timeline = {
    tracks: [{ clips: [{ asset: { type: 'text', text: 'a' }, start: 0, length: 1, transition }] }],
  };
  expect(listSources({ timeline, output: { format: 'mp4' } } as Edit)).toMatchObject([
    { url: 'a.png', kind: 'wipe', field: 'timeline.tracks[0].clips[0].transition.in.src' },
  ]);
});
