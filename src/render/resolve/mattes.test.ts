import { expect, it } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import { clip, editOf, mediaOf, videoTrack } from './edit.fixture.ts';
import { resolve } from './resolve.ts';

it('repeats an animated image in a matte as often as in an image clip', () => {
  const media = mediaOf({ gif: { kind: 'animation', video: videoTrack(3), playCount: 2 } });
  const luma = clip({ asset: { type: 'luma', src: 'gif', trim: 1 } });
  const { visualClips } = resolve(editOf([[clip(), luma]]), media, 'interface');
  expect(visualClips[0]?.mattes?.[0]?.visual).toMatchObject({
    kind: 'video',
    playCount: 2,
    trim: toSeconds(1),
  });
});
