import { describe, expect, it, test } from 'vitest';
import type { VisualClip } from '../resolve/timeline.ts';
import { placeClip, type PlacementValues, type Rect } from './placement.ts';
import { visualClip, stillVisual, videoVisual } from './visual-clip.fixture.ts';

const OUTPUT = { width: 800, height: 600 };

type Numbers = [x: number, y: number, width: number, height: number];

function numbers({ x, y, width, height }: Rect): Numbers {
  return [x, y, width, height].map((number) => Math.round(number * 1e6) / 1e6) as Numbers;
}

/** Fields of a clip without motion. */
type Given = Partial<Omit<VisualClip, 'scale' | 'offset'>> & Partial<PlacementValues>;

function placed(given: Given): { whole: Numbers; visible: Numbers } {
  const { scale = 1, offset = { x: 0, y: 0 }, innerMotion, ...clip } = given;
  const values = { scale, offset, ...(innerMotion && { innerMotion }) };
  const { whole, visible } = placeClip(visualClip(clip), values, OUTPUT).placement;
  return { whole: numbers(whole), visible: numbers(visible) };
}

describe('fit (contract 2.3)', () => {
  it.each<[string, Given, Numbers, Numbers]>([
    ['crop fills the output', { visual: stillVisual(400, 400) }, [0, -100, 800, 800], [0, 0, 800, 600]],
    ['crop of a wide picture', { visual: stillVisual(1600, 300) }, [-1200, 0, 3200, 600], [0, 0, 800, 600]],
    [
      'contain shows all of a wide picture',
      { fit: 'contain', visual: stillVisual(1600, 300) },
      [0, 225, 800, 150],
      [0, 225, 800, 150],
    ],
    [
      'contain shows all of a tall picture',
      { fit: 'contain', visual: stillVisual(100, 300) },
      [300, 0, 200, 600],
      [300, 0, 200, 600],
    ],
    ['cover stretches', { fit: 'cover', visual: stillVisual(10, 3000) }, [0, 0, 800, 600], [0, 0, 800, 600]],
    [
      'none keeps the pixels',
      { fit: 'none', visual: stillVisual(1000, 100) },
      [-100, 250, 1000, 100],
      [-100, 250, 1000, 100],
    ],
    [
      'a video is fitted with its displayed size',
      { fit: 'contain', visual: videoVisual({ width: 720, height: 576 }, 1024, 576) },
      [0, 75, 800, 450],
      [0, 75, 800, 450],
    ],
  ])('%s', (_, given, whole, visible) => {
    expect(placed(given)).toEqual({ whole, visible });
  });
});

describe('scale multiplies the fitted size about the visible centre (contract C23)', () => {
  it.each<[string, Given, Numbers, Numbers]>([
    ['crop', { scale: 0.5 }, [200, 100, 400, 400], [200, 150, 400, 300]],
    ['cover', { fit: 'cover', scale: 0.25 }, [300, 225, 200, 150], [300, 225, 200, 150]],
    ['contain', { fit: 'contain', scale: 0.5 }, [250, 150, 300, 300], [250, 150, 300, 300]],
    ['none', { fit: 'none', scale: 2 }, [0, -100, 800, 800], [0, -100, 800, 800]],
    ['to nothing', { scale: 0 }, [400, 300, 0, 0], [400, 300, 0, 0]],
    ['to very little', { scale: 0.001 }, [399.6, 299.6, 0.8, 0.8], [399.6, 299.7, 0.8, 0.6]],
    [
      'to very much',
      { scale: 1000 },
      [-399_600, -399_700, 800_000, 800_000],
      [-399_600, -299_700, 800_000, 600_000],
    ],
  ])('%s', (_, given, whole, visible) => {
    expect(placed(given)).toEqual({ whole, visible });
  });
});

describe('position anchors the visible rectangle, and the hidden rest overflows evenly', () => {
  // The visible rectangle is half of the output, 400x300. The square picture behind it is 400x400.
  it.each<[VisualClip['position'], [number, number]]>([
    ['topLeft', [0, 0]],
    ['top', [200, 0]],
    ['topRight', [400, 0]],
    ['left', [0, 150]],
    ['center', [200, 150]],
    ['right', [400, 150]],
    ['bottomLeft', [0, 300]],
    ['bottom', [200, 300]],
    ['bottomRight', [400, 300]],
  ])('%s', (position, [x, y]) => {
    expect(placed({ position, scale: 0.5 })).toEqual({
      whole: [x, y - 50, 400, 400],
      visible: [x, y, 400, 300],
    });
  });

  it.each<[VisualClip['position'], [number, number]]>([
    ['topLeft', [0, 0]],
    ['center', [-100, -50]],
    ['bottomRight', [-200, -100]],
  ])('%s of what is larger than the output', (position, [x, y]) => {
    expect(placed({ position, fit: 'none', visual: stillVisual(1000, 700) }).whole).toEqual([
      x,
      y,
      1000,
      700,
    ]);
  });
});

