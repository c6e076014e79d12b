import { shownUrl } from '../../base/shown-url.ts';
import { frameTime, fromFraction, type Rate, type Seconds, seconds } from '../../base/time.ts';
import {
  type ClipPlace,
  clipsOf,
  type Edit,
  fieldOf,
  MAX_PROBLEMS,
  type MaybeSeconds,
  pathOf,
  resolveTimes,
  type Source,
  sourcesOf,
  STILL_LENGTH,
  type Warning,
  warningsOf,
} from '../../edit/index.ts';
import type { Measured, Unmeasured } from '../media/measured.ts';
import { unsuitable } from '../media/unsuitable.ts';
import { outputShape } from './output-shape.ts';
import { framesOf } from './resolve.ts';

/** What a render of an edit would make. `null` stands for what cannot be known before it. Times in seconds. */
export interface DryRun {
  readonly timeline: {
    readonly duration: number | null;
    readonly tracks: readonly {
      readonly clips: readonly { readonly start: number | null; readonly length: number | null }[];
    }[];
  };
  readonly output: {
    readonly format: string;
    /** Pixels. */
    readonly width: number;
    readonly height: number;
    /** Frames a second. */
    readonly fps: number;
    readonly frames: number | null;
    readonly duration: number | null;
  };
  readonly warnings: readonly Warning[];
}

/** What was found of the file behind each source URL; nothing where it was not looked at, for want of time. */
export type MeasuredByUrl = Readonly<Record<string, Measured | Unmeasured>>;

const NOT_LOOKED_AT: Unmeasured = {
  phrase: 'was not looked at: there are too many files, or they come too slowly',
};

/**
 * Works out what a render of an edit would make, as far as its media is known. Pure.
 *
 * @throws {KinoraError} `validation_failed` when the timeline has no length, or is longer than 12 hours.
 */
export function dryRun(edit: Edit, measured: MeasuredByUrl): DryRun {
  const { width, height, rate } = outputShape(edit.output);
  const times = resolveTimes(edit, (place) => autoLength(place, measured));
  const frames = times.duration ? framesOf(times.duration, rate) : null;
  const places = new Map(clipsOf(edit).map((place) => [place.clip, times.of(place)]));
  return {
    timeline: {
      duration: decimal(times.duration),
      tracks: edit.timeline.tracks.map(({ clips }) => ({
        clips: clips.map((clip) => ({
          start: decimal(places.get(clip)?.start),
          length: decimal(places.get(clip)?.length),
        })),
      })),
    },
    output: {
      format: edit.output.format,
      width,
      height,
      fps: rate.valueOf(),
      frames,
      duration: frames === null ? null : frameTime(frames, rate).valueOf(),
    },
    warnings: firstOf([
      ...sourcesOf(edit).flatMap((source) => sourceWarning(source, measured)),
      ...clipsOf(edit).flatMap((place) => lengthWarning(place, measured, rate)),
      ...warningsOf(edit, times),
    ]),
  };
}

/** As many warnings as an answer has at the most; where there are more, the last one says so. */
function firstOf(warnings: readonly Warning[]): Warning[] {
  if (warnings.length <= MAX_PROBLEMS) return [...warnings];
  const shown = warnings.slice(0, MAX_PROBLEMS - 1);
  // Of overlaps no more are looked for either.
  const text = `timeline: there are at least ${warnings.length - shown.length} more warnings.`;
  return [...shown, { field: 'timeline', text }];
}

function decimal(time: MaybeSeconds): number | null {
  return time?.valueOf() ?? null;
}

/** What `length: auto` is for a clip; unknown where its media is, and where its trim leaves nothing. */
function autoLength(place: ClipPlace, measured: MeasuredByUrl): MaybeSeconds {
  const { asset } = place.clip;
  if (asset.type !== 'video' && asset.type !== 'audio') return STILL_LENGTH;
  const left = leftOf(place, measured);
  return left?.gt(0) ? left : undefined;
}

/** What is left of a clip's media after its trim, 0 or less for nothing; undefined where it is not known. */
function leftOf({ clip: { asset } }: ClipPlace, measured: MeasuredByUrl): MaybeSeconds {
  if (asset.type !== 'video' && asset.type !== 'audio') return undefined;
  const file = measured[asset.src];
  const lasts = file && 'kind' in file ? file[asset.type]?.duration : undefined;
  return lasts === undefined ? undefined : fromFraction(lasts).sub(seconds(asset.trim ?? 0));
}

function sourceWarning({ url, field, kind }: Source, measured: MeasuredByUrl): Warning[] {
  const file = measured[url] ?? NOT_LOOKED_AT;
  if ('sentence' in file) return [{ field, text: `${field}: ${file.sentence}` }];
  const phrase = 'phrase' in file ? file.phrase : unsuitable(kind, file);
  return phrase === undefined ? [] : [{ field, text: `${field}: ${shownUrl(url)} ${phrase}.` }];
}

/** A clip whose media does not last as long as it, or nobody knows how long. */
function lengthWarning(place: ClipPlace, measured: MeasuredByUrl, rate: Rate): Warning[] {
  const { asset, length } = place.clip;
  if (asset.type !== 'video' && asset.type !== 'audio') return [];
  const file = measured[asset.src];
  const track = file && 'kind' in file ? file[asset.type] : undefined;
  if (!track) return [];
  const at = (...names: string[]) => fieldOf([...pathOf(place), ...names]);
  const shown = shownUrl(asset.src);
  const left = leftOf(place, measured);
  if (!left) {
    const text = `${shown} does not say how long it is; that is known when it is rendered.`;
    return length === 'auto' ? [{ field: at('length'), text: `${at('length')}: ${text}` }] : [];
  }
  if (left.lte(0)) {
    const text = `${String(asset.trim)} s leaves nothing of ${shown}, which lasts ${short(left.add(seconds(asset.trim ?? 0)))} s.`;
    return [{ field: at('asset', 'trim'), text: `${at('asset', 'trim')}: ${text}` }];
  }
  if (typeof length !== 'number' || left.add(frameTime(1, rate)).gte(seconds(length))) return [];
  const text = `${length} s is longer than what is left of ${shown}, ${short(left)} s; after that there is nothing of it.`;
  return [{ field: at('length'), text: `${at('length')}: ${text}` }];
}

function short(time: Seconds): string {
  return String(Number(time.valueOf().toFixed(3)));
}
