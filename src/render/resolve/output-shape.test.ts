import { describe, expect, it, test } from 'vitest';
import type { Output } from '../../edit/index.ts';
import { outputShape } from './output-shape.ts';

function shape(output: Omit<Output, 'format'>): string {
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
  it.each<[string, Omit<Output, 'format'>, string]>([
    ['are 25 by default', { resolution: 'hd' }, '1280x720 at 25'],
    ['are 15 by default for a preview', { resolution: 'preview' }, '512x288 at 15'],
    ['may be given for a preview too', { resolution: 'preview', fps: 30 }, '512x288 at 30'],
    ['are exact', { resolution: 'hd', fps: 29.97 }, '1280x720 at 30000/1001'],
    ['are 25 by default for a size', { size: { width: 100, height: 50 } }, '100x50 at 25'],
  ])('%s', (_, output, expected) => {
    expect(shape(output)).toBe(expected);
  });
});

test('a size of the client is taken as it is', () => {
  expect(shape({ size: { width: 4096, height: 2 } })).toBe('4096x2 at 25');
});
