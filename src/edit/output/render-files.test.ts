import { expect, test } from 'vitest';
import { mapFiles, nameRenderFiles } from './render-files.ts';

const poster = { capture: 1 };
const thumbnail = { capture: 2, scale: 0.5 };

test('names the output by its format', () => {
  expect(nameRenderFiles({ format: 'gif' }, 'a')).toEqual({ output: 'a.gif' });
  expect(nameRenderFiles({ format: 'jpg' }, 'a', '.jpeg')).toEqual({ output: 'a.jpeg' });
});

test('names stills as JPEG files beside any output', () => {
  expect(nameRenderFiles({ format: 'mp3', poster, thumbnail }, '/films/a.b')).toEqual({
    output: '/films/a.b.mp3',
    poster: '/films/a.b-poster.jpg',
    thumbnail: '/films/a.b-thumb.jpg',
  });
  expect(nameRenderFiles({ format: 'png', thumbnail }, 'a')).toEqual({
    output: 'a.png',
    thumbnail: 'a-thumb.jpg',
  });
});

test('names captions like the output, so that players find them', () => {
  const captions = { format: 'vtt', burn: false } as const;
  expect(nameRenderFiles({ format: 'mp4', captions }, 'a')).toEqual({ output: 'a.mp4', captions: 'a.vtt' });
});

test('maps only the files that exist', () => {
  expect(mapFiles({ output: 1, thumbnail: 2 }, (number) => number * 2)).toEqual({ output: 2, thumbnail: 4 });
});