describe('offset moves by fractions of the output, with y up (contract 2.5)', () => {
  it.each<[string, Given, Numbers]>([
    ['to the right and up', { offset: { x: 0.25, y: 0.1 } }, [400, 90, 400, 300]],
    ['to the left and down', { offset: { x: -0.25, y: -0.1 } }, [0, 210, 400, 300]],
    ['from the position', { position: 'bottomRight', offset: { x: -0.04, y: 0.04 } }, [368, 276, 400, 300]],
    ['off the output', { position: 'topLeft', offset: { x: 1, y: 1 } }, [800, -600, 400, 300]],
    ['far off the output', { offset: { x: -10, y: 10 } }, [-7800, -5850, 400, 300]],
  ])('%s', (_, given, visible) => {
    expect(placed({ scale: 0.5, ...given }).visible).toEqual(visible);
  });

  test('the whole picture moves with its visible part', () => {
    expect(placed({ scale: 0.5, offset: { x: 0.25, y: 0.1 } }).whole).toEqual([400, 40, 400, 400]);
  });
});

describe('the box of a text', () => {
  const picture = (width?: number, height?: number): VisualClip['visual'] => ({
    kind: 'drawn',
    length: 5,
    asset: { type: 'text', text: 'Hello', ...(width && { width }), ...(height && { height }) },
  });

  it.each<[string, Given, Numbers]>([
    ['is the output by default', { visual: picture() }, [0, 0, 800, 600]],
    ['is its declared size', { visual: picture(200, 100) }, [300, 250, 200, 100]],
    ['is as high as the output if only a width is declared', { visual: picture(200) }, [300, 0, 200, 600]],
    ['is not fitted', { visual: picture(200, 100), fit: 'contain' }, [300, 250, 200, 100]],
    ['is scaled', { visual: picture(200, 100), scale: 2, position: 'top' }, [200, 0, 400, 200]],
  ])('%s', (_, given, box) => {
    expect(placed(given)).toEqual({ whole: box, visible: box });
  });
});

describe('the box of a clip', () => {
  // The picture is square.
  const box = { width: 400, height: 200 };

  it.each<[string, Given, Numbers, Numbers]>([
    ['is filled and cuts the overflow', { box }, [200, 100, 400, 400], [200, 200, 400, 200]],
    ['contains all of the picture', { box, fit: 'contain' }, [300, 200, 200, 200], [300, 200, 200, 200]],
    ['is filled by stretching', { box, fit: 'cover' }, [200, 200, 400, 200], [200, 200, 400, 200]],
    ['cuts a picture that is not fitted', { box, fit: 'none' }, [200, 100, 400, 400], [200, 200, 400, 200]],
    [
      'takes a missing side from the output',
      { box: { width: 400 }, fit: 'cover' },
      [200, 0, 400, 600],
      [200, 0, 400, 600],
    ],
    ['is scaled together with its picture', { box, scale: 0.5 }, [300, 200, 200, 200], [300, 250, 200, 100]],
    [
      'anchors only the picture if the picture does not fill it',
      { box, fit: 'contain', position: 'topLeft' },
      [100, 0, 200, 200],
      [100, 0, 200, 200],
    ],
    [
      'is the box of a text without a declared size',
      { box, visual: { kind: 'drawn', length: 5, asset: { type: 'text', text: 'Hello' } } },
      [200, 200, 400, 200],
      [200, 200, 400, 200],
    ],
  ])('%s', (_, given, whole, visible) => {
    expect(placed(given)).toEqual({ whole, visible });
  });
});

describe('crop hides parts of the fitted picture, which stays in place (contract C4, contract C24)', () => {
  const crop = { top: 0, bottom: 0, left: 0, right: 0 };

  it.each<[string, Given, Numbers]>([
    ['on the left', { fit: 'contain', crop: { ...crop, left: 0.25 } }, [250, 0, 450, 600]],
    ['at the bottom', { fit: 'contain', crop: { ...crop, bottom: 0.5 } }, [100, 0, 600, 300]],
    ['on both sides', { fit: 'contain', crop: { ...crop, left: 0.25, right: 0.25 } }, [250, 0, 300, 600]],
    // The fitted picture is 800x800 and starts at -100, so its upper eighth is hidden anyway.
    ['no more than the output cuts', { crop: { ...crop, top: 0.125 } }, [0, 0, 800, 600]],
    ['more than the output cuts', { crop: { ...crop, top: 0.25 } }, [0, 100, 800, 500]],
    [
      'scaled with the picture',
      { fit: 'contain', scale: 0.5, crop: { ...crop, left: 0.5 } },
      [400, 150, 150, 300],
    ],
    [
      'after anchoring the whole picture',
      { fit: 'contain', scale: 0.5, position: 'bottomRight', crop: { ...crop, right: 0.5 } },
      [500, 300, 150, 300],
    ],
    ['all of it', { fit: 'contain', crop: { ...crop, left: 0.6, right: 0.6 } }, [460, 0, 0, 600]],
  ])('%s', (_, given, visible) => {
    expect(placed(given).visible).toEqual(visible);
  });

  test('the centre is not affected', () => {
    const given = visualClip({ fit: 'contain', crop: { ...crop, left: 0.5 } });
    expect(placeClip(given, { scale: 1, offset: { x: 0.25, y: 0 } }, OUTPUT).centre).toEqual({
      x: 600,
      y: 300,
    });
  });
});

test('a picture can move and grow behind the edges that it is cut at', () => {
  const innerMotion = { scale: 1.5, x: 0.25, y: 0.1 };
  // The picture is 600x600. Its centre is a quarter of 400 to the right of the middle and a tenth of 200
  // above it.
  expect(placed({ box: { width: 400, height: 200 }, innerMotion })).toEqual({
    whole: [200, -20, 600, 600],
    visible: [200, 200, 400, 200],
  });
});
