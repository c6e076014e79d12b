import { expect, test } from 'vitest';
import { contentTypeOf, mediaTypeOf } from './media-type.ts';

test.each([
  ['.mp4', 'video/mp4'],
  ['.m4v', 'video/mp4'],
  ['.mov', 'video/quicktime'],
  ['.3gp', 'video/3gpp'],
  ['.ogv', 'video/ogg'],
  ['.ts', 'video/mp2t'],
  ['.mts', 'video/mp2t'],
  ['.m2ts', 'video/mp2t'],
  ['.mpg', 'video/mpeg'],
  ['.mpeg', 'video/mpeg'],
  ['.flv', 'video/x-flv'],
  ['.webm', 'video/webm'],
  ['.mkv', 'video/x-matroska'],
  ['.avi', 'video/x-msvideo'],
  ['.mp3', 'audio/mpeg'],
  ['.m4a', 'audio/mp4'],
  ['.zip', 'application/zip'],
  ['.m3u8', 'application/vnd.apple.mpegurl'],
  ['.aac', 'audio/aac'],
  ['.wav', 'audio/wav'],
  ['.ogg', 'audio/ogg'],
  ['.oga', 'audio/ogg'],
  ['.opus', 'audio/ogg'],
  ['.mp2', 'audio/mpeg'],
  ['.m4b', 'audio/mp4'],
  ['.aif', 'audio/aiff'],
  ['.aiff', 'audio/aiff'],
  ['.flac', 'audio/flac'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.apng', 'image/png'],
  ['.avif', 'image/avif'],
  ['.gif', 'image/gif'],
  ['.bmp', 'image/bmp'],
  ['.webp', 'image/webp'],
  ['.tif', 'image/tiff'],
  ['.tiff', 'image/tiff'],
  ['.svg', 'image/svg+xml'],
  ['.srt', 'application/x-subrip'],
  ['.vtt', 'text/vtt'],
  ['.ttml', 'application/ttml+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.pdf', 'application/pdf'],
  ['.json', 'application/json'],
])('a file with the extension %s is %s', (ending, type) => {
  expect(mediaTypeOf(`v1/owner/a${ending}`)).toBe(type);
  expect(mediaTypeOf(`A${ending.toUpperCase()}`)).toBe(type);
});

test.each(['a.html', 'a.js', 'a.xml', 'a.css', 'a.wasm', 'a.exe', 'a.wmv', 'a.docx', 'a', '', 'mp4', '.mp4'])(
  '%j is application/octet-stream',
  (name) => {
    expect(mediaTypeOf(name)).toBe('application/octet-stream');
  },
);

test.each([
  ['.svg', 'image/svg+xml; charset=utf-8'],
  ['.srt', 'application/x-subrip; charset=utf-8'],
  ['.vtt', 'text/vtt; charset=utf-8'],
  ['.ttml', 'application/ttml+xml; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.mp4', 'video/mp4'],
])('hosts %s as %s', (ending, type) => {
  expect(contentTypeOf(`v1/owner/a${ending}`)).toBe(type);
});
