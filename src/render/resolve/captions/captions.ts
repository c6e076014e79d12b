import { laterOf, timeAtFrame, type Rate, ZERO } from '../../../base/time.ts';
import {
  burnsCaptions,
  type CaptionAsset,
  type Clip,
  type ClipLocation,
  formatNumber,
  formatPath,
  clipPathOf,
  type Output,
  type RichCaptionAsset,
  truncateText,
  speechAliasOf,
  type Warning,
} from '../../../edit/model.ts';
import type { Cue, CuePlace, Media } from '../../media/media.ts';
import { cuesOfSpeech, playCues, visibleCues } from './cue-timing.ts';
import type { NormalizedEdit } from '../dialect.ts';
import { NATURAL_PLAYBACK } from '../playback.ts';
import type { Span } from '../timeline.ts';

/** A clip and its frames. */
export interface SpannedClip {
  readonly location: ClipLocation;
  readonly span: Span;
}

/** The sources of the captions of an edit. */
export interface CaptionSources {
  /** The file behind each source URL. For an `alias://` URL, the transcript of the clip with that alias. */
  readonly media: ReadonlyMap<string, Media>;
  readonly playbackOf: NormalizedEdit['playbackOf'];
  readonly rate: Rate;
}

/** The captions of a clip. */
export interface ClipCaptions {
  /** The cues that are at least partly visible. Times are seconds of the clip. */
  readonly cues: readonly Cue[];
  /** All cues. Times are seconds of the clip. */
  readonly all: readonly Cue[];
  /** The clip whose times the cues follow: the one with the speech, or the clip itself. */
  readonly timing: SpannedClip;
  readonly warnings: readonly Warning[];
}

/**
 * Returns the captions of each clip that has captions.
 *
 * @param clips All clips that last at least one frame.
 */
export function resolveCaptions(
  clips: readonly SpannedClip[],
  sources: CaptionSources,
): ReadonlyMap<Clip, ClipCaptions> {
  const captioned = clips.flatMap(({ location, span }) => {
    const { asset } = location.clip;
    return isCaption(asset) ? [{ location, span, asset }] : [];
  });
  const byAlias = new Map(
    captioned.length === 0
      ? []
      : clips.flatMap((clip) => {
          const { alias } = clip.location.clip;
          return alias === undefined ? [] : [[alias, clip] as const];
        }),
  );
  return new Map(
    captioned.map(({ location, span, asset }) => {
      const clip = { location, span };
      const speech = byAlias.get(speechAliasOf(asset) ?? '');
      const placed = cuesOf(clip, asset, speech, sources);
      const fixed = listFixedPlaces(asset);
      const cues = fixed.length === 0 ? placed : placed.map((cue) => dropPlace(cue, fixed));
      const visible = visibleCues(cues, span, sources.rate);
      const warnings = [
        ...captionWarnings(clip, asset, cues, visible, sources.rate),
        ...placeWarnings(clip, placed, fixed),
      ];
      return [location.clip, { cues: visible, all: cues, timing: speech ?? clip, warnings }];
    }),
  );
}

/** The fields of a place that a field of an asset decides for all of its cues. */
interface FixedPlace {
  readonly field: string;
  readonly parts: readonly (keyof CuePlace)[];
}

/** Lists the fields of an asset that decide where all of its cues are, whatever the subtitle file says. */
function listFixedPlaces(asset: CaptionAsset | RichCaptionAsset): FixedPlace[] {
  if (asset.type === 'caption')
    return asset.margin?.top === undefined ? [] : [{ field: 'margin.top', parts: ['vertical'] }];
  const { vertical, horizontal } = asset.align ?? {};
  return [
    ...(vertical === undefined ? [] : [{ field: 'align.vertical', parts: ['vertical'] } as const]),
    ...(horizontal === undefined ? [] : [{ field: 'align.horizontal', parts: ['align', 'column'] } as const]),
  ];
}

/** Returns a cue without the parts of its place that the asset decides. */
function dropPlace({ place, ...cue }: Cue, fixed: readonly FixedPlace[]): Cue {
  const decided: readonly string[] = fixed.flatMap(({ parts }) => parts);
  const left = Object.entries(place ?? {}).filter(([part]) => !decided.includes(part));
  return left.length === 0 ? cue : { ...cue, place: Object.fromEntries(left) };
}

