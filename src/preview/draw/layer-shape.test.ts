import { expect, it } from 'vitest';
import { sceneAt } from '../../render/scene/scene.ts';
import { stillVisual, timelineOf, videoVisual, visualClip } from '../../render/scene/visual-clip.fixture.ts';
import { layerShapeOf } from './layer-shape.ts';

const UNIT = { x: 0, y: 0, width: 1, height: 1 };

function shape(clip: ReturnType<typeof visualClip>, boxes = [UNIT]) {
  const [layer] = sceneAt(timelineOf([clip]), 0);
  if (!layer) throw new Error('The clip is not visible.');
  return layerShapeOf(layer, boxes);
}

it('puts the edges of a picture that does not move on pixels, and those of a video on even ones', () => {
  const fit = { fit: 'none', offset: { x: 0.001, y: 0 } } as const;
  const still = shape(visualClip({ ...fit, visual: stillVisual(101, 33) }));
  expect(still.whole).toEqual({ x: 350, y: 284, width: 101, height: 33 });
  const video = shape(visualClip({ ...fit, visual: videoVisual({ width: 101, height: 33 }, 101, 33) }));
  expect(video.whole).toEqual({ x: 350, y: 284, width: 102, height: 32 });
});

it('leaves the edges of a picture that moves where they are', () => {
  const clip = visualClip({ fit: 'none', visual: stillVisual(101, 33), effect: 'zoomIn' });
  expect(shape(clip).drawn).toEqual({ x: 349.5, y: 283.5, width: 101, height: 33 });
});

it('draws the shadows of a text outside of its box, but nothing outside of a box that is cut', () => {
  const asset = { type: 'text', text: 'Words' } as const;
  const visual = { kind: 'drawn', asset, length: 1 } as const;
  const boxes = [
    { x: -0.1, y: 0.2, width: 0.4, height: 0.2 },
    { x: 0.5, y: 0.9, width: 0.2, height: 0.2 },
  ];
  const { drawn } = shape(visualClip({ visual }), boxes);
  expect([drawn.x, drawn.y]).toEqual([-80, 120]);
  expect(drawn.width).toBeCloseTo(640);
  expect(drawn.height).toBeCloseTo(540);
  const cut = visualClip({
    visual: { ...visual, asset: { ...asset, width: 200 } },
    box: { width: 200, height: 100 },
  });
  expect(shape(cut, boxes).drawn).toEqual({ x: 300, y: 250, width: 200, height: 100 });
});
