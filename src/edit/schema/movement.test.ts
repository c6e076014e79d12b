import { expect, it } from 'vitest';
import { parseEdit } from '../index.ts';

const ASSET = { type: 'image', src: 'https://example.com/a.png' };
const EASED = { from: 0, to: 1, length: 1, interpolation: 'bezier' };

/** Returns the problems of a clip with fields of its own, without the path to the clip. */
function problemsOf(fields: object): string[] {
  const clip = { asset: ASSET, start: 0, length: 2, ...fields };
  const group = { asset: { type: 'group', tracks: [{ clips: [clip] }] }, start: 0, length: 2 };
  const [alone, inGroup] = [clip, group].map((one) => {
    const timeline = { tracks: [{ clips: [one] }] };
    const result = parseEdit({ timeline, output: { format: 'mp4', resolution: 'sd' } });
    return result.ok ? [] : result.problems.map(({ message }) => message.replace(/^(.*clips\[0\]\.)+/, ''));
  });
  expect(inGroup).toEqual(alone);
  return alone ?? [];
}

it.each<[object, string]>([
  [
    { scale: [{ ...EASED, easing: { type: 'spring', bounce: 1 } }] },
    'scale[0].easing.bounce must be 0.9 or less, not 1.',
  ],
  [
    { motion: {} },
    'motion.path is required: the data of an SVG path, such as "M 100 500 C 400 100 800 100 1100 500".',
  ],
  [
    { motion: { path: 'L 5 5' } },
    'motion.path must be the data of an SVG path, such as "M 100 500 C 400 100 800 100 1100 500". Character 1 is wrong there.',
  ],
  [
    { motion: { path: 'M 5 5 L 5' } },
    'motion.path must be the data of an SVG path, such as "M 100 500 C 400 100 800 100 1100 500". It ends too early.',
  ],
  [
    { motion: { path: 'M 5 5 Z' } },
    'motion.path must be a path that leads from one point to another, such as "M 100 500 C 400 100 800 100 1100 500".',
  ],
  [
    { motion: { path: `M 0 0${' h 1'.repeat(1001)}` } },
    'motion.path must have at most 1000 lines and curves. This one has 1001.',
  ],
  [
    { motion: { path: 'M 0 0 H 5', viewBox: [0, 0, 0, 1] } },
    'motion.viewBox must be four numbers: left, top, width and height, of which the last two are more than 0.',
  ],
  [{ motion: { path: 'M 0 0 H 5', progress: 1.5 } }, 'motion.progress must be 1 or less, not 1.5.'],
  [{ perspective: { tilt: 400 } }, 'perspective.tilt must be 360 or less, not 400.'],
  [
    { perspective: { fieldOfView: [{ from: 0, to: 151 }] } },
    'perspective.fieldOfView[0].to must be 150 or less, not 151.',
  ],
  [
    { perspective: { corners: { topLeft: { x: 2 } } } },
    'perspective.corners must be four corners that bulge outwards: no edge crosses another, and no corner lies between two others.',
  ],
  [{ motionBlur: 361 }, 'motionBlur must be 360 or less, not 361.'],
  [
    { motionBlur: [{ from: 0, to: 180, start: 1, length: 2 }] },
    'motionBlur[0] ends at 3 s, but its clip lasts only 2 s. Shorten the tween or start it earlier.',
  ],
  [
    { asset: { ...ASSET, crop: { left: [{ from: 0, to: 2 }] } } },
    'asset.crop.left[0].to must be 1 or less, not 2.',
  ],
])('%j is rejected', (fields, message) => {
  // oxfmt-ignore
  expect(problemsOf(fields)).toEqual([message]);
});

it.each<[object]>([
  [{ scale: [{ ...EASED, easing: { type: 'spring' } }] }],
  [{ transition: { in: { name: 'fade', easing: { type: 'spring', bounce: 0 } } } }],
  [{ transition: { out: { name: 'iris', easing: [0.2, 0, 0.8, 1] } } }],
  [{ motion: { path: 'M0 0a5 5 0 0110 0z', viewBox: [0, 0, 10, 10], progress: [EASED], rotate: true } }],
  [
    {
      perspective: {
        corners: { topLeft: { x: [EASED], y: 0.1 } },
        tilt: [EASED],
        turn: -360,
        fieldOfView: 0,
      },
    },
  ],
  [{ motionBlur: [{ from: 0, to: 360, length: 1 }] }],
  [{ asset: { ...ASSET, crop: { top: [EASED] } } }],
])('%j is accepted', (fields) => {
  expect(problemsOf(fields)).toEqual([]);
});
