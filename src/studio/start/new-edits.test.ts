import { describe, expect, it } from 'vitest';
import { parseEdit } from '../../edit/index.ts';
import { createEdit, createEditOfFiles, refuseSize, SHAPES } from './new-edits.ts';

const FILM = { url: 'https://k.example/a/source.mp4', width: 640, height: 360, duration: 4.5 };
const PICTURE = { url: 'https://k.example/b/source.png', width: 900, height: 1600 };
const SOUND = { url: 'https://k.example/c/source.mp3', duration: 7 };
const WORDS = { url: 'https://k.example/d/source.srt' };

describe('a new edit', () => {
  it.each([...SHAPES.map(({ ratio }) => ratio), { width: 1000, height: 300 }])('is valid: %o', (size) => {
    expect(() => parseEdit(createEdit(size))).not.toThrow();
  });

  it('has pictures one after the other, and sounds and captions beside them', () => {
    const edit = createEditOfFiles([FILM, SOUND, PICTURE, WORDS]);
    expect(() => parseEdit(edit)).not.toThrow();
    expect(edit.timeline?.tracks).toMatchObject([
      { clips: [{ asset: { type: 'audio', effect: 'fadeOut' }, start: 0, length: 'end' }] },
      {
        clips: [
          { asset: { type: 'video' }, start: 0, length: 4.5 },
          { asset: { type: 'image' }, start: 'auto', length: 5 },
        ],
      },
      { clips: [{ asset: { type: 'caption' }, start: 0, length: 'end' }] },
    ]);
  });

  it('keeps the lengths of sounds without pictures', () => {
    expect(createEditOfFiles([SOUND]).timeline?.tracks).toMatchObject([{ clips: [{ length: 7 }] }]);
  });

  it('has the shape of the first picture', () => {
    const ratios = [[FILM], [PICTURE, FILM], [SOUND, { ...PICTURE, height: 950 }], [SOUND]].map(
      (files) => createEditOfFiles(files).output?.['aspectRatio'],
    );
    expect(ratios).toEqual(['16:9', '9:16', '1:1', '16:9']);
  });

  it('has a size of even numbers', () => {
    expect(refuseSize('width', '1080')).toBeUndefined();
    for (const written of ['', '0', '-2', '1081', '2.5', 'wide', '4098'])
      expect(refuseSize('width', written)).toContain('The width must be an even number of pixels');
  });
});
