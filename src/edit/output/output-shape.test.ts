import { describe, expect, it, test } from 'vitest';
import type { Output } from '../schema/output.ts';
import { outputShape } from './output-shape.ts';

type Given = Omit<Output, 'format'> & Partial<Pick<Output, 'format'>>;

function shape(output: Given): string {
  const { width, height, rate } = outputShape({ format: 'mp4', ...output });
  return `${width}x${height} at ${rate.toFraction()}`;
}

type Resolution = NonNullable<Output['resolution']>;
type Aspect = NonNullable<Output['aspectRatio']>;
const ASPECTS: readonly Aspect[] = ['16:9', '9:16', '1:1', '4:5', '4:3'];

describe('the sizes of every resolution and aspect ratio (contract 2.2)', () => {
  it.each<[Resolution, string[]]>([
    ['preview', ['512x288', '288x512', '288x288', '230x288', '384x288']],
    ['mobile', ['640x360', '360x640', '360x360', '288x360', '480x360']],
    ['sd', ['1024x576', '576x1024', '576x576', '460x576', '768x576']],
    ['hd', ['1280x720', '720x1280', '720x720', '576x720', '960x720']],
    ['1080', ['1920x1080', '1080x1920', '1080x1080', '864x1080', '1440x1080']],
    ['4k', ['3840x2160', '2160x3840', '2160x2160', '1728x2160', '2880x2160']],
  ])('%s', (resolution, sizes) => {
    const found = ASPECTS.map((aspectRatio) => shape({ resolution, aspectRatio }).split(' ')[0]);
    expect(found).toEqual(sizes);
  });
});

describe('frame rates', () => {
  it.each<[string, Given, string]>([
    ['are 25 by default', { resolution: 'hd' }, '1280x720 at 25'],
    ['are 15 by default for a preview', { resolution: 'preview' }, '512x288 at 15'],
    ['can be set for a preview, too', { resolution: 'preview', fps: 30 }, '512x288 at 30'],
    ['are exact', { resolution: 'hd', fps: 29.97 }, '1280x720 at 30000/1001'],
    ['are at most 50 for a gif', { resolution: 'hd', fps: 59.94, format: 'gif' }, '1280x720 at 50'],
    ['are exact for a gif, too', { resolution: 'hd', fps: 29.97, format: 'gif' }, '1280x720 at 30000/1001'],
    ['are 25 by default for a custom size', { size: { width: 100, height: 50 } }, '100x50 at 25'],
  ])('%s', (_, output, expected) => {
    expect(shape(output)).toBe(expected);
  });
});

describe('scaleTo', () => {
  const scaled = (output: Omit<Output, 'format'>): string => {
    const { width, height, outputSize: to } = outputShape({ format: 'mp4', ...output });
    return `${width}x${height} to ${to.width}x${to.height}`;
  };

  it.each<[string, Omit<Output, 'format'>, string]>([
    ['is the composed size by default', { resolution: 'sd' }, '1024x576 to 1024x576'],
    ['can be smaller', { resolution: '1080', scaleTo: 'preview' }, '1920x1080 to 512x288'],
    ['can be larger', { resolution: 'mobile', scaleTo: '4k' }, '640x360 to 3840x2160'],
    ['keeps the aspect ratio', { resolution: 'hd', aspectRatio: '4:5', scaleTo: 'sd' }, '576x720 to 460x576'],
    [
      'keeps the shape of a custom size',
      { size: { width: 1000, height: 400 }, scaleTo: 'hd' },
      '1000x400 to 1280x512',
    ],
    [
      'uses 9:16 for an upright custom size',
      { size: { width: 400, height: 1000 }, scaleTo: 'hd' },
      '400x1000 to 512x1280',
    ],
    [
      'fits a square into the height',
      { size: { width: 100, height: 100 }, scaleTo: 'hd' },
      '100x100 to 720x720',
    ],
    ['is even', { size: { width: 333, height: 101 }, scaleTo: 'preview' }, '333x101 to 512x156'],
    ['has at least two pixels', { size: { width: 4096, height: 2 }, scaleTo: 'preview' }, '4096x2 to 512x2'],
  ])('%s', (_, output, expected) => {
    expect(scaled(output)).toBe(expected);
  });
});

test('a custom size is used as given', () => {
  expect(shape({ size: { width: 4096, height: 2 } })).toBe('4096x2 at 25');
});
