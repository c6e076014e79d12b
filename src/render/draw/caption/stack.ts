import type { Face } from '../../fonts/fonts.ts';
import type { Cue } from '../../media/media.ts';
import type { Size } from '../../scene/placement.ts';
import { type Block, captionBlock, roomIn } from './block.ts';
import { freePlace } from './stacking.ts';
import type { CaptionStyle } from './style.ts';

/** A caption where it stands in the frame. */
export interface PlacedCaption {
  readonly cue: Cue;
  readonly block: Block;
  /** Pixels from the top of the frame to that of its first line. */
  readonly top: number;
}

/** Cues of which each is there together with another: the places of them hang on each other, and on no others. */
interface Group {
  readonly from: number;
  readonly to: number;
  readonly cues: readonly Cue[];
}

/**
 * Says where captions stand. One that comes while others are there finds a place of its own, and no other moves for it; for one that
 * finds none there is nothing. Only the group that is there is set.
 */
export class Stack {
  private readonly groups: readonly Group[];
  private readonly style: CaptionStyle;
  private readonly face: Face;
  private readonly frame: Size;
  private last: { readonly group: Group; readonly placed: readonly PlacedCaption[] } | undefined;

  /** @param cues in the order of their start. */
  constructor(cues: readonly Cue[], style: CaptionStyle, face: Face, frame: Size) {
    this.groups = groupsOf(cues);
    this.style = style;
    this.face = face;
    this.frame = frame;
  }

  /** The captions that are there at a second of the clip. */
  at(time: number): readonly PlacedCaption[] {
    const group = this.last && isIn(this.last.group, time) ? this.last.group : this.groupAt(time);
    if (!group) return [];
    if (this.last?.group !== group) this.last = { group, placed: this.placed(group) };
    return this.last.placed.filter(({ cue }) => cue.from.valueOf() <= time && time < cue.to.valueOf());
  }

  /** The captions that find no place beside those that are there. */
  get hidden(): readonly Cue[] {
    const crowds = this.groups.filter(({ cues }) => cues.length > 1);
    return crowds.flatMap((group) => {
      const seen = new Set(this.placed(group).map(({ cue }) => cue));
      return group.cues.filter((cue) => !seen.has(cue));
    });
  }

  private groupAt(time: number): Group | undefined {
    return this.groups.find((group) => isIn(group, time));
  }

  private placed({ cues }: Group): PlacedCaption[] {
    const placed: PlacedCaption[] = [];
    const { height } = this.frame;
    const edge = (height - roomIn(this.frame)) / 2;
    for (const cue of cues) {
      const block = captionBlock(cue.text, this.style, this.face, this.frame);
      const { y } = block.area;
      const there = placed.filter((other) => other.cue.to.gt(cue.from));
      const taken = there.map((other) => ({
        top: other.top + other.block.area.y,
        height: other.block.area.height,
      }));
      const wanted = { top: this.style.margin.top * height + y, height: block.area.height };
      const top = freePlace(wanted, taken, { from: edge, to: height - edge });
      if (top !== undefined) placed.push({ cue, block, top: top - y });
      else if (there.length === 0) placed.push({ cue, block, top: edge - y });
    }
    return placed;
  }
}

function isIn({ from, to }: Group, time: number): boolean {
  return from <= time && time < to;
}

function groupsOf(cues: readonly Cue[]): Group[] {
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
