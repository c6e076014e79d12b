import { expect, it } from 'vitest';
import { sourcesOf, unfetchable, type Asset, type Edit } from './index.ts';

it('lists every file to fetch, with the field that asks for it', () => {
  const assets: Asset[] = [
    { type: 'video', src: 'https://example.com/v.mp4' },
    { type: 'text', text: 'https://example.com/no' },
    { type: 'audio', src: 'https://example.com/a.mp3' },
    { type: 'image', src: 'https://example.com/v.mp4' },
  ];
  const clips = assets.map((asset) => ({ asset, start: 0, length: 1 }));
  const edit: Edit = {
    timeline: {
      soundtrack: { src: 'https://example.com/s.mp3' },
      tracks: [{ clips: clips.slice(0, 2) }, { clips: clips.slice(2) }],
    },
    output: { format: 'mp4', resolution: 'sd' },
  };
  expect(sourcesOf(edit)).toEqual([
    {
      url: 'https://example.com/s.mp3',
      kind: 'soundtrack',
      field: 'timeline.soundtrack.src',
      path: ['timeline', 'soundtrack', 'src'],
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
  ]);
});

it.each([
  ['https://example.com/v.mp4', 0],
  ['HTTP://example.com/v.mp4', 0],
  ['http://user:word@[::1]:8080/v.mp4?a=b', 0],
  ['v.mp4', 1],
  ['/films/v.mp4', 1],
  ['file:///films/v.mp4', 1],
  ['ftp://example.com/v.mp4', 1],
  ['https://', 1],
])('knows whether %s can be fetched', (src, count) => {
  const clip = { asset: { type: 'video' as const, src }, start: 0, length: 1 };
  const problems = unfetchable({
    timeline: { tracks: [{ clips: [clip] }] },
    output: { format: 'mp4', resolution: 'sd' },
  });
  expect(problems.map(({ message }) => message)).toEqual(
    Array(count).fill(
      'timeline.tracks[0].clips[0].asset.src must be an address that begins with http:// or https://.',
    ),
  );
});
