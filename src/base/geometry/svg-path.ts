/** A cubic Bézier curve: its beginning, its two control points and its end, each as x and y. */
export type Cubic = readonly [
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
];

/** Number of numbers that each command takes. */
const COUNTS: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};
/** The largest number of a path, and the smallest one below 0. */
export const LARGEST_NUMBER = 1e6;
const LETTER = /[a-zA-Z]/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** The flags of an arc may follow each other without a space. */
const FLAG = /[01]/y;
const SPACE = /[\s,]*/y;

/**
 * Reads the data of an SVG path, as in the attribute `d`.
 *
 * @returns its curves in their order, or the place of the first character that cannot be read, from 0. Lines and arcs
 *   are curves, too. Between two of them may be a gap.
 */
export function readSvgPath(text: string): readonly Cubic[] | number {
  const pen = new PathPen();
  const reader = new PathReader(text);
  let command = '';
  for (let isFirst = true; !reader.isOver; isFirst = false) {
    const begin = reader.at;
    const next = reader.take(LETTER) ?? repeated(command);
    const count = next === undefined ? undefined : COUNTS[next.toUpperCase()];
    if (next === undefined || count === undefined || (isFirst && next.toUpperCase() !== 'M')) return begin;
    command = next;
    const numbers = reader.takeNumbers(count);
    if (!numbers) return reader.at;
    pen.draw(command, numbers);
  }
  return pen.curves;
}

/** Returns the command that numbers without one repeat: after a movement a line. `undefined` if there is none. */
function repeated(command: string): string | undefined {
  if (command === 'M') return 'L';
  if (command === 'm') return 'l';
  return command === '' || command === 'Z' || command === 'z' ? undefined : command;
}

/** Reads the parts of a path one after the other. */
class PathReader {
  /** The place of the next character that is not read, from 0. */
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.skip();
  }

  get isOver(): boolean {
    return this.at === this.text.length;
  }

  /** Takes what an expression matches here, and the space after it. */
  take(expression: RegExp): string | undefined {
    expression.lastIndex = this.at;
    const [found] = expression.exec(this.text) ?? [];
    if (found === undefined) return undefined;
    this.at = expression.lastIndex;
    this.skip();
    return found;
  }

  /** Takes the numbers of a command. Those of an arc have two flags. `undefined` if they are not there, or too large. */
  takeNumbers(count: number): number[] | undefined {
    const numbers: number[] = [];
    while (numbers.length < count) {
      const isFlag = count === COUNTS['A'] && (numbers.length === 3 || numbers.length === 4);
      const begin = this.at;
      const found = this.take(isFlag ? FLAG : NUMBER);
      if (found === undefined) return undefined;
      if (Math.abs(Number(found)) > LARGEST_NUMBER) {
        this.at = begin;
        return undefined;
      }
      numbers.push(Number(found));
    }
    return numbers;
  }

  private skip(): void {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    this.at = SPACE.lastIndex;
  }
}

/** Returns the axis of a number of a command: 0 for x, 1 for y. -1 for the shape of an arc, which has no place. */
function axisOf(name: string, index: number): number {
  if (name === 'A' && index < 5) return -1;
  if (name === 'H' || name === 'V') return name === 'V' ? 1 : 0;
  return (index + (name === 'A' ? 1 : 0)) % 2;
}

type SevenNumbers = [number, number, number, number, number, number, number];

/** Draws the commands of a path one after the other. */
class PathPen {
  readonly curves: Cubic[] = [];
  private x = 0;
  private y = 0;
  private startX = 0;
  private startY = 0;
  /** The last control point, with its kind. */
  private control: { readonly kind: 'C' | 'Q'; readonly x: number; readonly y: number } | undefined;

  draw(command: string, numbers: readonly number[]): void {
    const name = command.toUpperCase();
    const from = command === name ? [0, 0] : [this.x, this.y];
    const placed = numbers.map((value, index) => value + (from[axisOf(name, index)] ?? 0));
    // Commands with fewer numbers do not read the zeros.
    const [a, b, c, d, e, f, g] = [...placed, 0, 0, 0, 0, 0, 0] as unknown as SevenNumbers;
    if (name === 'M') this.move(a, b);
    else if (name === 'Z') this.close();
    else if (name === 'A') this.arc(Math.abs(a), Math.abs(b), c, d === 1, e === 1, f, g);
    else if (name === 'L' || name === 'H' || name === 'V')
      this.line(name === 'V' ? this.x : a, name === 'V' ? a : name === 'H' ? this.y : b);
    else this.bend(name, [a, b, c, d, e, f]);
  }

