/** `node bench/filters.ts`: prints the CPU time of each filter with values for a frame of 1920x1080, in ms. */
import { toRate, ZERO } from '../src/base/time.ts';
import type { FilterValues } from '../src/render/grade/filter-values.ts';
import { isSpatial } from '../src/render/grade/kinds.ts';
import { toFloats, toStraight } from '../src/render/compose/effects/float-picture.ts';
import { applySpatial } from '../src/render/compose/effects/spatial-filters.ts';
import { Grader } from '../src/render/compose/grade/grader.ts';
import type { PlanePlace } from '../src/render/compose/layers/filtered-source.ts';

const [WIDTH, HEIGHT] = [1920, 1080];
const FRAMES = 10;

/** A picture of many colours. */
function samples(count: number, from: number, to: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => from + (((at >> 4) * 7 + at * 3) % (to - from)));
}

const whole = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const PLACE: PlanePlace = {
  x: 0,
  y: 0,
  layer: { placement: { whole, visible: whole }, matrix: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } },
};
const plane = (data: Uint8Array, stride: number) => ({ data, stride });
const PLANES = {
  width: WIDTH,
  height: HEIGHT,
  y: plane(samples(WIDTH * HEIGHT, 16, 235), WIDTH),
  u: plane(samples((WIDTH * HEIGHT) / 4, 80, 170), WIDTH / 2),
  v: plane(samples((WIDTH * HEIGHT) / 4, 80, 170), WIDTH / 2),
};
const TO = {
  y: plane(new Uint8Array(WIDTH * HEIGHT), WIDTH),
  u: plane(new Uint8Array((WIDTH * HEIGHT) / 4), WIDTH / 2),
  v: plane(new Uint8Array((WIDTH * HEIGHT) / 4), WIDTH / 2),
};
const PIXELS = {
  data: samples(4 * WIDTH * HEIGHT, 0, 255).map((value, at) => (at % 4 === 3 ? 255 : value)),
  width: WIDTH,
  height: HEIGHT,
};

const FILTERS: readonly FilterValues[][] = [
  [{ type: 'exposure', value: 0.5 }],
  [
    { type: 'exposure', value: 0.5 },
    { type: 'hue', value: 30 },
    { type: 'saturation', value: 1.2 },
  ],
  [{ type: 'posterize', value: 6 }],
  [{ type: 'vignette', amount: 0.5 }],
  [{ type: 'grain', amount: 0.3 }],
  [{ type: 'blur', radius: 10 }],
  [{ type: 'directionalBlur', length: 40, angle: 30 }],
  [{ type: 'sharpen', amount: 1 }],
  [{ type: 'pixelate', size: 20 }],
  [{ type: 'glow', amount: 1 }],
  [{ type: 'chromaticAberration', value: 6 }],
  [{ type: 'edges' }],
];

function apply(filters: readonly FilterValues[]): () => void {
  const [first] = filters;
  if (first && isSpatial(first)) return () => void toStraight(applySpatial(toFloats(PIXELS), first, 1));
  const filter = new Grader(filters, toRate(25), 1).at(ZERO);
  return () => filter?.apply(PLANES, TO, PLACE);
}

for (const filters of FILTERS) {
  const run = apply(filters);
  const first = process.cpuUsage();
  run();
  const { user: once } = process.cpuUsage(first);
  const start = process.cpuUsage();
  for (let frame = 0; frame < FRAMES; frame++) run();
  const { user, system } = process.cpuUsage(start);
  const each = (user + system) / 1000 / FRAMES;
  console.log(
    `${filters.map(({ type }) => type).join(', ')}: ${each.toFixed(1)} ms, the first ${(once / 1000).toFixed(0)} ms`,
  );
}
