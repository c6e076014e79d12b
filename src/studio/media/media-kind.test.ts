import { describe, expect, it } from 'vitest';
import { downloadAddressOf, isShownByBrowsers, kindOfFile, nameOfFile } from './media-kind.ts';

describe('the kind of a file', () => {
  it('follows from the extension, whatever follows it', () => {
    expect(kindOfFile('https://a.example/files/v1/x/Film.MP4?signature=a.png#t=1')).toBe('video');
    expect(kindOfFile('photo.jpeg')).toBe('image');
    expect(kindOfFile('logo.svg')).toBe('drawing');
    expect(kindOfFile('voice.mp3')).toBe('sound');
    expect(kindOfFile('page.html')).toBe('other');
    expect(kindOfFile('https://a.example/none')).toBe('other');
  });

  it('is shown only if browsers can, and never if it is a page', () => {
    expect(isShownByBrowsers('a.mp4')).toBe(true);
    expect(isShownByBrowsers('a.mkv')).toBe(false);
    expect(isShownByBrowsers('a.html')).toBe(false);
    expect(isShownByBrowsers('a.m3u8')).toBe(false);
  });

  it('has a name and an address for a download, which keeps a signature', () => {
    expect(nameOfFile('https://a.example/f/My%20film.mp4?x=1')).toBe('My film.mp4');
    expect(nameOfFile('https://a.example/f/100%.mp4')).toBe('100%.mp4');
    expect(downloadAddressOf('https://a.example/f.mp4?expires=1&signature=s')).toBe(
      'https://a.example/f.mp4?expires=1&signature=s&download=',
    );
  });
});
