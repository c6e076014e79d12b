import { redactUrl } from '../../../base/redact-url.ts';
import {
  earlierOf,
  fromRatio,
  laterOf,
  type Rate,
  type Seconds,
  toSeconds,
  ZERO,
} from '../../../base/time.ts';
import {
  type Clip,
  type ClipLocation,
  clipPathOf,
  cutSilenceOf,
  cutsWords,
  formatPath,
  type Warning,
} from '../../../edit/model.ts';
import { secondOfStep, type Silences, type SilencesByKey, silenceKeyOf } from '../../media/silences.ts';
import type { FoundWords } from './word-spans.ts';
import type { Playback, SourcePart } from '../playback.ts';

/** Shorter cuts and shorter parts are left out, so that there is room for a cross-fade. */
const SHORTEST = fromRatio(1, 50);

/** The known facts about a file out of which silences may be cut. */
export interface FileWithSilences {
  /** Seconds of the whole file, if they are known. */
  readonly duration?: Seconds | undefined;
  /** True if the file has sound. */
  readonly hasSound: boolean;
  /** Absent if they are not known yet. */
  readonly silences?: SilencesByKey | undefined;
  /** The words of the clip that are cut, muted or bleeped, if their times are known. */
  readonly words?: FoundWords | undefined;
}

/** Returns the known facts about the file of a clip. Undefined if there are none. */
export type FindFile = (clip: Clip) => FileWithSilences | undefined;

/**
 * Returns a function that works out how the files of clips play, without the silences that are cut out of them.
 *
 * @param playbackOf Returns how the whole file of a clip plays.
 */
export function playWithCuts(
  playbackOf: (clip: Clip) => Playback,
  fileOf: FindFile,
  rate: Rate,
): (clip: Clip) => Playback {
  const known = new Map<Clip, Playback>();
  return (clip) => {
    if (!cutSilenceOf(clip.asset) && !cutsWords(clip.asset)) return playbackOf(clip);
    const playback = known.get(clip) ?? cutPlayback(clip, playbackOf(clip), fileOf(clip), rate);
    known.set(clip, playback);
    return playback;
  };
}

/** Removes silences and words from a playback. Leaves it whole if nothing would remain or if they are unknown. */
function cutPlayback(
  { asset }: Clip,
  playback: Playback,
  file: FileWithSilences | undefined,
  rate: Rate,
): Playback {
  const cut = cutSilenceOf(asset);
  const silences = cut && file?.silences?.[silenceKeyOf(cut)];
  const end = file?.duration ?? (silences && secondOfStep(silences.end));
  if (!end || !playback.speed.gt(0)) return playback;
  const played = { from: playback.trim, to: end };
  const grid = playback.speed.div(rate);
  const cuts = mergeCuts([
    ...(cut && silences && !isSilent(silences, playback.trim)
      ? listCuts(silences, toSeconds(cut.keep), played, grid)
      : []),
    ...listWordCuts(file?.words, played, grid),
  ]);
  const [first, ...others] = listParts(cuts, played);
  return cuts.length === 0 || !first ? playback : { ...playback, parts: [first, ...others] };
}

type Interval = Pick<SourcePart, 'from' | 'to'>;

/**
 * Lists the parts to cut out. Each edge is a whole number of output frames after the trim, so that sound and
 * picture are cut at the same place, and always in favour of the sound.
 *
 * @param played The part of the file that is played without cuts.
 * @param grid Source seconds of an output frame.
 */
function listCuts({ spans, end }: Silences, keep: Seconds, played: Interval, grid: Seconds): Interval[] {
  return spans.flatMap(([first, last]) => {
    // There is no sound to keep a distance from at the edges of the file.
    const from = laterOf(first === 0 ? ZERO : secondOfStep(first).add(keep), played.from);
    const to = earlierOf(last === end ? played.to : secondOfStep(last).sub(keep), played.to);
    const begins = played.from.add(from.sub(played.from).div(grid).ceil().mul(grid));
    const ends = to.gte(played.to)
      ? played.to
      : played.from.add(to.sub(played.from).div(grid).floor().mul(grid));
    return ends.sub(begins).gte(SHORTEST) ? [{ from: begins, to: ends }] : [];
  });
}

