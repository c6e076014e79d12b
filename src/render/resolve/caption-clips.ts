import { frameTime, type Rate, type Seconds, ZERO } from '../../base/time.ts';
import {
  type CaptionAsset,
  type Clip,
  type ClipPlace,
  fieldOf,
  pathOf,
  type RichCaptionAsset,
  shorten,
  voiceIn,
  type Warning,
} from '../../edit/edit.ts';
import type { Cue, Media } from '../media/media.ts';
import { heardCues, playedCues, seenCues } from './captions.ts';
import { type Dialect, playbackOf } from './playback.ts';
import type { Span } from './timeline.ts';

/** A clip and its frames. */
export interface SpannedClip {
  readonly place: ClipPlace;
  readonly span: Span;
}

/** What the captions of an edit are made of. */
export interface CaptionSources {
  /** The file behind each source URL, and by `alias://` what is said in the file of that clip. */
  readonly media: ReadonlyMap<string, Media>;
  readonly dialect: Dialect;
  readonly rate: Rate;
}

/** The captions of a clip. */
export interface ClipCaptions {
  /** In seconds of the clip: those of which something is seen. */
  readonly cues: readonly Cue[];
  readonly warnings: readonly Warning[];
}

/** The captions of each clip that has some. @param clips all that last for a frame at least. */
export function captionsOf(
  clips: readonly SpannedClip[],
  sources: CaptionSources,
): ReadonlyMap<Clip, ClipCaptions> {
  const captioned = clips.flatMap(({ place, span }) => {
    const { asset } = place.clip;
    return isCaption(asset) ? [{ place, span, asset }] : [];
  });
  const named = new Map(
    captioned.length === 0
      ? []
      : clips.flatMap((clip) => {
          const { alias } = clip.place.clip;
          return alias === undefined ? [] : [[alias, clip] as const];
        }),
  );
  return new Map(
    captioned.map(({ place, span, asset }) => {
      const cues = cuesOf({ place, span }, asset, named.get(voiceIn(asset) ?? ''), sources);
      const seen = seenCues(cues, span, sources.rate);
      return [
        place.clip,
        { cues: seen, warnings: captionWarnings({ place, span }, asset, cues, seen, sources.rate) },
      ];
    }),
  );
}

/** Whether an asset is made of cues. */
export function isCaption(asset: Clip['asset']): asset is CaptionAsset | RichCaptionAsset {
  return asset.type === 'caption' || asset.type === 'rich-caption';
}

/**
 * All cues of a clip, in its seconds. The second 0 of a file is its start; what is said in another clip stands where that is heard.
 * The trim and the speed of a plain caption then count for both.
 */
function cuesOf(
  { span }: SpannedClip,
  asset: CaptionAsset | RichCaptionAsset,
  voice: SpannedClip | undefined,
  { media, dialect, rate }: CaptionSources,
): Cue[] {
  const cues = toldCues(media.get(asset.src));
  const lasts = frameTime(span.to - span.from, rate);
  const own = playbackOf(asset.type === 'caption' ? asset : {}, dialect);
  if (!voice) return voiceIn(asset) === undefined ? playedCues(cues, own, lasts) : [];
  const playback = playbackOf(soundOf(voice.place.clip), dialect);
  return playedCues(heardCues(cues, { span: voice.span, playback }, span, rate), own, lasts);
}

/** The cues of a file of subtitles, or what is said in a file of sound. */
function toldCues(file: Media | undefined): readonly Cue[] {
  if (file?.kind === 'av') return file.words?.cues ?? [];
  return file?.kind === 'subtitles' ? file.cues : [];
}

function soundOf({ asset }: Clip): Parameters<typeof playbackOf>[0] {
  return asset.type === 'video' || asset.type === 'audio' ? asset : {};
}

/** Says which captions are never seen, and which one the end of the clip cuts. */
function captionWarnings(
  { place, span }: SpannedClip,
  asset: CaptionAsset | RichCaptionAsset,
  cues: readonly Cue[],
  seen: readonly Cue[],
  rate: Rate,
): Warning[] {
  const field = fieldOf(pathOf(place));
  const lasts = frameTime(span.to - span.from, rate);
  const late = cues.filter(({ from }) => from.gte(lasts));
  const last = cues.reduce<Seconds>((end, { to }) => (to.gt(end) ? to : end), lasts);
  if (late.length > 0) {
    const text = `${field}.length: ${late.length} of ${cues.length} captions come after the end of the clip and are never seen; it would have to last ${short(last)} s for all of them.`;
    return [{ field: `${field}.length`, text }];
  }
  if (voiceIn(asset) !== undefined && cues.length > 0 && cues.every(({ to }) => to.lte(ZERO))) {
    const text = `${field}.start: none of the captions is seen: all are over before the clip begins, because they stand where their voice is heard.`;
    return [{ field: `${field}.start`, text }];
  }
  const cut = seen.find(({ to }) => to.sub(lasts).gte(frameTime(1, rate)));
  if (!cut) return [];
  const text = `${field}.length: the caption "${shorten(cut.text.replaceAll('\n', ' '))}" is cut by the end of the clip; it would have to last ${short(last)} s.`;
  return [{ field: `${field}.length`, text }];
}

function short(time: Seconds): string {
  return String(Number(time.valueOf().toFixed(3)));
}
