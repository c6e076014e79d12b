import { expect, test } from 'vitest';
import { encodePath, toFileName, toFilePath } from './file-path.ts';
import { createTestFile } from './sending.fixture.ts';

const FILE = createTestFile(1, '-poster.jpg');

test.each([
  [undefined, undefined, 'render-1-poster.jpg'],
  [null, null, 'render-1-poster.jpg'],
  ['', ' ', 'render-1-poster.jpg'],
  ['a', 'b', 'a/b-poster.jpg'],
  ['/a//b/', 'c', 'a/b/c-poster.jpg'],
  ['../../etc', '..', 'etc/render-1-poster.jpg'],
  ['a/./b\\..\\c', 'd/e', 'a/b/c/d/e-poster.jpg'],
  ['a\nb', 'c\0d', 'ab/cd-poster.jpg'],
  ['..a', 'v1.2', '..a/v1.2-poster.jpg'],
])('turns folder %j and filename %j into %s', (folder, filename, path) => {
  expect(toFilePath(FILE, folder, filename)).toBe(path);
});

test('creates a single name for a destination without folders', () => {
  expect(toFileName(FILE, undefined)).toBe('render-1-poster.jpg');
  expect(toFileName(FILE, 'a/../b')).toBe('a-b-poster.jpg');
});

test('encodes every character of a path that RFC 3986 does not allow', () => {
  expect(encodePath("a b/ü/c'(1)!*~.mp4")).toBe('a%20b/%C3%BC/c%27%281%29%21%2A~.mp4');
});

test('a set of files becomes a folder', () => {
  const part = { name: 'id', suffix: '/index-720p.mp4' };
  expect(toFilePath(part, 'films', 'a/film')).toBe('films/a/film/index-720p.mp4');
  expect(toFilePath(part, undefined, undefined)).toBe('id/index-720p.mp4');
});
