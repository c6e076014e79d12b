import { describe, expect, it } from 'vitest';
import { RENDITION_FORMATS } from '../../ingest/model.ts';
import { checkRenditionFormat, nearestFormat, type SourceContent } from './format.ts';

const VIDEO: SourceContent = { kind: 'video', hasSound: true, hasAlpha: false };
const PICTURE: SourceContent = { kind: 'image', hasSound: false, hasAlpha: true };
const SOUND: SourceContent = { kind: 'audio', hasSound: true, hasAlpha: false };

describe('what goes together', () => {
  const possible = (content: SourceContent): string[] =>
    RENDITION_FORMATS.filter((format) => {
      try {
        checkRenditionFormat(content, format);
        return true;
      } catch {
        return false;
      }
    });

  it('is everything for a video', () => {
    expect(possible(VIDEO)).toEqual(RENDITION_FORMATS);
  });

  it('is everything but a sound for a silent video', () => {
    expect(possible({ ...VIDEO, hasSound: false })).toEqual(
      RENDITION_FORMATS.filter((format) => format !== 'mp3' && format !== 'wav'),
    );
  });

  it('is pictures for a picture, and sounds for a sound', () => {
    expect(possible(PICTURE)).toEqual(['avif', 'gif', 'jpg', 'png', 'webp', 'tif']);
    expect(possible(SOUND)).toEqual(['mp3', 'wav']);
  });

  it.each([
    [SOUND, 'mp4', 'A sound cannot become an mp4. Use mp3 or wav.'],
    [SOUND, 'jpg', 'A sound cannot become a jpg. Use mp3 or wav.'],
    [PICTURE, 'webm', 'A picture cannot become a webm. Use jpg, png, webp, tif, avif or gif.'],
    [{ ...VIDEO, hasSound: false }, 'mp3', 'This video has no sound, so it cannot become an mp3.'],
  ] as const)('is otherwise explained', (content, format, message) => {
    expect(() => checkRenditionFormat(content, format)).toThrow(
      expect.objectContaining({ code: 'validation_failed', message }),
    );
  });
});

describe('the format of a rendition without a requested format', () => {
  it.each([
    [VIDEO, '.mp4', 'mp4'],
    [VIDEO, '.m4v', 'mp4'],
    [VIDEO, '.mov', 'mov'],
    [VIDEO, '.gif', 'gif'],
    [VIDEO, '.flv', 'mp4'],
    [{ ...VIDEO, hasAlpha: true }, '.apng', 'webm'],
    [SOUND, '.mp3', 'mp3'],
    [SOUND, '.m4a', 'mp3'],
    [SOUND, '.mp4', 'mp3'],
    [SOUND, '.flac', 'wav'],
    [PICTURE, '.jpg', 'jpg'],
    [PICTURE, '.svg', 'png'],
    [PICTURE, '.bmp', 'png'],
    [PICTURE, undefined, 'png'],
  ] as const)('is that of the source or the nearest one', (content, extension, format) => {
    expect(nearestFormat({ ...content, extension })).toBe(format);
  });
});
