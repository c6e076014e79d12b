import { describe, expect, it } from 'vitest';
import { createClipOfFile } from './clip-of-file.ts';

const typeOf = (name: string) => createClipOfFile(`https://a.example/${name}`, 0, 1)?.asset?.type;

describe('the clip of a file', () => {
  it('has the asset type that fits', () => {
    expect(['a.mp4', 'a.JPG', 'a.svg', 'a.wav', 'a.srt'].map(typeOf)).toEqual([
      ...['video', 'image', 'image', 'audio', 'caption'],
    ]);
    expect(typeOf('page.html')).toBeUndefined();
  });

  it('is as long as the file, but never longer', () => {
    expect(createClipOfFile('https://a.example/a.mp4', 2, 4.42196)).toEqual({
      asset: { type: 'video', src: 'https://a.example/a.mp4' },
      start: 2,
      length: 4.421,
    });
  });

  it('lets the server find out a length that is not known', () => {
    expect(createClipOfFile('https://a.example/a.mp3', 0, undefined)?.length).toBe('auto');
    expect(createClipOfFile('https://a.example/a.png', 0, undefined)?.length).toBe(5);
    expect(createClipOfFile('https://a.example/a.vtt', 0, undefined)?.length).toBe('end');
  });
});
