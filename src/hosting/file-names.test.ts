import { expect, test } from 'vitest';
import { toDestinationFileName, toStoredFileName } from './file-names.ts';

test.each([
  ['s3', 'a/b', 'b.mp4'],
  ['akamai-netstorage', '..\\b', 'b.mp4'],
  ['google-drive', 'a/b', 'a-b.mp4'],
  ['s3', undefined, 'render.mp4'],
])('at %s, a file with the filename %s is named %s', (provider, filename, called) => {
  expect(toDestinationFileName({ name: 'render', suffix: '.mp4' }, { provider, options: { filename } })).toBe(
    called,
  );
});

test.each([
  ['https://a.example/clip.MP4?x=1', undefined, '.mp4'],
  ['https://a.example/clip.jpeg', '.jpg', '.jpeg'],
  ['https://a.example/clip.jpg', '.mp4', '.mp4'],
  ['https://a.example/clip', '.webm', '.webm'],
  ['https://a.example/clip.mp4', '.html', '.html'],
  ['https://a.example/letter.docx', '.zip', '.docx'],
  ['https://a.example/clip', undefined, ''],
  ['https://a.example/', undefined, ''],
])('stores %s with detected extension %s as "%s"', (url, detected, ending) => {
  expect(toStoredFileName('id', url, detected)).toBe(`id${ending}`);
});
