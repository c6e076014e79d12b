import { type ClipJson, editOf, picture } from './edits.ts';
import type { Row, Sheet } from './sheet.ts';

/** Length of the clips in seconds. */
const LENGTH = 2;
const TIMES = [0, 0.48, 0.96, 1.44, 1.96];

/** Returns the sheet of springs, paths, looks in space and blurred movements. */
export function movementSheet(): Sheet {
  return {
    file: 'movement',
    heading: 'Springs, paths, space and motion blur',
    text: 'Tweens that move like a spring, `motion` along a path, `perspective` and `motionBlur`.',
    columns: [{ heading: 'clip', captions: TIMES.map((time) => `${time.toFixed(1)} s`) }],
    rows: [
      row('a spring', {
        scale: 0.4,
        offset: {
          x: [move(-0.3, 0.3, { interpolation: 'bezier', easing: { type: 'spring', bounce: 0.6 } })],
          y: 0,
        },
      }),
      row('a tweened crop', {}, { left: [move(0, 0.45)], right: [move(0, 0.45)] }),
      row('motion', {
        scale: 0.25,
        motion: { path: 'M 80 280 C 80 40 320 40 320 180 S 560 320 560 80', rotate: true },
      }),
      row('perspective: corners', {
        perspective: {
          corners: {
            topLeft: { x: [move(0, 0.25)], y: [move(0, 0.15)] },
            topRight: { x: [move(1, 0.85)], y: 0 },
            bottomLeft: { x: 0, y: [move(1, 0.8)] },
          },
        },
      }),
      row('perspective: tilt', { scale: 0.8, perspective: { tilt: [move(0, 70)] } }),
      row('perspective: turn', { scale: 0.7, perspective: { turn: [move(-70, 70)], fieldOfView: 70 } }),
      row('motionBlur: 180', { scale: 0.5, motionBlur: 180, offset: { x: [move(-0.9, 0.9)], y: 0 } }),
      row('motionBlur: 360', {
        scale: 0.6,
        motionBlur: 360,
        transform: { rotate: { angle: [move(0, 360)] } },
      }),
    ],
  };
}

function move(from: number, to: number, curve: object = {}): object {
  return { from, to, length: LENGTH, ...curve };
}

function row(name: string, fields: ClipJson, crop?: object): Row {
  const clip = picture('coast', LENGTH, fields);
  const asset = { ...(clip['asset'] as object), ...(crop && { crop }) }; // Each clip of the scenery has an asset.
  const edit = editOf([picture('night', LENGTH), { ...clip, asset }]);
  return { name, tiles: TIMES.map((at) => ({ edit, at })) };
}