  private bend(
    name: string,
    [a, b, c, d, e, f]: readonly [number, number, number, number, number, number],
  ): void {
    if (name === 'C') this.cubic(a, b, c, d, e, f);
    else if (name === 'S') this.cubic(...this.mirrored('C'), a, b, c, d);
    else if (name === 'Q') this.quadratic(a, b, c, d);
    else this.quadratic(...this.mirrored('Q'), a, b);
  }

  private move(x: number, y: number): void {
    [this.x, this.y, this.startX, this.startY] = [x, y, x, y];
    this.control = undefined;
  }

  private close(): void {
    if (this.x !== this.startX || this.y !== this.startY) this.line(this.startX, this.startY);
    this.control = undefined;
  }

  private line(x: number, y: number): void {
    const [dx, dy] = [(x - this.x) / 3, (y - this.y) / 3];
    this.push(this.x + dx, this.y + dy, x - dx, y - dy, x, y);
    this.control = undefined;
  }

  private cubic(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.push(x1, y1, x2, y2, x, y);
    this.control = { kind: 'C', x: x2, y: y2 };
  }

  private quadratic(x1: number, y1: number, x: number, y: number): void {
    const towards = (from: number, to: number): number => from + (2 * (to - from)) / 3;
    this.push(towards(this.x, x1), towards(this.y, y1), towards(x, x1), towards(y, y1), x, y);
    this.control = { kind: 'Q', x: x1, y: y1 };
  }

  /** Returns the last control point, mirrored at the pen. Without one of this kind, it is the pen. */
  private mirrored(kind: 'C' | 'Q'): [x: number, y: number] {
    const { x, y, control } = this;
    return control?.kind === kind ? [2 * x - control.x, 2 * y - control.y] : [x, y];
  }

  /** Draws an arc of an ellipse, as appendix B.2 of SVG 2 converts it, in curves of at most a quarter turn. */
  private arc(
    radiusX: number,
    radiusY: number,
    degrees: number,
    isLarge: boolean,
    isClockwise: boolean,
    x: number,
    y: number,
  ): void {
    if (radiusX === 0 || radiusY === 0 || (x === this.x && y === this.y)) {
      this.line(x, y);
      return;
    }
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const [halfX, halfY] = [(this.x - x) / 2, (this.y - y) / 2];
    const [px, py] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX];
    const grow = Math.sqrt(Math.max(1, (px / radiusX) ** 2 + (py / radiusY) ** 2));
    const [rx, ry] = [radiusX * grow, radiusY * grow];
    const across = (rx * py) ** 2 + (ry * px) ** 2;
    const reach =
      Math.sqrt(Math.max(0, ((rx * ry) ** 2 - across) / across)) * (isLarge === isClockwise ? -1 : 1);
    const [cx, cy] = [(reach * rx * py) / ry, (-reach * ry * px) / rx];
    const [middleX, middleY] = [
      cos * cx - sin * cy + (this.x + x) / 2,
      sin * cx + cos * cy + (this.y + y) / 2,
    ];
    const from = Math.atan2((py - cy) / ry, (px - cx) / rx);
    const to = Math.atan2((-py - cy) / ry, (-px - cx) / rx);
    const turn =
      to - from + (isClockwise && to < from ? 2 * Math.PI : !isClockwise && to > from ? -2 * Math.PI : 0);
    const count = Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9);
    const step = turn / count;
    const handle = (4 / 3) * Math.tan(step / 4);
    const place = (u: number, v: number): readonly [number, number] => [
      middleX + cos * rx * u - sin * ry * v,
      middleY + sin * rx * u + cos * ry * v,
    ];
    for (let index = 0; index < count; index++) {
      const [one, two] = [from + index * step, from + (index + 1) * step];
      const [x1, y1] = place(Math.cos(one) - handle * Math.sin(one), Math.sin(one) + handle * Math.cos(one));
      const [x2, y2] = place(Math.cos(two) + handle * Math.sin(two), Math.sin(two) - handle * Math.cos(two));
      const [x3, y3] = index === count - 1 ? [x, y] : place(Math.cos(two), Math.sin(two));
      this.push(x1, y1, x2, y2, x3, y3);
    }
    this.control = undefined;
  }

  private push(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    // A point has no direction.
    if (new Set([this.x, x1, x2, x]).size > 1 || new Set([this.y, y1, y2, y]).size > 1)
      this.curves.push([this.x, this.y, x1, y1, x2, y2, x, y]);
    [this.x, this.y] = [x, y];
  }
}
