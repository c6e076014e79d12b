import type { Rate, Span } from '../../base/time.ts';
import { isObject } from '../../base/is-object.ts';
import { describeCamera } from '../resolve/follow/cut-camera.ts';
import type { ResolvedFilter } from '../resolve/resolved-filter.ts';
import type { Matte, ResolvedTimeline, VisualClip } from '../resolve/timeline.ts';
import { chainClips } from '../gain/clip-chain.ts';
import { writeCanonically } from './canonical.ts';

/** Everything besides the timeline that decides the coded pictures of a segment. */
export interface PictureSettings {
  /** The version of the engine, the processor and the settings of the encoder. */
  readonly engine: Readonly<Record<string, unknown>>;
  readonly watermark: boolean;
  /** The hashes and file names of the fonts that texts can use, besides the built-in ones. */
  readonly fonts: readonly string[];
  /** The hash of each file by its path. */
  readonly contents: ReadonlyMap<string, string>;
}

/** The kinds of content that look alike wherever their clip ends, if it has no effect and no transition. */
const OPEN_ENDED: ReadonlySet<string> = new Set<VisualClip['visual']['kind']>(['still', 'video', 'vector']);
/** The kinds of content that can contain letters. */
const LETTERED: ReadonlySet<string> = new Set<VisualClip['visual']['kind']>([
  'vector',
  'lottie',
  'group',
  'drawn',
  'caption',
  'rich-caption',
]);

/**
 * Describes everything that decides the coded pictures of a segment, as text. Two segments with the same text
 * have the same coded pictures. The time of the segment on its timeline does not count, nor do the addresses of
 * sources or the paths of clips. If in doubt, the description differs, and the segment is made again. Pure.
 */
export function describeSegment(
  timeline: ResolvedTimeline,
  segment: Span,
  { contents, fonts, ...settings }: PictureSettings,
): string {
  const { rate, width, height, outputSize, background } = timeline;
  const clips = timeline.visualClips.filter(({ from, to }) => from < segment.to && to > segment.from);
  const canvas = describeCanvas(clips, describeHeardIn(timeline, segment), timeline.visualClips);
  const hasLetters = clips.some(({ visual }) => LETTERED.has(visual.kind));
  return writeCanonically(
    {
      ...settings,
      rate,
      width,
      height,
      outputSize,
      background,
      ...(hasLetters && { fonts }),
      frames: segment.to - segment.from,
      clips: clips.map((clip) => describeClip(clip, segment, canvas, rate)),
    },
    contents,
  );
}

/** Facts about the clips of one canvas that the description of each of them needs. */
interface DescribedCanvas {
  /** Place of each described clip by its field. */
  readonly indexByField: ReadonlyMap<string, number>;
  /** The fields of the clips that any clip dissolves into, at any time. They are drawn in another way. */
  readonly dissolved: ReadonlySet<string>;
  /** Describes the sound of the clips with certain fields, or of all, for a waveform. */
  readonly describeHeard: (fields: readonly string[] | undefined) => unknown;
}

/**
 * Collects the facts about the clips of a canvas that their descriptions need.
 *
 * @param all the clips of the canvas, also those that are not described.
 */
function describeCanvas(
  clips: readonly VisualClip[],
  describeHeard: DescribedCanvas['describeHeard'],
  all = clips,
): DescribedCanvas {
  return {
    indexByField: new Map(clips.map(({ field }, index) => [field, index])),
    dissolved: new Set(all.flatMap(({ dissolvesInto }) => dissolvesInto ?? [])),
    describeHeard,
  };
}

function describeClip(
  described: VisualClip,
  segment: Span,
  { indexByField, dissolved, describeHeard }: DescribedCanvas,
  rate: Rate,
): Record<string, unknown> {
  const { from, to, dissolvesInto, mattes, ...clip } = described;
  const end = isOpenEnded(described) ? Math.min(to, segment.to) : to;
  return {
    ...clip,
    field: undefined,
    isDissolved: dissolved.has(clip.field),
    filters: clip.filters?.map(describeFilter),
    camera: clip.camera && describeCamera(clip.camera, described, segment, rate),
    visual: describeVisual(clip.visual, segment, describeHeard, rate),
    from: from - segment.from,
    to: end - segment.from,
    // A clip that begins after the segment cannot be seen in it, but the fade out depends on it.
    ...(dissolvesInto !== undefined && { dissolvesInto: indexByField.get(dissolvesInto) ?? 'later' }),
    ...(mattes && { mattes: mattes.map((matte) => describeMatte(matte, segment)) }),
  };
}

/** True if the pictures of a clip do not depend on its end. */
function isOpenEnded({
  visual,
  effect,
  perspective,
  transition,
  dissolvesInto,
  mattes,
}: VisualClip): boolean {
  const isPlain = effect === undefined && !transition.out && dissolvesInto === undefined && !mattes;
  // The size at which a clip in space is drawn flat comes from moments of its whole length.
  return isPlain && perspective === undefined && OPEN_ENDED.has(visual.kind);
}

/** Leaves out the text of a lookup table, which is long. Its hash is in the description. */
function describeFilter({ lut, ...filter }: ResolvedFilter): Record<string, unknown> {
  return isObject(lut) ? { ...filter, lut: { ...lut, text: undefined } } : filter;
}

/** Leaves out the address of a subtitle file. Its cues are in the description. */
function describeVisual(
  visual: VisualClip['visual'],
  segment: Span,
  describeHeard: DescribedCanvas['describeHeard'],
  rate: Rate,
): unknown {
  if (visual.kind === 'group') {
    const canvas = describeCanvas(visual.clips, describeHeard);
    return { ...visual, clips: visual.clips.map((clip) => describeClip(clip, segment, canvas, rate)) };
  }
  if (visual.kind === 'drawn' && visual.asset.type === 'waveform') {
    const asset = { ...visual.asset, source: undefined };
    return { ...visual, asset, heard: describeHeard(visual.heard) };
  }
  if (visual.kind !== 'caption' && visual.kind !== 'rich-caption') return visual;
  return { ...visual, asset: { ...visual.asset, src: undefined } };
}

/** Seconds before a segment whose sound can decide its waveforms: attack, decay, ducks, and the memory of most filters. */
const HEARD_BEFORE = 30;
/** Seconds after a segment whose sound can decide its waveforms: the window of the last frame, and ducks. */
const HEARD_AFTER = 2;

/**
 * Returns a function that describes what decides the sound around a segment. Times count from the start of the timeline,
 * because the samples of a frame depend on its place there.
 */
function describeHeardIn(
  timeline: ResolvedTimeline,
  segment: Span,
): (fields: readonly string[] | undefined) => unknown {
  const { rate, buses, audioClips } = timeline;
  const seconds = rate.valueOf();
  const from = segment.from - HEARD_BEFORE * seconds;
  const to = segment.to + HEARD_AFTER * seconds;
  const near = chainClips(timeline)
    .filter((chain) => chain.some(({ clip }) => clip.from < to && clip.to > from))
    // Clips of one file are read in one go if they continue each other.
    .map((chain) => chain.filter(({ clip }) => clip.from < to).map(({ clip }) => clip));
  const tracks = [...new Set(audioClips.map(({ track }) => track))];
  return (fields) => ({
    from: segment.from,
    buses,
    fields,
    chains: near.map((chain) => chain.map((clip) => ({ ...clip, source: tracks.indexOf(clip.track) }))),
  });
}

function describeMatte(matte: Matte, segment: Span): unknown {
  return { ...matte, field: undefined, from: matte.from - segment.from, to: matte.to - segment.from };
}
