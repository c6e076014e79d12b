import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

/** File names of the gallery's pictures. All of them are drawn here. */
export const SCENERY = { dawn: 'dawn.png', night: 'night.png', coast: 'coast.png', ink: 'ink.png' } as const;

const WIDTH = 1280;
const HEIGHT = 720;

type Stop = readonly [at: number, colour: string];

/** Draws every picture into a folder. */
export async function makeScenery(folder: string): Promise<void> {
  const painters = {
    [SCENERY.dawn]: dawn,
    [SCENERY.night]: night,
    [SCENERY.coast]: coast,
    [SCENERY.ink]: ink,
  };
  for (const [name, paint] of Object.entries(painters)) {
    const canvas = createCanvas(WIDTH, HEIGHT);
    paint(canvas.getContext('2d'));
    await writeFile(join(folder, name), canvas.toBuffer('image/png'));
  }
}

/** Draws a low sun over layers of hills, right of the middle, and a flight of birds on the left. */
function dawn(context: SKRSContext2D): void {
  fill(context, [
    [0, '#23356f'],
    [0.3, '#6a5a9c'],
    [0.5, '#d97f8c'],
    [0.64, '#ffb98a'],
    [0.8, '#ffdca8'],
  ]);
  sun(context, 1040, 366, 54, '#fff4d6', '#ffb36b');
  const layers = ['#cf8c93', '#a8708c', '#7a5580', '#4f3f6c', '#2c2a51', '#161a38'];
  for (const [index, colour] of layers.entries()) {
    const far = 1 - index / (layers.length - 1);
    hills(context, colour, 395 + index * 58, 26 + (1 - far) * 62, 0.0035 - far * 0.001, index + 1);
  }
  pines(context, '#0d1028', 7);
  for (const [x, y, size] of [
    [250, 190, 22],
    [312, 160, 17],
    [196, 150, 15],
    [352, 214, 13],
  ] as const)
    bird(context, x, y, size);
}

/** Draws northern lights and a moon over snow and a lake. */
function night(context: SKRSContext2D): void {
  fill(context, [
    [0, '#040a20'],
    [0.45, '#0a2440'],
    [0.7, '#12465a'],
  ]);
  const random = randomFrom(3);
  for (let star = 0; star < 260; star++) {
    context.globalAlpha = 0.25 + 0.7 * random();
    disc(context, random() * WIDTH, random() * 400, 0.5 + 1.3 * random() ** 3, '#ffffff');
  }
  context.globalAlpha = 1;
  aurora(context, 210, '#3df5a5', 5);
  aurora(context, 150, '#8f7bff', 9);
  sun(context, 1010, 130, 34, '#f7f3e3', '#9fb4d6');
  hills(context, '#16324a', 330, 110, 0.0052, 21);
  hills(context, '#0b2036', 420, 74, 0.0061, 33);
  lake(context, 520);
}

/** Draws a lighthouse on a green island, a sailing boat, and clouds, in bright colours. */
function coast(context: SKRSContext2D): void {
  fill(context, [
    [0, '#3f9fd8'],
    [0.5, '#bfe6f2'],
    [0.62, '#fbf3dc'],
  ]);
  for (const [x, y, size] of [
    [230, 120, 60],
    [700, 84, 44],
    [1050, 170, 74],
  ] as const)
    cloud(context, x, y, size);
  gradient(
    context,
    440,
    HEIGHT,
    [
      [0, '#2b8fb5'],
      [1, '#0c4a74'],
    ],
    () => context.fillRect(0, 440, WIDTH, 280),
  );
  glints(context);
  hills(context, '#7fa37c', 425, 36, 0.004, 41, 452);
  island(context);
  lighthouse(context, 330, 512);
  boat(context, 905, 560, 1);
  boat(context, 1120, 474, 0.4);
}

/** Draws a white blot on black with soft, frayed edges: a matte. */
function ink(context: SKRSContext2D): void {
  fill(context, [[0, '#000000']]);
  const noise = noiseFrom(11);
  context.filter = 'blur(5px)';
  context.fillStyle = '#ffffff';
  context.beginPath();
  for (let step = 0; step <= 360; step++) {
    const turn = (step / 360) * 2 * Math.PI;
    // Sample the noise along a circle, so that the last point meets the first.
    const along = 8 + 4 * Math.cos(turn);
    const radius =
      215 + 150 * (noise(along * 1.7) - 0.5) + 70 * (noise(20 + 5 * Math.sin(turn) + along * 3) - 0.5);
    context.lineTo(640 + 1.7 * radius * Math.cos(turn), 360 + radius * Math.sin(turn));
  }
  context.fill();
  const random = randomFrom(5);
  for (let drop = 0; drop < 26; drop++) {
    const [turn, away] = [2 * Math.PI * random(), 300 + 80 * random()];
    disc(
      context,
      640 + 1.7 * away * Math.cos(turn),
      360 + away * 0.95 * Math.sin(turn),
      4 + 22 * random() ** 2,
      '#ffffff',
    );
  }
  context.filter = 'none';
}

