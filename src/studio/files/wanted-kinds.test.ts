import { describe, expect, it } from 'vitest';
import { acceptKinds, nameKinds, refuseAddress, refuseFile } from './wanted-kinds.ts';

it('names kinds as people do', () => {
  expect(nameKinds(['video'])).toBe('a video');
  expect(nameKinds(['image', 'drawing'])).toBe('an image');
  expect(nameKinds(['captions', 'video', 'sound'])).toBe('a subtitle file, a video or a sound');
});

it('offers the files of these kinds only', () => {
  expect(acceptKinds(['captions', 'font'])).toBe('.srt,.vtt,.ttml,.ttf,.otf,.woff,.woff2,.ttc');
});

describe('a file of the computer', () => {
  it.each([
    ['beach.MP4', 'video/mp4'],
    ['no extension', 'video/mp4'],
    // Only the server can say what it is.
    ['unknown.xyz', ''],
  ])('is taken: %s', (name, type) => {
    expect(refuseFile({ name, type }, ['video'])).toBeUndefined();
  });

  it.each([
    ['waves.mp3', 'audio/mpeg'],
    ['page.pdf', 'application/pdf'],
    ['picture', 'image/png'],
  ])('is refused with a sentence: %s', (name, type) => {
    const sentence = `${name} is not a video. Choose a file that ends with .mp4, .m4v or .webm.`;
    expect(refuseFile({ name, type }, ['video'])).toBe(sentence);
  });
});

it('takes addresses, clips with speech and placeholders', () => {
  for (const text of ['https://media.example/a.mp4', 'http://127.0.0.1:3000/a', 'alias://talk', '{{ FILM }}'])
    expect(refuseAddress(text)).toBeUndefined();
  for (const text of ['', 'beach.mp4', 'C:\\beach.mp4', 'file:///beach.mp4', 'alias://'])
    expect(refuseAddress(text)).toContain('begins with https://');
});