/** Warns about fields of an asset that contradict its subtitle file. */
function placeWarnings(
  { location }: SpannedClip,
  cues: readonly Cue[],
  fixed: readonly FixedPlace[],
): Warning[] {
  return fixed.flatMap(({ field, parts }) => {
    const count = cues.filter(({ place }) => parts.some((part) => place?.[part] !== undefined)).length;
    if (count === 0) return [];
    const text = `The subtitle file places ${count} of ${cues.length} captions itself, but this field places all of them. Remove it to show them where the file says.`;
    return [{ field: `${formatPath(clipPathOf(location))}.asset.${field}`, text }];
  });
}

/** True if an asset is made of cues. */
export function isCaption(asset: Clip['asset']): asset is CaptionAsset | RichCaptionAsset {
  return asset.type === 'caption' || asset.type === 'rich-caption';
}

/** True if a clip is drawn: false for captions that only a file beside the output has. */
export function isDrawn({ clip }: ClipLocation, output: Output): boolean {
  return burnsCaptions(output) || !isCaption(clip.asset);
}

/**
 * Returns all cues of a clip in seconds of the clip. The times of a subtitle file count from the start of the
 * clip. The cues for the speech of another clip appear when this speech is heard. In both cases, the trim and
 * the speed of a plain caption apply.
 */
function cuesOf(
  { location, span }: SpannedClip,
  asset: CaptionAsset | RichCaptionAsset,
  speech: SpannedClip | undefined,
  { media, playbackOf, rate }: CaptionSources,
): Cue[] {
  const cues = cuesOfFile(media.get(asset.src));
  const clipLength = timeAtFrame(span.to - span.from, rate);
  const ownPlayback = playbackOf(location.clip);
  if (!speech) return speechAliasOf(asset) === undefined ? playCues(cues, ownPlayback, clipLength) : [];
  const playback = canSpeak(speech.location.clip) ? playbackOf(speech.location.clip) : NATURAL_PLAYBACK;
  return playCues(cuesOfSpeech(cues, { span: speech.span, playback }, span, rate), ownPlayback, clipLength);
}

/** Returns the cues of a subtitle file, or the transcript of a file with sound. */
function cuesOfFile(file: Media | undefined): readonly Cue[] {
  if (file?.kind === 'av') return file.words?.cues ?? [];
  return file?.kind === 'subtitles' ? file.cues : [];
}

function canSpeak({ asset }: Clip): boolean {
  return asset.type === 'video' || asset.type === 'audio';
}

/** Warns if captions are never visible, or if the end of the clip cuts off a cue. */
function captionWarnings(
  { location, span }: SpannedClip,
  asset: CaptionAsset | RichCaptionAsset,
  cues: readonly Cue[],
  visible: readonly Cue[],
  rate: Rate,
): Warning[] {
  const field = formatPath(clipPathOf(location));
  const clipLength = timeAtFrame(span.to - span.from, rate);
  const late = cues.filter(({ from }) => from.gte(clipLength));
  const last = cues.reduce((end, { to }) => laterOf(end, to), clipLength);
  if (late.length > 0) {
    const text = `${late.length} of ${cues.length} captions come after the end of the clip and are never shown. Set the length to ${formatNumber(last)} s to show all of them.`;
    return [{ field: `${field}.length`, text }];
  }
  if (speechAliasOf(asset) !== undefined && cues.length > 0 && cues.every(({ to }) => to.lte(ZERO))) {
    const text =
      'No caption is shown, because all of them end before the clip starts. Captions are shown when the speech that they follow is heard.';
    return [{ field: `${field}.start`, text }];
  }
  const cut = visible.find(({ to }) => to.sub(clipLength).gte(timeAtFrame(1, rate)));
  if (!cut) return [];
  const text = `The caption "${truncateText(cut.text.replaceAll('\n', ' '))}" is cut off by the end of the clip. Set the length to ${formatNumber(last)} s to show all captions in full.`;
  return [{ field: `${field}.length`, text }];
}
