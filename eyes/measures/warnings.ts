import type { Measure } from '../measure.ts';

/** A clip and the field of the warning that it must get, or none. */
type Case = readonly [clip: object, field: string | undefined];

const SHAPE = { type: 'shape', shape: 'rectangle', rectangle: { width: 60, height: 40 } };
const move = (from: number, to: number, start = 0, length = 2): object[] => [{ from, to, start, length }];

/** Clips of 2 s in a picture of 320x180, each in an edit of its own. */
const CASES: readonly Case[] = [
  [{ asset: { type: 'title', text: 'Hello' }, offset: { y: 0.8 } }, 'offset.y'],
  [{ asset: { type: 'title', text: 'Hello', offset: { y: -0.8 } } }, 'asset.offset.y'],
  [{ asset: { type: 'rich-text', text: 'Hello' }, offset: { x: 0.9 } }, 'offset.x'],
  [{ asset: { type: 'text', text: 'Hello', width: 80, height: 30 }, offset: { x: -0.7 } }, 'offset.x'],
  [{ asset: SHAPE, offset: { x: 0.7, y: 0.7 } }, 'offset'],
  [{ asset: SHAPE, offset: { y: move(1, 3) } }, 'offset.y'],
  [{ asset: SHAPE, offset: { x: 0.9 }, transform: { rotate: { angle: move(0, 360) } } }, 'offset.x'],
  [{ asset: { type: 'image', src: 'missing.png' }, offset: { y: 1.1 }, effect: 'slideUp' }, 'offset.y'],
  [{ asset: { type: 'image', src: 'missing.png' }, scale: 0 }, 'scale'],
  [{ asset: { type: 'html', html: '<p>Hello</p>' }, opacity: 0 }, 'opacity'],
  [{ asset: SHAPE, offset: { x: 0.55 } }, undefined],
  [{ asset: SHAPE, offset: { x: move(-9, 9, 0.9, 0.2) } }, undefined],
  [{ asset: SHAPE, offset: { y: 0.65 }, transition: { in: 'zoom' } }, undefined],
  [{ asset: { type: 'rich-text', text: 'Hello' }, offset: { y: 0.45 } }, undefined],
  [{ asset: { type: 'title', text: 'Hello' }, opacity: move(0, 1) }, undefined],
];

/** Counts the clips whose warning differs from the expected one. */
async function countWrong(
  cases: readonly Case[],
  warningsOf: (edit: object) => Promise<string[]>,
): Promise<number> {
  let wrong = 0;
  for (const [clip, field] of cases) {
    const lines = await warningsOf({
      timeline: { tracks: [{ clips: [{ start: 0, length: 2, ...clip }] }] },
      output: { format: 'mp4', size: { width: 320, height: 180 } },
    });
    const found = lines.filter((line) => /lies outside the picture|is invisible for all/.test(line));
    const isRight =
      field === undefined
        ? found.length === 0
        : found.length === 1 && found[0]?.includes(`clips[0].${field}: `);
    if (isRight !== true) wrong += 1;
  }
  return wrong;
}

export const MEASURES: readonly Measure[] = [
  {
    name: 'Clips that are never visible without the right warning, count',
    limit: 0,
    measure: (kinora) =>
      countWrong(
        CASES.filter(([, field]) => field !== undefined),
        (edit) => kinora.warnings(edit),
      ),
  },
  {
    name: 'Visible clips with a warning that they are not, count',
    limit: 0,
    measure: (kinora) =>
      countWrong(
        CASES.filter(([, field]) => field === undefined),
        (edit) => kinora.warnings(edit),
      ),
  },
];
