import { IRIS_SHAPES, LUMA_PATTERNS, SHAPED_TRANSITIONS } from '../src/base/vocabulary/shaped-transitions.ts';
import { PUSHES, EASINGS, EFFECTS, TRANSITIONS } from '../src/edit/schema/values.ts';
import { ease } from '../src/render/resolve/easing.ts';
import { clip, type ClipJson, editOf, picture } from './edits.ts';
import { SCENERY } from './scenery.ts';
import type { Row, Sheet } from './sheet.ts';

/** Returns the sheets of effects, transitions and easings. */
export function motionSheets(): Sheet[] {
  return [
    effects('zoom', 'Zooms', 'At constant speed for the whole clip. `Slow` moves less, `Fast` more.'),
    effects(
      'slide',
      'Slides',
      'Like the zooms. A picture that is too small for the movement is enlarged behind its edges.',
    ),
    ...Object.entries(TRANSITION_KINDS).map(transitions),
    ...Object.entries(SHAPED_KINDS).map(shapedTransitions),
    easings(),
  ];
}

const EFFECT_LENGTH = 3;

function effects(kind: string, heading: string, text: string): Sheet {
  const times = [0, 0.6, 1.2, 1.8, 2.4, 2.96];
  return {
    file: `effects-${kind}`,
    heading: `Effects: ${heading.toLowerCase()}`,
    text,
    columns: [{ heading: 'effect', captions: times.map((time) => `${time.toFixed(1)} s`) }],
    rows: EFFECTS.filter((effect) => effect.startsWith(kind)).map((effect) => ({
      name: effect,
      tiles: times.map((at) => ({ edit: editOf([picture('coast', EFFECT_LENGTH, { effect })]), at })),
    })),
  };
}

interface TransitionKind {
  readonly text: string;
  /** Seconds after the start and before the end of the clip at which something is visible at every speed. */
  readonly inTimes: readonly number[];
  readonly outTimes: readonly number[];
}

const TRANSITION_KINDS: Readonly<Record<string, TransitionKind>> = {
  fade: { text: 'The opacity changes.', inTimes: [0.2, 0.4, 0.72], outTimes: [0.72, 0.4, 0.2] },
  reveal: {
    text: 'A sharp edge moves across the clip, and back the same way at its end.',
    inTimes: [0.12, 0.24, 0.6],
    outTimes: [0.88, 0.68, 0.44],
  },
  wipe: {
    text: 'A wide, soft edge moves in the direction of the name.',
    inTimes: [0.2, 0.48, 0.72],
    outTimes: [0.72, 0.48, 0.2],
  },
  slide: {
    text: 'The clip moves a short distance and fades.',
    inTimes: [0.04, 0.12, 0.28],
    outTimes: [0.44, 0.36, 0.2],
  },
  carousel: {
    text: 'The clip moves all the way in from outside the output, and out of it again.',
    inTimes: [0.08, 0.2, 0.36],
    outTimes: [0.44, 0.32, 0.2],
  },
  push: {
    text: 'The clip pushes another one away, or is pushed away, in the direction of the name.',
    inTimes: [0.08, 0.16, 0.32],
    outTimes: [0.36, 0.24, 0.12],
  },
  zoom: {
    text: 'The clip shrinks from ten times its size, and grows back to it at its end.',
    inTimes: [0.16, 0.28, 0.36],
    outTimes: [0.36, 0.32, 0.24],
  },
  shuffle: {
    text: 'The clip flies in from a corner, tilted. The side named first is where it comes from.',
    inTimes: [0.12, 0.28, 0.6],
    outTimes: [0.88, 0.68, 0.44],
  },
};

function transitions([kind, { text, inTimes, outTimes }]: readonly [string, TransitionKind]): Sheet {
  return {
    file: `transitions-${kind}`,
    heading: `Transitions: ${kind}`,
    text,
    columns: [
      { heading: 'in', captions: inTimes.map((time) => `after ${time} s`) },
      { heading: 'out', captions: outTimes.map((time) => `${time} s before the end`) },
    ],
    rows: [...TRANSITIONS, ...PUSHES]
      .filter((name) => name.startsWith(kind))
      .map((name) => transition(name, inTimes, outTimes)),
  };
}

function transition(
  name: (typeof TRANSITIONS)[number] | (typeof PUSHES)[number],
  inTimes: readonly number[],
  outTimes: readonly number[],
): Row {
  const length = 5;
  const edit = editOf([
    picture('night', length),
    picture('coast', length, { transition: { in: name, out: name } }),
  ]);
  const moments = [...inTimes, ...outTimes.map((time) => Math.round((length - time) * 100) / 100)];
  return { name, tiles: moments.map((at) => ({ edit, at })) };
}

/** The transitions that only the later clip has. */
const ONE_SIDED: ReadonlySet<string> = new Set(['iris', 'split', 'luma']);

