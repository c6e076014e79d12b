import { expect, it } from 'vitest';
import { Edit } from '../../edit/schema/edit.ts';
import { arrowOf, describeLook } from './looks.ts';
import { NEW_CLIPS } from './new-clips.ts';

it('a transition begins or ends away from the place of the clip', () => {
  const come = describeLook('in', 'carouselLeft');
  expect([come['--look-from'], come['--look-to']]).toEqual([
    'translate(100%, 0%) rotate(0deg) scale(1)',
    'none',
  ]);
  expect(describeLook('out', 'carouselLeft')['--look-to']).toMatch(/^translate\(-100%, /);
  expect(describeLook('in', 'wipeLeft')['--look-clip-from']).toBe('inset(0 0 0 100%)');
  expect(describeLook('out', 'wipeLeft')['--look-clip-to']).toBe('inset(0 100% 0 0)');
  expect(describeLook('in', 'fade')['--look-opacity-from']).toBe('0');
});

it('arrows show directions', () => {
  expect(['slideUp', 'shuffleTopRight', 'zoomIn', 'fade'].map(arrowOf)).toEqual(['↑', '↗', '+', '']);
});

it('each clip of the menu is accepted by the engine, as soon as it has its file', () => {
  const clips = NEW_CLIPS.map(({ clip: { asset = {}, ...clip } }) => {
    const { src } = asset;
    return { asset: { ...asset, ...(src === '' && { src: 'https://a.example/file' }) }, start: 0, ...clip };
  });
  const edit = { timeline: { tracks: [{ clips }] }, output: { format: 'mp4', resolution: 'hd' } };
  expect(Edit.safeParse(edit)).toMatchObject({ success: true });
  for (const { clip, first } of NEW_CLIPS) expect(clip.asset).toHaveProperty(first);
});
