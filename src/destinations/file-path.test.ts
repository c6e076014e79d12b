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
])('folder %j and filename %j make %s', (folder, filename, path) => {
  expect(toFilePath(FILE, folder, filename)).toBe(path);
});

test('a place without folders has one name', () => {
  expect(toFileName(FILE, undefined)).toBe('render-1-poster.jpg');
  expect(toFileName(FILE, 'a/../b')).toBe('a-b-poster.jpg');
});

test('in an address every sign but the plainest is encoded', () => {
  expect(encodePath("a b/ü/c'(1)!*~.mp4")).toBe('a%20b/%C3%BC/c%27%281%29%21%2A~.mp4');
});