const SHAPED_KINDS: Readonly<Record<string, { readonly text: string; readonly steps: readonly object[] }>> = {
  iris: {
    text: 'A shape opens or closes around the centre of the clip.',
    steps: [
      {},
      { direction: 'close' },
      ...IRIS_SHAPES.slice(1).map((shape) => ({ shape })),
      { shape: 'star', softness: 0.3 },
    ],
  },
  split: {
    text: 'Two edges part in the middle of the clip, or meet there.',
    steps: [...SHAPED_TRANSITIONS.split.map((direction) => ({ direction })), { softness: 0.3 }],
  },
  zoomThrough: {
    text: 'The camera moves through one clip into the next. Both have the transition, and overlap.',
    steps: SHAPED_TRANSITIONS.zoomThrough.map((direction) => ({ direction })),
  },
  whip: {
    text: 'The camera turns so fast that both clips blur. Both have the transition, and overlap.',
    steps: SHAPED_TRANSITIONS.whip.map((direction) => ({ direction })),
  },
  luma: {
    text: 'The dark places of a picture change first: of a built-in one, or of any image (`src`).',
    steps: [
      ...LUMA_PATTERNS.map((pattern) => ({ pattern, ...(pattern === 'clouds' && { softness: 0.2 }) })),
      { src: SCENERY.dawn, softness: 0.3 },
      { pattern: 'diagonal', inverted: true, softness: 0.3 },
    ],
  },
  glitch: {
    text: 'Bands of the picture jump aside, and its colours part. Both have the transition, and overlap.',
    steps: [...SHAPED_TRANSITIONS.glitch.map((direction) => ({ direction })), { seed: 1, amount: 0.2 }],
  },
  lightLeak: {
    text: 'Light moves over both clips and hides the change. Both have the transition, and overlap.',
    steps: [...SHAPED_TRANSITIONS.lightLeak.map((direction) => ({ direction })), { seed: 2, amount: 0.3 }],
  },
  filmBurn: {
    text: 'Light burns one clip away, and the next one appears in it. Both have the transition, and overlap.',
    steps: [...SHAPED_TRANSITIONS.filmBurn.map((direction) => ({ direction })), { seed: 2, amount: 0.3 }],
  },
  pageTurn: {
    text: 'A page with its back and its shadows is turned away. Both have the transition, and overlap.',
    steps: SHAPED_TRANSITIONS.pageTurn.map((direction) => ({ direction })),
  },
};

/** Draws transitions with fields of their own from one clip to the next. */
function shapedTransitions([name, { text, steps }]: readonly [string, (typeof SHAPED_KINDS)[string]]): Sheet {
  const shares = [0, 0.25, 0.5, 0.75, 1];
  const edit = (step: object): object => {
    const transition = { name, duration: 1, ...step };
    const clips = [
      picture('night', 2, ONE_SIDED.has(name) ? {} : { transition: { out: transition } }),
      picture('coast', 2, { start: 'auto', overlap: 1, transition: { in: transition } }),
    ];
    return { ...editOf([]), timeline: { tracks: [{ clips }] } };
  };
  return {
    file: `shaped-${name}`,
    heading: `Transitions: ${name}`,
    text,
    columns: [{ heading: 'in', captions: shares.map((share) => `${100 * share} %`) }],
    rows: steps.map((step) => ({
      name: [name, ...Object.entries(step).map(([field, value]) => `${field}: ${String(value)}`)].join(', '),
      tiles: shares.map((share) => ({ edit: edit(step), at: 1 + Math.round(25 * share) / 25 })),
    })),
  };
}

const PLOT = { width: 400, height: 300 };
/** The corners of the plot, and the height of the line that the ball runs on, in pixels. */
const AXES = { left: 90, right: 310, top: 60, bottom: 190 };
const LINE = 252;
/** Seconds of a tween: 24 frames. Every second frame is shown, including the first and the last. */
const EASING_SECONDS = 0.96;
const EASING_FRAMES = 13;

function easings(): Sheet {
  return {
    file: 'easings',
    heading: 'Easings',
    text: 'A ball in motion, at every second frame. Above it is the curve: time to the right, distance upwards.',
    across: 4,
    shape: PLOT.width / PLOT.height,
    trace: true,
    rows: EASINGS.map((easing) => ({
      name: easing,
      tiles: Array.from({ length: EASING_FRAMES }, (_, index) => ({
        edit: easingEdit(easing),
        at: Math.round((index / (EASING_FRAMES - 1)) * EASING_SECONDS * 100) / 100,
      })),
    })),
  };
}

function easingEdit(easing: (typeof EASINGS)[number]): object {
  const tween = (from: number, to: number, curved: boolean) => [
    { from, to, start: 0, length: EASING_SECONDS, ...(curved && { interpolation: 'bezier', easing }) },
  ];
  const across = ([left, right]: readonly [number, number], curved: boolean) =>
    tween(left / PLOT.width - 0.5, right / PLOT.width - 0.5, curved);
  const ends = [AXES.left, AXES.right] as const;
  const up = tween(0.5 - AXES.bottom / PLOT.height, 0.5 - AXES.top / PLOT.height, true);
  return editOf(
    [
      clip({ type: 'svg', src: plot(easing) }, 2),
      ball(5, '#ffd166', { x: across(ends, false), y: up }),
      ball(11, '#5ad1c8', { x: across(ends, true), y: 0.5 - LINE / PLOT.height }),
    ],
    PLOT,
    { background: '#1a2132' },
  );
}

function ball(radius: number, color: string, offset: object): ClipJson {
  return clip({ type: 'shape', shape: 'circle', circle: { radius }, fill: { color } }, 2, { offset });
}

function plot(easing: (typeof EASINGS)[number]): string {
  const { left, right, top, bottom } = AXES;
  const points = Array.from({ length: 101 }, (_, index) => {
    const progress = index / 100;
    return `${left + (right - left) * progress},${(bottom - (bottom - top) * ease(easing, progress)).toFixed(2)}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PLOT.width} ${PLOT.height}">
<path d="M${left} ${top}H${right}V${bottom}H${left}z" fill="none" stroke="#2c3650" stroke-width="2"/>
<path d="M${left} ${LINE}H${right}" stroke="#2c3650" stroke-width="4" stroke-linecap="round"/>
<polyline points="${points.join(' ')}" fill="none" stroke="#8b7bd8" stroke-width="3.5" stroke-linecap="round"/></svg>`;
}
