import { expect, it } from 'vitest';
import { arrowOf, describeLook } from './looks.ts';

it('a transition begins or ends away from the place of the clip', () => {
  const come = describeLook('in', 'carouselLeft');
  expect([come['--look-from'], come['--look-to']]).toEqual([
    'translate(100%, 0%) rotate(0deg) scale(1)',
    'none',
  ]);
  expect(describeLook('out', 'carouselLeft')['--look-to']).toMatch(/^translate\(-100%, /);
  expect(describeLook('in', 'wipeLeft')['--look-clip-from']).toBe('inset(0 0 0 100%)');
  expect(describeLook('out', 'wipeLeft')['--look-clip-to']).toBe('inset(0 100% 0 0)');
  // Both clip paths of a movement have one form.
  expect(describeLook('in', 'iris')).toMatchObject({
    '--look-clip-from': 'circle(0)',
    '--look-clip-to': 'circle(60%)',
  });
  expect(describeLook('in', 'fade')['--look-opacity-from']).toBe('0');
});

it('arrows show directions', () => {
  expect(['slideUp', 'shuffleTopRight', 'zoomIn', 'fade'].map(arrowOf)).toEqual(['↑', '↗', '+', '']);
});
