import { expect, test } from 'vitest';
import { Composer } from '../../src/render/compose/composer.ts';
import { createWatermark } from '../../src/render/compose/create-watermark.ts';
import { type Planes, planesOf } from '../../src/render/av/video/video-frame.ts';
import { resolve } from '../../src/render/resolve/resolve.ts';
import { toEdit } from '../media/render-edit.ts';

const SIZE = { width: 640, height: 360 };
const EDIT = {
  timeline: {
    background: '#204060',
    tracks: [
      {
        clips: [
          {
            asset: {
              type: 'text',
              text: 'Quite still',
              font: { size: 90 },
              background: { color: '#eeeeee' },
            },
            start: 0,
            length: 1,
          },
        ],
      },
    ],
  },
  output: { format: 'mp4', size: SIZE },
};

/** Copies the samples of all planes. */
function samplesOf({ y, u, v }: Planes): number[] {
  return [y, u, v].flatMap(({ data }) => [...data]);
}

async function frameWith(watermark: boolean): Promise<number[]> {
  using composer = new Composer(resolve(toEdit(EDIT), new Map(), 'interface'), watermark);
  using picture = (await composer.composeFrame(0)).frame;
  return samplesOf(planesOf(picture));
}

test('the watermark changes only its own area of the frame', async () => {
  using composer = new Composer(resolve(toEdit(EDIT), new Map(), 'interface'), false);
  using plain = (await composer.composeFrame(0)).frame;
  const before = samplesOf(planesOf(plain));
  expect(await frameWith(false)).toEqual(before);
  expect(await frameWith(true)).not.toEqual(before);
  createWatermark(SIZE).paint(planesOf(plain));
  expect(await frameWith(true)).toEqual(samplesOf(planesOf(plain)));
});

test('equal frames are still composed once', async () => {
  using composer = new Composer(resolve(toEdit(EDIT), new Map(), 'interface'), true);
  using first = (await composer.composeFrame(0)).frame;
  using second = (await composer.composeFrame(1)).frame;
  planesOf(first).y.data[0] = 77;
  expect(planesOf(second).y.data[0]).toBe(77);
});
