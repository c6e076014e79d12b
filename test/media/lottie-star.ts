/** Frames per second and frames of the animation. */
const [RATE, FRAMES] = [30, 60];

const still = (k: unknown) => ({ a: 0, k });
const EASE = { i: { x: [0.4], y: [1] }, o: { x: [0.6], y: [0] } };
const EVEN = { i: { x: [1], y: [1] }, o: { x: [0], y: [0] } };
const KEEP = {
  o: still(100),
  r: still(0),
  p: still([0, 0, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
};

/** Returns a layer with one group of shapes. @param moves the fields of its transform that are not those of rest. */
function layer(ind: number, moves: object, shapes: readonly object[]): object {
  const rest = { p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0), o: still(100) };
  return {
    ddd: 0,
    ind,
    ty: 4,
    sr: 1,
    ao: 0,
    ip: 0,
    op: FRAMES,
    st: 0,
    bm: 0,
    ks: { ...KEEP, ...moves },
    shapes: [{ ty: 'gr', it: [...shapes, { ty: 'tr', ...rest }] }],
  };
}

const fill = (colour: readonly number[]) => ({ ty: 'fl', c: still([...colour, 1]), o: still(100), r: 1 });

const STAR = layer(
  1,
  {
    p: still([100, 100, 0]),
    r: {
      a: 1,
      k: [
        { t: 0, s: [0], ...EASE },
        { t: FRAMES, s: [360] },
      ],
    },
  },
  [
    {
      ty: 'sr',
      sy: 1,
      d: 1,
      pt: still(5),
      p: still([0, 0]),
      r: still(0),
      ir: still(30),
      is: still(0),
      or: still(70),
      os: still(0),
    },
    fill([1, 0.75, 0.1]),
  ],
);
const [TOP, BOTTOM] = [
  [220, 40, 0],
  [220, 160, 0],
];
const BALL = layer(
  2,
  {
    p: {
      a: 1,
      k: [
        { t: 0, s: TOP, ...EASE },
        { t: 30, s: BOTTOM, ...EASE },
        { t: FRAMES, s: TOP },
      ],
    },
    o: still(60),
  },
  [{ ty: 'el', d: 1, s: still([60, 60]), p: still([0, 0]) }, fill([0.1, 0.5, 0.9])],
);
const LINE = layer(3, {}, [
  {
    ty: 'sh',
    ks: still({
      c: false,
      v: [
        [20, 185],
        [280, 185],
      ],
      i: [
        [0, 0],
        [0, 0],
      ],
      o: [
        [0, 0],
        [0, 0],
      ],
    }),
  },
  { ty: 'st', c: still([0.9, 0.2, 0.3, 1]), o: still(100), w: still(8), lc: 2, lj: 2 },
  {
    ty: 'tm',
    s: still(0),
    e: {
      a: 1,
      k: [
        { t: 0, s: [0], ...EVEN },
        { t: FRAMES, s: [100] },
      ],
    },
    o: still(0),
    m: 1,
  },
]);

/**
 * A Lottie animation of two seconds: a star turns once, a half opaque ball falls and rises, and a line grows from left
 * to right at constant speed. Its background is transparent.
 */
export const LOTTIE_STAR: string = JSON.stringify({
  v: '5.9.0',
  fr: RATE,
  ip: 0,
  op: FRAMES,
  w: 300,
  h: 200,
  ddd: 0,
  assets: [],
  layers: [STAR, BALL, LINE],
});
