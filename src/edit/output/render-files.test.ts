import { expect, test } from 'vitest';
import { mapFiles, nameRenderFiles } from './render-files.ts';

const poster = { capture: 1 };
const thumbnail = { capture: 2, scale: 0.5 };

test('the output is named by its format', () => {
  expect(nameRenderFiles({ format: 'gif' }, 'a')).toEqual({ output: 'a.gif' });
  expect(nameRenderFiles({ format: 'jpg' }, 'a', '.jpeg')).toEqual({ output: 'a.jpeg' });
});

test('stills are JPEGs beside it, whatever it is', () => {
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

test('what is made of each file is made of no others', () => {
  expect(mapFiles({ output: 1, thumbnail: 2 }, (number) => number * 2)).toEqual({ output: 2, thumbnail: 4 });
});
