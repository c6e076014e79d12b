import type { Face } from '../../fonts/font-library.ts';
import type { Cue } from '../../media/media.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { type CaptionBlock, layOutCaption, maxCaptionHeight } from './caption-block.ts';
import { findFreePosition, type VerticalExtent } from './free-position.ts';
import type { CaptionStyle } from './style.ts';

/** A caption at its position in the frame. */
export interface PlacedCaption {
  readonly cue: Cue;
  readonly block: CaptionBlock;
  /** Distance in pixels from the top of the frame to the top of the first line. */
  readonly top: number;
}

/** A group of overlapping cues. Their positions depend on each other and on no cue outside the group. */
interface CueGroup {
  readonly from: number;
  readonly to: number;
  readonly cues: readonly Cue[];
}

/**
 * Assigns positions to captions. A caption that appears while others are visible gets a free position, and
 * the others stay where they are. Of captions that appear together, the earlier ones in the file are above, unless
 * they are side by side, or the file gives them different heights. A caption that finds no free position is not
 * shown. Only the visible group of captions is laid out.
 */
export class CaptionStack {
  private readonly groups: readonly CueGroup[];
  private readonly style: CaptionStyle;
  private readonly face: Face;
  private readonly frame: PixelSize;
  private current: { readonly group: CueGroup; readonly captions: readonly PlacedCaption[] } | undefined;

  /** @param cues sorted by their start. */
  constructor(cues: readonly Cue[], style: CaptionStyle, face: Face, frame: PixelSize) {
    this.groups = groupOverlapping(cues);
    this.style = style;
    this.face = face;
    this.frame = frame;
  }

  /** Returns the captions that are visible at a time. The time is in seconds of the clip. */
  at(time: number): readonly PlacedCaption[] {
    const group =
      this.current && isActive(this.current.group, time) ? this.current.group : this.groupAt(time);
    if (!group) return [];
    if (this.current?.group !== group) this.current = { group, captions: this.placeGroup(group) };
    return this.current.captions.filter(({ cue }) => cue.from.valueOf() <= time && time < cue.to.valueOf());
  }

  /**
   * Returns the captions that find no free position.
   *
   * @param canCheck decides if a group of overlapping captions is laid out. Captions of other groups are not
   *   returned.
   */
  findHidden(canCheck: (cues: readonly Cue[]) => boolean): readonly Cue[] {
    const crowded = this.groups.filter(({ cues }) => cues.length > 1 && canCheck(cues));
    return crowded.flatMap((group) => {
      const placedCues = new Set(this.placeGroup(group).map(({ cue }) => cue));
      return group.cues.filter((cue) => !placedCues.has(cue));
    });
  }

  private groupAt(time: number): CueGroup | undefined {
    return this.groups.find((group) => isActive(group, time));
  }

  private placeGroup({ cues }: CueGroup): PlacedCaption[] {
    let placed: PlacedCaption[] = [];
    const keyOf = ({ from, place }: Cue): string => JSON.stringify([from.valueOf(), place?.vertical]);
    for (const together of Map.groupBy(cues, keyOf).values()) {
      // Usually, captions grow upwards from their place, so that the last one is placed first.
      const all = placed.length + together.length;
      const upwards = this.placeInTurn(together.toReversed(), placed, 'above');
      const stack = upwards.length === all ? upwards : this.placeInTurn(together, placed, 'below');
      placed = stack.length === all ? stack : this.placeInTurn(together, placed);
    }
    return placed;
  }

  /**
   * Places captions one after the other, beside those that have their places.
   *
   * @param side the side of each caption on which the next ones in its columns are. If absent, on any.
   */
  private placeInTurn(
    cues: readonly Cue[],
    before: readonly PlacedCaption[],
    side?: 'above' | 'below',
  ): PlacedCaption[] {
    const turn: PlacedCaption[] = [];
    const { height } = this.frame;
    const edge = (height - maxCaptionHeight(this.frame)) / 2;
    for (const cue of cues) {
      const block = layOutCaption(cue, this.style, this.face, this.frame);
      const { y } = block.area;
      const extentsOf = (placed: readonly PlacedCaption[]): VerticalExtent[] =>
        placed
          .filter((other) => other.cue.to.gt(cue.from) && shareColumns(other.block, block))
          .map(({ top, block: { area } }) => ({ top: top + area.y, height: area.height }));
      const extents = extentsOf(turn);
      const occupied = [...extentsOf(before), ...extents];
      const bounds = {
        from: Math.max(edge, ...(side === 'below' ? extents.map((one) => one.top + one.height) : [])),
        to: Math.min(height - edge, ...(side === 'above' ? extents.map((one) => one.top) : [])),
      };
      const preferred = { top: this.preferredTop(cue, block, edge) + y, height: block.area.height };
      const top = findFreePosition(preferred, occupied, bounds);
      if (top !== undefined) turn.push({ cue, block, top: top - y });
      else if (occupied.length === 0) turn.push({ cue, block, top: edge - y });
    }
    return [...before, ...turn];
  }

  /** Returns the top of the first line of a caption if nothing else is visible, in pixels. */
  private preferredTop({ place }: Cue, { size, lines }: CaptionBlock, edge: number): number {
    const { height } = this.frame;
    if (!place?.vertical) return this.style.margin.top * height;
    const { share, rows, anchor } = place.vertical;
    const point = Math.min(height - edge, Math.max(edge, share * height));
    return point + (rows - anchor * lines.length) * size * this.style.lineHeight;
  }
}

/** True if two captions would cover each other at the same height. */
function shareColumns(one: CaptionBlock, other: CaptionBlock): boolean {
  const [left, otherLeft] = [one.x + one.area.x, other.x + other.area.x];
  return left < otherLeft + other.area.width && otherLeft < left + one.area.width;
}

function isActive({ from, to }: CueGroup, time: number): boolean {
  return from <= time && time < to;
}

function groupOverlapping(cues: readonly Cue[]): CueGroup[] {
  const groups: { from: number; to: number; cues: Cue[] }[] = [];
  for (const cue of cues) {
    const [from, to] = [cue.from.valueOf(), cue.to.valueOf()];
    const last = groups.at(-1);
    if (last && from < last.to) {
      last.cues.push(cue);
      last.to = Math.max(last.to, to);
    } else groups.push({ from, to, cues: [cue] });
  }
  return groups;
}
