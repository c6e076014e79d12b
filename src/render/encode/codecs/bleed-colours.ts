import {
  copyFrame,
  createVideoFrame,
  type Plane,
  planesOf,
  type VideoFrame,
} from '../../av/video/video-frame.ts';

/**
 * Number of times that a picture is halved to find colours for its transparent pixels. With 5, pixels up to 32
 * pixels from a visible one get a colour: as far as encoders mix pixels.
 */
const LEVELS = 5;

type Channels<Samples> = readonly [Samples, Samples, Samples];

/** A picture of means, with half the size of the next finer one. */
interface Level {
  readonly columns: number;
  readonly rows: number;
  readonly colours: Channels<Float32Array>;
  /** The visible share of each cell. 0 if it has no colour, or one of other cells. */
  readonly alpha: Float32Array;
  /** 1 for each cell that has a colour. */
  readonly isFilled: Uint8Array;
}

/**
 * Copies a picture and gives its transparent pixels the colours of the visible pixels near them. Encoders and
 * players mix the colours of neighbouring pixels without regard to alpha, so an invisible black pixel would
 * darken the edge beside it. The caller frees the result.
 *
 * @param frame a picture in full colour with straight alpha.
 */
export function bleedColours(frame: VideoFrame): VideoFrame {
  using made = new DisposableStack();
  const copy = made.use(createVideoFrame(frame.width, frame.height, true, true));
  copyFrame(frame, copy);
  const { alpha, width, height, ...planes } = planesOf(copy);
  if (!alpha) throw new Error('The picture has no alpha.');
  const channels = [planes.y, planes.u, planes.v] as const;
  const levels = createLevels(channels, alpha, width, height);
  for (let index = levels.length - 2; index >= 0; index--)
    fillLevel(levels[index] as Level, levels[index + 1] as Level); // Both are in the list.
  fillPicture(channels, alpha, width, height, levels[0] as Level);
  made.move();
  return copy;
}

function createLevels(channels: Channels<Plane>, alpha: Plane, width: number, height: number): Level[] {
  const sums = [sumPixels(channels, alpha, width, height)];
  for (let last = sums[0] as Level; sums.length < LEVELS; sums.push(last)) last = sumCells(last);
  return sums.map(divideByAlpha);
}

function createLevel(columns: number, rows: number): Level {
  const create = (): Float32Array => new Float32Array(columns * rows);
  return {
    columns,
    rows,
    colours: [create(), create(), create()],
    alpha: create(),
    isFilled: new Uint8Array(columns * rows),
  };
}

/** Adds up the pixels of each block of 2x2. The colours are weighted by alpha. */
function sumPixels(channels: Channels<Plane>, alpha: Plane, width: number, height: number): Level {
  const level = createLevel((width + 1) >> 1, (height + 1) >> 1);
  const [first, second, third] = level.colours;
  const [one, two, three] = channels;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const share = alpha.data[y * alpha.stride + x] as number;
      if (share === 0) continue;
      const to = (y >> 1) * level.columns + (x >> 1);
      level.alpha[to] = (level.alpha[to] as number) + share;
      first[to] = (first[to] as number) + share * (one.data[y * one.stride + x] as number);
      second[to] = (second[to] as number) + share * (two.data[y * two.stride + x] as number);
      third[to] = (third[to] as number) + share * (three.data[y * three.stride + x] as number);
    }
  }
  return level;
}

/** Adds up the cells of each block of 2x2. */
function sumCells(finer: Level): Level {
  const level = createLevel((finer.columns + 1) >> 1, (finer.rows + 1) >> 1);
  for (let y = 0; y < finer.rows; y++) {
    for (let x = 0; x < finer.columns; x++) {
      const from = y * finer.columns + x;
      if (finer.alpha[from] === 0) continue;
      const to = (y >> 1) * level.columns + (x >> 1);
      level.alpha[to] = (level.alpha[to] as number) + (finer.alpha[from] as number);
      for (const [channel, sums] of level.colours.entries())
        sums[to] = (sums[to] as number) + (finer.colours[channel]?.[from] as number);
    }
  }
  return level;
}

function divideByAlpha(level: Level): Level {
  for (const [at, share] of level.alpha.entries()) {
    if (share === 0) continue;
    level.isFilled[at] = 1;
    for (const sums of level.colours) sums[at] = (sums[at] as number) / share;
  }
  return level;
}

/** Gives colours to the cells without any, from the coarser level. */
function fillLevel(level: Level, coarser: Level): void {
  const found: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < level.rows; y++) {
    for (let x = 0; x < level.columns; x++) {
      const at = y * level.columns + x;
      if (level.isFilled[at] === 1 || !findColour(coarser, x, y, found)) continue;
      level.isFilled[at] = 1;
      for (const [channel, means] of level.colours.entries()) means[at] = found[channel] as number;
    }
  }
}

/** Gives colours to the transparent pixels. */
function fillPicture(
  channels: Channels<Plane>,
  alpha: Plane,
  width: number,
  height: number,
  coarser: Level,
): void {
  const found: [number, number, number] = [0, 0, 0];
  const [one, two, three] = channels;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (alpha.data[y * alpha.stride + x] !== 0 || !findColour(coarser, x, y, found)) continue;
      one.data[y * one.stride + x] = found[0];
      two.data[y * two.stride + x] = found[1];
      three.data[y * three.stride + x] = found[2];
    }
  }
}

/**
 * Finds the colour of a cell from the four nearest cells of the coarser level: from those that are visible, else
 * from those that have got a colour.
 *
 * @param x, y the cell in the finer level.
 * @param found receives the colour.
 * @returns false if none of the four has a colour.
 */
function findColour(coarser: Level, x: number, y: number, found: [number, number, number]): boolean {
  const { columns, rows, alpha, isFilled, colours } = coarser;
  const [left, top] = [x >> 1, y >> 1];
  const beside = Math.min(columns - 1, Math.max(0, left + (x % 2 === 0 ? -1 : 1)));
  const below = Math.min(rows - 1, Math.max(0, top + (y % 2 === 0 ? -1 : 1)));
  const near = top * columns + left;
  const [across, along, far] = [top * columns + beside, below * columns + left, below * columns + beside];
  const isVisible =
    (alpha[near] as number) > 0 ||
    (alpha[across] as number) > 0 ||
    (alpha[along] as number) > 0 ||
    (alpha[far] as number) > 0;
  const counts: Float32Array | Uint8Array = isVisible ? alpha : isFilled;
  const weights: readonly [number, number, number, number] = [
    (counts[near] as number) > 0 ? 9 : 0,
    (counts[across] as number) > 0 ? 3 : 0,
    (counts[along] as number) > 0 ? 3 : 0,
    (counts[far] as number) > 0 ? 1 : 0,
  ];
  const total = weights[0] + weights[1] + weights[2] + weights[3];
  if (total === 0) return false;
  for (const [channel, means] of colours.entries()) {
    const sum =
      weights[0] * (means[near] as number) +
      weights[1] * (means[across] as number) +
      weights[2] * (means[along] as number) +
      weights[3] * (means[far] as number);
    found[channel] = sum / total;
  }
  return true;
}
