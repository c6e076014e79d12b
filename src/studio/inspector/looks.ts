/** The kinds of names that have pictures. A transition is at the beginning or at the end of a clip. */
export type LookKind = 'effect' | 'filter' | 'filters' | 'in' | 'out';

/** Values of CSS properties by their names. */
type Style = Readonly<Record<string, string>>;

/** The filters of CSS that look like those of the engine. */
const FILTERS: Readonly<Record<string, string>> = {
  blur: 'blur(1.5px)',
  boost: 'saturate(1.6) contrast(1.1)',
  contrast: 'contrast(1.6)',
  darken: 'brightness(0.55)',
  greyscale: 'grayscale(1)',
  lighten: 'brightness(1.45)',
  muted: 'saturate(0.45)',
  negative: 'invert(1)',
};

const LAND = 'linear-gradient(var(--scene-sky) 62%, var(--scene-hill) 0)';

/** Pictures of the filters with values, roughly as the engine draws them. */
const VALUE_FILTERS: Readonly<Record<string, Style>> = {
  exposure: { filter: 'brightness(1.5)' },
  contrast: { filter: 'contrast(1.7)' },
  saturation: { filter: 'saturate(2.4)' },
  vibrance: { filter: 'saturate(1.6)' },
  temperature: { filter: 'sepia(0.55) saturate(1.6)' },
  tint: { filter: 'sepia(0.4) hue-rotate(270deg) saturate(1.6)' },
  hue: { filter: 'hue-rotate(120deg)' },
  curves: { filter: 'contrast(1.35) brightness(1.08)' },
  levels: { filter: 'contrast(1.6) brightness(0.85)' },
  shadows: { filter: 'brightness(1.3) contrast(0.75)' },
  highlights: { filter: 'brightness(0.75)' },
  lut: { filter: 'sepia(0.35) hue-rotate(-25deg) contrast(1.2)' },
  duotone: { filter: 'grayscale(1) sepia(1) hue-rotate(190deg) saturate(3)' },
  posterize: { filter: 'contrast(5)' },
  invert: { filter: 'invert(1)' },
  vignette: { 'box-shadow': 'inset 0 0 10px 6px #000000' },
  blur: { filter: 'blur(1.5px)' },
  directionalBlur: { filter: 'blur(1px)', transform: 'scaleX(1.6)' },
  sharpen: { filter: 'contrast(1.25)' },
  grain: { background: `repeating-conic-gradient(#0004 0 12%, #fff4 0 25%) 0 0 / 3px 3px, ${LAND}` },
  pixelate: {
    background: `linear-gradient(90deg, #0003 50%, #fff2 0) 0 0 / 16px 100%, linear-gradient(#0002 50%, transparent 0) 0 0 / 100% 12px, ${LAND}`,
  },
  glow: { filter: 'brightness(1.3) blur(0.6px)' },
  chromaticAberration: {
    background:
      'radial-gradient(circle at 44% 50%, #f00 0 30%, transparent 31%), radial-gradient(circle, #0f0 0 30%, transparent 31%), radial-gradient(circle at 56% 50%, #00f 0 30%, transparent 31%), #000',
    'background-blend-mode': 'screen',
  },
  edges: {
    background:
      'radial-gradient(circle at 74% 28%, transparent 0 11%, #fff 12% 15%, transparent 16%), radial-gradient(ellipse 80% 60% at 74% 110%, transparent 0 92%, #fff 93% 97%, transparent 98%), #000',
  },
};

const POINTS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  Left: [-1, 0],
  Right: [1, 0],
  Up: [0, -1],
  Down: [0, 1],
  Top: [0, -1],
  Bottom: [0, 1],
};

/** Movement of a small picture, in percent of its size. A slide of the engine is too short to be seen. */
const DISTANCES: Readonly<Record<string, number>> = { slide: 30, carousel: 100, push: 100 };

/** Returns the CSS for the picture of a name. For a movement, these are the states that it runs between. */
export function describeLook(look: LookKind, name: string): Style {
  if (look === 'filter') return { filter: FILTERS[name] ?? 'none' };
  if (look === 'filters') return VALUE_FILTERS[name] ?? {};
  if (look === 'effect') return describeEffect(name);
  const away = describeAway(name, look);
  const here = {
    '--look-$': 'none',
    '--look-opacity-$': '1',
    '--look-clip-$': away.whole ?? 'inset(0)',
    '--look-filter-$': away.filter ? 'brightness(1)' : 'none',
  };
  const there = {
    '--look-$': toTransform(away),
    '--look-opacity-$': String(away.opacity ?? 1),
    '--look-clip-$': away.clip ?? 'inset(0)',
    '--look-filter-$': away.filter ?? 'none',
  };
  const [from, to] = look === 'in' ? [there, here] : [here, there];
  return { ...nameState(from, 'from'), ...nameState(to, 'to') };
}