function fill(context: SKRSContext2D, stops: readonly Stop[]): void {
  gradient(context, 0, HEIGHT, stops, () => context.fillRect(0, 0, WIDTH, HEIGHT));
}

function gradient(
  context: SKRSContext2D,
  from: number,
  to: number,
  stops: readonly Stop[],
  draw: () => void,
): void {
  const colours = context.createLinearGradient(0, from, 0, to);
  for (const [at, colour] of stops) colours.addColorStop(at, colour);
  context.fillStyle = colours;
  draw();
}

function disc(context: SKRSContext2D, x: number, y: number, radius: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function sun(
  context: SKRSContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
  glow: string,
): void {
  const halo = context.createRadialGradient(x, y, radius * 0.9, x, y, radius * 7);
  halo.addColorStop(0, `${glow}cc`);
  halo.addColorStop(0.35, `${glow}44`);
  halo.addColorStop(1, `${glow}00`);
  context.fillStyle = halo;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  disc(context, x, y, radius, colour);
}

/**
 * Draws a ridge of noise.
 *
 * @param top mean height of the ridge.
 * @param size amplitude.
 * @param rough waves per pixel.
 */
function hills(
  context: SKRSContext2D,
  colour: string,
  top: number,
  size: number,
  rough: number,
  seed: number,
  bottom = HEIGHT,
): void {
  const noise = noiseFrom(seed);
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(0, bottom);
  for (let x = 0; x <= WIDTH; x += 2) {
    const height = [1, 2.1, 4.3, 9.1].reduce(
      (sum, octave) => sum + (noise(x * rough * octave) - 0.5) / octave ** 1.15,
      0,
    );
    context.lineTo(x, top - height * size * 1.6);
  }
  context.lineTo(WIDTH, bottom);
  context.fill();
}

function pines(context: SKRSContext2D, colour: string, seed: number): void {
  const random = randomFrom(seed);
  context.fillStyle = colour;
  for (let x = -10; x < WIDTH + 10; x += 9 + random() * 22) {
    const edge = Math.abs(x - 700) / 700;
    const height = 20 + (26 + 70 * edge) * random();
    const foot = HEIGHT - 4 + 10 * random() - 46 * edge;
    context.beginPath();
    for (let step = 0; step < 4; step++) {
      const y = foot - height + (height * step) / 4;
      const half = (height * (0.09 + 0.075 * step)) / 1.4;
      context.moveTo(x, y - height * 0.12);
      context.lineTo(x + half, y + height / 3.4);
      context.lineTo(x - half, y + height / 3.4);
    }
    context.fill();
    context.fillRect(x - 1.5, foot - 4, 3, HEIGHT);
  }
  context.fillRect(0, HEIGHT - 12, WIDTH, 12);
}

function bird(context: SKRSContext2D, x: number, y: number, size: number): void {
  context.strokeStyle = '#1b1f45';
  context.lineWidth = size / 7;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(x - size, y - size * 0.25);
  context.quadraticCurveTo(x - size * 0.4, y - size * 0.55, x, y);
  context.quadraticCurveTo(x + size * 0.4, y - size * 0.55, x + size, y - size * 0.25);
  context.stroke();
}

function aurora(context: SKRSContext2D, base: number, colour: string, seed: number): void {
  const noise = noiseFrom(seed);
  context.save();
  context.globalCompositeOperation = 'lighter';
  context.filter = 'blur(7px)';
  for (let x = 0; x < WIDTH; x += 5) {
    const foot = base + 110 * Math.sin(x / 260 + seed) + 50 * noise(x / 90);
    const height = 90 + 190 * noise(x / 60 + 50);
    const ray = context.createLinearGradient(0, foot - height, 0, foot);
    ray.addColorStop(0, `${colour}00`);
    ray.addColorStop(0.8, `${colour}66`);
    ray.addColorStop(1, `${colour}00`);
    context.fillStyle = ray;
    context.globalAlpha = 0.35 + 0.65 * noise(x / 24 + 9);
    context.fillRect(x, foot - height, 6, height);
  }
  context.restore();
}

function lake(context: SKRSContext2D, shore: number): void {
  context.save();
  context.beginPath();
  context.rect(0, shore, WIDTH, HEIGHT - shore);
  context.clip();
  context.translate(0, 2 * shore);
  context.scale(1, -1);
  context.filter = 'blur(3px)';
  context.drawImage(context.canvas, 0, 0);
  context.restore();
  gradient(
    context,
    shore,
    HEIGHT,
    [
      [0, '#04122455'],
      [1, '#020a18cc'],
    ],
    () => context.fillRect(0, shore, WIDTH, HEIGHT - shore),
  );
}

function cloud(context: SKRSContext2D, x: number, y: number, size: number): void {
  context.save();
  context.filter = `blur(${size / 9}px)`;
  context.globalAlpha = 0.9;
  for (const [across, up, radius] of [
    [-1.5, 0, 0.55],
    [-0.7, 0.3, 0.8],
    [0.3, 0.45, 0.95],
    [1.2, 0.15, 0.7],
    [1.9, -0.05, 0.45],
  ] as const) {
    disc(context, x + across * size, y - up * size, radius * size, '#ffffff');
  }
  context.restore();
}

function glints(context: SKRSContext2D): void {
  const random = randomFrom(17);
  for (let glint = 0; glint < 150; glint++) {
    const y = 448 + 260 * random() ** 1.5;
    const near = (y - 440) / 280;
    context.fillStyle = `rgb(255 255 255 / ${0.08 + 0.22 * random()})`;
    context.fillRect(random() * WIDTH, y, 18 + 90 * near * random(), 1 + 2.4 * near);
  }
}

function island(context: SKRSContext2D): void {
  gradient(
    context,
    470,
    640,
    [
      [0, '#7cb95a'],
      [0.55, '#4d8a46'],
      [1, '#6b5a45'],
    ],
    () => {
      context.beginPath();
      context.moveTo(-10, 640);
      context.bezierCurveTo(40, 560, 150, 540, 240, 512);
      context.bezierCurveTo(330, 494, 420, 508, 480, 560);
      context.bezierCurveTo(520, 596, 590, 604, 640, 640);
      context.fill();
    },
  );
}

function lighthouse(context: SKRSContext2D, x: number, foot: number): void {
  const side = (up: number): number => 26 - up * 0.055;
  for (let band = 0; band < 5; band++) {
    const [low, high] = [band * 42, band * 42 + 42];
    context.fillStyle = band % 2 === 0 ? '#d8372f' : '#fdfaf3';
    context.beginPath();
    context.moveTo(x - side(low), foot - low);
    context.lineTo(x + side(low), foot - low);
    context.lineTo(x + side(high), foot - high);
    context.lineTo(x - side(high), foot - high);
    context.fill();
  }
  context.fillStyle = '#26313f';
  context.fillRect(x - 24, foot - 218, 48, 9);
  context.fillStyle = '#ffe27a';
  context.fillRect(x - 13, foot - 244, 26, 27);
  context.fillStyle = '#26313f';
  context.beginPath();
  context.moveTo(x - 20, foot - 243);
  context.lineTo(x, foot - 270);
  context.lineTo(x + 20, foot - 243);
  context.fill();
  context.fillStyle = 'rgb(0 0 0 / 0.14)';
  context.fillRect(x + 4, foot - 210, 14, 210);
}

function boat(context: SKRSContext2D, x: number, y: number, size: number): void {
  context.save();
  context.translate(x, y);
  context.scale(size, size);
  const shape = (colour: string, points: readonly (readonly [number, number])[]): void => {
    context.fillStyle = colour;
    context.beginPath();
    for (const [across, down] of points) context.lineTo(across, down);
    context.fill();
  };
  shape('#ffffff', [
    [6, -150],
    [6, -14],
    [92, -14],
  ]);
  shape('#ff7a59', [
    [-4, -128],
    [-4, -14],
    [-62, -14],
  ]);
  shape('#5a3b2e', [
    [-84, -6],
    [108, -6],
    [76, 26],
    [-58, 26],
  ]);
  context.restore();
}

/** Returns a generator of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a function of smooth noise from 0 to 1 along a line. */
function noiseFrom(seed: number): (x: number) => number {
  const random = randomFrom(seed);
  const values = Array.from({ length: 256 }, random);
  return (x) => {
    const [left, share] = [Math.floor(x), x - Math.floor(x)];
    const [from, to] = [values[left & 255] ?? 0, values[(left + 1) & 255] ?? 0];
    const smooth = share * share * (3 - 2 * share);
    return from + (to - from) * smooth;
  };
}
