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
const TOKEN = /[a-zA-Z]|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** The flags of an arc may follow each other without a space. */
const FLAG = /[01]/y;
const LEAD = /[\s,]*/y;

/**
 * Reads the data of an SVG path, as in the attribute `d`.
 *
 * @returns its curves in their order, or the place of the first character that cannot be read, from 0. Lines and arcs
 *   are curves, too. Between two of them may be a gap.
 */
export function readSvgPath(text: string): readonly Cubic[] | number {
  const pen = new PathPen();
  let [at, command, isFirst] = [0, '', true];
  const take = (expression: RegExp): string | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(text);
    if (found) at = expression.lastIndex;
    return found?.[0];
  };
  const skip = (): void => {
    LEAD.lastIndex = at;
    LEAD.exec(text);
    at = LEAD.lastIndex;
  };
  for (;;) {
    skip();
    const begin = at;
    const token = take(TOKEN);
    if (token === undefined) return at === text.length ? pen.curves : at;
    if (/[a-zA-Z]/.test(token)) command = token;
    // Numbers without a command repeat the one before. After a movement, they are lines.
    else {
      at = begin;
      if (command === 'M') command = 'L';
      if (command === 'm') command = 'l';
      if (command === '' || command === 'Z' || command === 'z') return begin;
    }
    const count = COUNTS[command.toUpperCase()];
    if (count === undefined || (isFirst && command.toUpperCase() !== 'M')) return begin;
    isFirst = false;
    const numbers: number[] = [];
    for (let index = 0; index < count; index++) {
      const isFlag = count === 7 && (index === 3 || index === 4);
      skip();
      const place = at;
      const number = Number(take(isFlag ? FLAG : TOKEN));
      if (!Number.isFinite(number)) return place;
      numbers.push(number);
    }
    pen.draw(command, numbers);
  }
}

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
    const [dx, dy] = command === name ? [0, 0] : [this.x, this.y];
    const isArc = name === 'A';
    const moved = numbers.map((value, index) => {
      if (isArc && index < 5) return value;
      const isY = name === 'V' || (name !== 'H' && (index + (isArc ? 1 : 0)) % 2 === 1);
      return value + (isY ? dy : dx);
    });
    // Commands without all of these numbers do not read them.
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = moved;
    switch (name) {
      case 'M':
        [this.x, this.y, this.startX, this.startY] = [a, b, a, b];
        this.control = undefined;
        break;
      case 'L':
        this.line(a, b);
        break;
      case 'H':
        this.line(a, this.y);
        break;
      case 'V':
        this.line(this.x, a);
        break;
      case 'Z':
        if (this.x !== this.startX || this.y !== this.startY) this.line(this.startX, this.startY);
        this.control = undefined;
        break;
      case 'C':
        this.cubic(a, b, c, d, e, f);
        break;
      case 'S': {
        const { x, y } = this.mirrored('C');
        this.cubic(x, y, a, b, c, d);
        break;
      }
      case 'Q':
        this.quadratic(a, b, c, d);
        break;
      case 'T': {
        const { x, y } = this.mirrored('Q');
        this.quadratic(x, y, a, b);
        break;
      }
      default:
        this.arc(Math.abs(a), Math.abs(b), c, d === 1, e === 1, f, g);
    }
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
  private mirrored(kind: 'C' | 'Q'): { readonly x: number; readonly y: number } {
    const { x, y, control } = this;
    return control?.kind === kind ? { x: 2 * x - control.x, y: 2 * y - control.y } : { x, y };
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
