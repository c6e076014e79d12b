import type { CueHeight, CuePlace } from '../media/media.ts';
import type { CuePlacement } from './parsed-cue.ts';

/** A region of a WebVTT file: an area in which cues grow upwards from its lower edge. */
export interface VttRegion {
  /** The left edge and the width, as fractions of the width of the picture. */
  readonly left: number;
  readonly width: number;
  /** The lower edge. */
  readonly vertical: CueHeight;
  /** True if cues are to move within the region, which they do not here. */
  readonly scrolls: boolean;
}

/** The settings of a cue as they are written, by their names. */
type Settings = Partial<Record<'line' | 'position' | 'align' | 'size' | 'vertical' | 'region', string>>;

const PERCENTAGE = /^(\d{1,3}(?:\.\d{1,9})?)%$/;
/** The height of a cue: a percentage or the number of a line, and the part of the cue that is there. */
const LINE = /^(?<line>-?\d{1,9}(?:\.\d{1,9})?)(?<percent>%?)(?:,(?<anchor>start|center|end))?$/;
const POSITION = /^(?<at>[^,]+)(?:,(?<anchor>line-left|center|line-right))?$/;
const ANCHORS = { start: 0, 'line-left': 0, center: 0.5, end: 1, 'line-right': 1 };
/** Smallest width that a position near an edge leaves to a cue, as a fraction of the width of the picture. */
const LEAST_WIDTH = 0.2;

/**
 * Reads a block that defines a region.
 *
 * @param text Its settings, separated by white space.
 * @param regions Receives the region. Of several with one name, the last one counts.
 */
export function readRegion(text: string, regions: Map<string, VttRegion>): void {
  const settings = new Map(text.split(/\s+/).map((setting) => splitSetting(setting)));
  const id = settings.get('id') ?? '';
  if (id === '') return;
  const width = parsePercentage(settings.get('width')) ?? 1;
  const lines = /^\d{1,3}$/.test(settings.get('lines') ?? '') ? Number(settings.get('lines')) : 3;
  const anchor = parsePoint(settings.get('regionanchor'));
  const viewport = parsePoint(settings.get('viewportanchor'));
  regions.set(id, {
    left: viewport.x - anchor.x * width,
    width,
    vertical: { share: viewport.y, rows: (1 - anchor.y) * lines, anchor: 1 },
    scrolls: settings.get('scroll') === 'up',
  });
}

/**
 * Reads the place of a cue, as WebVTT defines it.
 *
 * @param written The settings of the cue.
 * @param regions The regions above the cue, by their names.
 * @param rightToLeft The direction of the text, which decides between the left and the right of `start` and `end`.
 * @param codes The place that override codes in the text ask for. It counts where the settings say nothing.
 */
export function readPlacement(
  written: readonly string[],
  regions: ReadonlyMap<string, VttRegion>,
  rightToLeft: boolean,
  codes: CuePlacement,
): CuePlacement {
  const settings: Settings = Object.fromEntries(written.map((setting) => splitSetting(setting)));
  const ownAlign = readAlign(settings.align, rightToLeft);
  const align = ownAlign ?? codes.place.align ?? 0.5;
  const size = parsePercentage(settings.size);
  const line = readHeight(settings.line);
  const region = regionOf(settings.region, regions, line !== undefined || (size ?? 1) < 1);
  const column = readColumn(settings.position, size, align);
  const vertical = line ?? region?.vertical ?? codes.place.vertical;
  const place: CuePlace = {
    ...((column ?? region) && { column: within(column ?? WHOLE, region) }),
    ...(align !== 0.5 && { align }),
    ...(vertical && { vertical }),
  };
  const position = readColumn(settings.position, undefined, 0);
  const known = new Map(Object.entries({ line, position, align: ownAlign, size, region }));
  const ignored = written.filter((setting) => !isHonoured(setting, known));
  const scroll = region?.scrolls === true ? ['scroll:up'] : [];
  return { place, ignored: [...ignored, ...scroll, ...codes.ignored] };
}

/** Returns the region of a cue. A cue with a line or a width of its own is in none. */
function regionOf(
  name: string | undefined,
  regions: ReadonlyMap<string, VttRegion>,
  hasOwnPlace: boolean,
): VttRegion | undefined {
  return hasOwnPlace ? undefined : regions.get(name ?? '');
}

/** True if a setting has a value that is understood. "auto" is the default. */
function isHonoured(setting: string, known: ReadonlyMap<string, unknown>): boolean {
  const [name, value] = splitSetting(setting);
  return known.get(name) !== undefined || (value === 'auto' && (name === 'line' || name === 'position'));
}

/** Returns the share of the width at which lines are aligned: 0 left, 1 right. */
function readAlign(written: string | undefined, rightToLeft: boolean): number | undefined {
  const [start, end] = rightToLeft ? [1, 0] : [0, 1];
  const shares = new Map(Object.entries({ start, left: 0, center: 0.5, middle: 0.5, end, right: 1 }));
  return shares.get(written ?? '');
}

type Column = NonNullable<CuePlace['column']>;

const WHOLE: Column = { left: 0, right: 1 };

/** Returns the edges of a cue. Returns `undefined` if it may be as wide as the picture. */
function readColumn(position = '', size: number | undefined, align: number): Column | undefined {
  const { at, anchor } = POSITION.exec(position)?.groups ?? {};
  const wanted = parsePercentage(at);
  if (wanted === undefined && size === undefined) return undefined;
  const x = wanted ?? align;
  const share = anchor === undefined ? align : ANCHORS[anchor as keyof typeof ANCHORS];
  const room = Math.min(share === 0 ? 1 : x / share, share === 1 ? 1 : (1 - x) / (1 - share));
  const width = Math.min(size ?? 1, Math.max(room, LEAST_WIDTH));
  const left = Math.min(1 - width, Math.max(0, x - share * width));
  return { left, right: left + width };
}

function within({ left, right }: Column, region: VttRegion | undefined): Column {
  if (!region) return { left, right };
  const at = (x: number): number => Math.min(1, Math.max(0, region.left + x * region.width));
  return { left: at(left), right: at(right) };
}

function readHeight(written = ''): CueHeight | undefined {
  const { line = '', percent, anchor = 'start' } = LINE.exec(written)?.groups ?? {};
  if (line === '') return undefined;
  const [value, part] = [Number(line), ANCHORS[anchor as keyof typeof ANCHORS]];
  if (percent === '%')
    return value >= 0 && value <= 100 ? { share: value / 100, rows: 0, anchor: part } : undefined;
  // A line is that of the top of the cue. A cue that does not end in the picture moves, so that its lines are there.
  const rows = Math.round(value);
  return { share: rows < 0 ? 1 : 0, rows, anchor: part };
}

function splitSetting(setting: string): [name: string, value: string] {
  const at = setting.indexOf(':');
  return at < 0 ? [setting, ''] : [setting.slice(0, at), setting.slice(at + 1)];
}

/** Parses a percentage from 0 to 100 as a fraction. */
function parsePercentage(text = ''): number | undefined {
  const value = Number(PERCENTAGE.exec(text)?.[1] ?? NaN) / 100;
  return value <= 1 ? value : undefined;
}

/** Parses a point of a region. The default is the lower left corner. */
function parsePoint(text = ''): { readonly x: number; readonly y: number } {
  const [x, y] = text.split(',').map((part) => parsePercentage(part));
  return x === undefined || y === undefined ? { x: 0, y: 1 } : { x, y };
}
