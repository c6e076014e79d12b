import { expect, it } from 'vitest';
import { seconds } from '../../base/time.ts';
import { clip, editOf, mediaOf, videoTrack } from './edit.fixture.ts';
import { resolve } from './resolve.ts';

it('plays an animated image as a matte again and again, as it plays as an image', () => {
  const media = mediaOf({ gif: { kind: 'animation', video: videoTrack(3), plays: 2 } });
  const luma = clip({ asset: { type: 'luma', src: 'gif', trim: 1 } });
  const { seen } = resolve(editOf([[clip(), luma]]), media, 'interface');
  expect(seen[0]?.mattes?.[0]?.picture).toMatchObject({ kind: 'video', plays: 2, trim: seconds(1) });
});