/** Names the properties of a state as its beginning or its end. */
function nameState(state: Style, name: 'from' | 'to'): Style {
  return Object.fromEntries(Object.entries(state).map(([key, value]) => [key.replace('$', name), value]));
}

function describeEffect(name: string): Style {
  const [kind = '', direction = ''] = name.split(/(?=[A-Z])/);
  if (kind === 'zoom') {
    const [from, to] = direction === 'In' ? ['none', 'scale(1.6)'] : ['scale(1.6)', 'none'];
    return { '--look-from': from, '--look-to': to };
  }
  const [x, y] = POINTS[direction] ?? [0, 0];
  const move = (share: number): string => `scale(1.6) translate(${x * share}%, ${y * share}%)`;
  return { '--look-from': move(-18), '--look-to': move(18) };
}

const ARROWS: Readonly<Record<string, string>> = {
  Left: '←',
  Right: '→',
  Up: '↑',
  Down: '↓',
  Top: '↑',
  Bottom: '↓',
  In: '+',
  Out: '−',
  TopRight: '↗',
  RightTop: '↗',
  BottomRight: '↘',
  RightBottom: '↘',
  TopLeft: '↖',
  LeftTop: '↖',
  BottomLeft: '↙',
  LeftBottom: '↙',
};

/** Returns the arrow for the direction in a name. Empty if it has none. */
export function arrowOf(name: string): string {
  return ARROWS[name.replace(/^[^A-Z]+/, '')] ?? '';
}

/** The state of a clip where its transition begins or ends, with distances in percent. */
interface Away {
  readonly x?: number;
  readonly y?: number;
  readonly rotation?: number;
  readonly scale?: number;
  readonly opacity?: number;
  readonly clip?: string;
  readonly filter?: string;
  /** The clip path of the whole picture, which must have the form of `clip`. */
  readonly whole?: string;
}

function describeAway(name: string, look: 'in' | 'out'): Away {
  const [kind = '', first = '', second = ''] = name.split(/(?=[A-Z])/);
  const [x, y] = POINTS[first] ?? [0, 0];
  const isFromLeft = (first === 'Left') !== (look === 'in');
  const [aside, across] = POINTS[second] ?? [0, 0];
  const distance = (look === 'in' ? -1 : 1) * (DISTANCES[kind] ?? 0);
  const moved = { x: x * distance, y: y * distance };
  const states: Readonly<Record<string, Away>> = {
    fade: { opacity: 0 },
    zoom: { scale: 3, opacity: 0 },
    reveal: { clip: 'inset(0 100% 0 0)' },
    wipe: { clip: isFromLeft ? 'inset(0 100% 0 0)' : 'inset(0 0 0 100%)' },
    iris: { clip: 'circle(0)', whole: 'circle(60%)' },
    split: { clip: 'inset(0 50%)' },
    zoomThrough: { scale: look === 'in' ? 0.25 : 4, opacity: 0 },
    whip: { x: look === 'in' ? 60 : -60, opacity: 0 },
    luma: { clip: 'polygon(0 0, 0 0, 0 0)', whole: 'polygon(0 0, 200% 0, 0 200%)' },
    glitch: { clip: stripes(48), whole: stripes(0), x: 14, filter: 'hue-rotate(160deg)' },
    lightLeak: { clip: 'inset(0 100% 0 0)', filter: 'brightness(4) sepia(0.8)' },
    filmBurn: { filter: 'brightness(9) sepia(0.9)', opacity: 0 },
    pageTurn: {
      clip: 'polygon(0 0, 0 0, -40% 100%, 0 100%)',
      whole: 'polygon(0 0, 100% 0, 100% 100%, 0 100%)',
    },
    shuffle: { x: x * 110 + aside * 50, y: y * 110 + across * 50, rotation: 25 },
    slide: { ...moved, opacity: 0 },
  };
  return states[name] ?? states[kind] ?? moved;
}

/** Returns the clip path of stripes that begin in turn at the left and at the right. @param gap percent that is missing. */
function stripes(gap: number): string {
  const rows = [0, 1, 2, 3, 4, 5].flatMap((row) => {
    const left = row % 2 === 0 ? gap : 0;
    return [`${left}% ${row * 17}%`, `${left}% ${row * 17 + 17}%`];
  });
  const back = [5, 4, 3, 2, 1, 0].flatMap((row) => {
    const right = 100 - (row % 2 === 0 ? 0 : gap);
    return [`${right}% ${row * 17 + 17}%`, `${right}% ${row * 17}%`];
  });
  return `polygon(${[...rows, ...back].join()})`;
}

function toTransform({ x = 0, y = 0, rotation = 0, scale = 1 }: Away): string {
  return `translate(${x}%, ${y}%) rotate(${rotation}deg) scale(${scale})`;
}