/**
 * Lists the parts to cut out for words. Each edge is the nearest whole number of output frames after the trim: the margins of
 * words are longer than half a frame.
 */
function listWordCuts(words: FoundWords | undefined, played: Interval, grid: Seconds): Interval[] {
  const said = (words?.said ?? []).filter(({ from, to }) => from.lt(played.to) && to.gt(played.from));
  const kept = said.filter(({ list }) => list === 'keep');
  const cuts =
    kept.length > 0 ? listGaps(mergeCuts(kept), played) : said.filter(({ list }) => list === 'cut');
  const settle = (second: Seconds): Seconds => {
    const limited = earlierOf(laterOf(second, played.from), played.to);
    return limited.equals(played.to)
      ? limited
      : earlierOf(played.from.add(limited.sub(played.from).div(grid).round().mul(grid)), played.to);
  };
  return cuts
    .map(({ from, to }) => ({ from: settle(from), to: settle(to) }))
    .filter(({ from, to }) => to.sub(from).gte(SHORTEST));
}

/** Lists what is between intervals. */
function listGaps(intervals: readonly Interval[], { from, to }: Interval): Interval[] {
  return Array.from({ length: intervals.length + 1 }, (_, index) => ({
    from: intervals[index - 1]?.to ?? from,
    to: intervals[index]?.from ?? to,
  })).filter((gap) => gap.to.gt(gap.from));
}

/** Joins the cuts that overlap or meet, and sorts them. */
function mergeCuts(cuts: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { from, to } of cuts.toSorted((one, other) => one.from.compare(other.from))) {
    const last = merged.at(-1);
    if (last && from.lte(last.to)) merged[merged.length - 1] = { from: last.from, to: laterOf(last.to, to) };
    else merged.push({ from, to });
  }
  return merged;
}

/** Lists the parts that are left between the cuts. */
function listParts(cuts: readonly Interval[], { from, to }: Interval): SourcePart[] {
  const parts: SourcePart[] = [];
  let at: Seconds = ZERO;
  for (let index = 0; index <= cuts.length; index++) {
    const part = { from: cuts[index - 1]?.to ?? from, to: cuts[index]?.from ?? to, at };
    const length = part.to.sub(part.from);
    if (length.lt(SHORTEST)) continue;
    parts.push(part);
    at = at.add(length);
  }
  return parts;
}

/** True if the cuts of a clip are known, also if there are none. */
export function areCutsKnown(
  { asset }: Clip,
  { speed }: Playback,
  file: FileWithSilences | undefined,
): boolean {
  const cut = cutSilenceOf(asset);
  if (!speed.gt(0)) return true;
  if (cutsWords(asset) && !file?.words) return false;
  if (!cut) return true;
  return file !== undefined && (!file.hasSound || file.silences?.[silenceKeyOf(cut)] !== undefined);
}

/** Warns if nothing is cut out of a clip because its file has no sound or is silent. */
export function silenceWarnings(
  { clip, ...at }: ClipLocation,
  playback: Playback,
  file: FileWithSilences | undefined,
): Warning[] {
  const { asset } = clip;
  const cut = cutSilenceOf(asset);
  if (!cut || !file || !('src' in asset) || !playback.speed.gt(0)) return [];
  const warn = (text: string): Warning[] => {
    return [{ field: formatPath([...clipPathOf({ clip, ...at }), 'asset', 'cutSilence']), text }];
  };
  const shown = redactUrl(asset.src);
  if (!file.hasSound) return warn(`${shown} has no sound, so nothing is cut out of it.`);
  const silences = file.silences?.[silenceKeyOf(cut)];
  if (!silences) {
    return warn(
      `The silences of ${shown} are not known yet. They are found when the edit is rendered, which may change the length of the clip.`,
    );
  }
  if (!isSilent(silences, playback.trim)) return [];
  return warn(
    `All of ${shown} that the clip plays is quieter than ${cut.threshold} dBFS, so nothing is cut out of it. Lower the threshold.`,
  );
}

/** True if one silence lasts from the trim to the end of the file. */
function isSilent({ spans, end }: Silences, trim: Seconds): boolean {
  const last = spans.at(-1);
  return last !== undefined && last[1] === end && secondOfStep(last[0]).lte(trim);
}
