import { fromRatio, roundSeconds, type Seconds, toSeconds, ZERO } from '../../../base/time.ts';
import type { ClockStep } from '../../media/media.ts';
import type { SourceFile } from '../../media/source-file.ts';
import type { ClockFindings, PacketCount } from './analyze-clock.ts';
import { findCutOff } from './cut-off.ts';
import type { Input } from './input.ts';
import { readClock } from './read-clock.ts';

/** The faults of a file that change how its streams are read. */
export interface FileFaults {
  /** The real end of each stream, in seconds on the clock of the file. Absent if it is as declared. */
  readonly ends?: ReadonlyMap<number, Seconds>;
  readonly isCutOff?: boolean;
  /** The second on the clock of the file that is source second 0. Absent unless the first time of the file is wrong. */
  readonly start?: Seconds;
  /** The steps of the streams whose clock starts again. */
  readonly clocks?: ReadonlyMap<number, readonly ClockStep[]>;
  /** The packets of the streams. Absent if they were not counted. */
  readonly counts?: ReadonlyMap<number, PacketCount>;
  /** Sentences about the faults. */
  readonly notes?: readonly string[];
}

/** Seconds at the end of a file that may be missing without a note. */
const MIN_MISSING = toSeconds(0.1);
/** Maximum bytes of a remote file that is fetched whole. Those without an index are also fetched whole to be prepared. */
const MAX_FETCHED: Readonly<Partial<Record<string, number>>> = {
  mpegts: 2 ** 26,
  mpeg: 2 ** 26,
  flv: 2 ** 26,
  matroska: 2 ** 22,
  ogg: 2 ** 22,
};
/** Maximum number of moments in a note. */
const MAX_MOMENTS = 5;

/**
 * Finds the faults of a file: an end that is missing, and a clock that starts again or is wrong for a moment. Fetches a
 * small remote file whole, and looks for no faults in a larger one.
 *
 * @throws {MediaError} if FFmpeg cannot read the file.
 * @throws {RemoteReadError} if the file cannot be fetched.
 */
export async function findFaults(input: Input, file: SourceFile, demuxer: string): Promise<FileFaults> {
  const path = await fetchSmall(file, demuxer);
  if (path === undefined) return {};
  const cutEnds = await findCutOff(path, demuxer);
  if (cutEnds) return { ends: cutEnds, isCutOff: true, ...describeCutOff(input, cutEnds) };
  const clock = await readClock(path, demuxer);
  if (!clock) return {};
  const { counts, restarts, strays } = clock;
  if (restarts.length === 0 && strays.length === 0) return { counts };
  const declared = input.start.valueOf();
  const [first = declared] = strays;
  const start = first < declared ? Math.max(0, first) : declared;
  return {
    counts,
    ...(start < declared && { start: toClockSeconds(start) }),
    ends: new Map([...clock.ends].map(([stream, end]) => [stream, toClockSeconds(end)])),
    clocks: clock.steps,
    notes: describeClock(clock, start),
  };
}

/** Rounds seconds to millionths, so that they are exact. */
function toClockSeconds(seconds: number): Seconds {
  return toSeconds(Number(seconds.toFixed(6)));
}

/** Returns the path of a local file, and of a remote one that is small enough to be fetched to look for faults. */
async function fetchSmall(file: SourceFile, demuxer: string): Promise<string | undefined> {
  if (typeof file === 'string') return file;
  const isSmall = file.size !== undefined && file.size <= (MAX_FETCHED[demuxer] ?? 0);
  return isSmall ? await file.fetchAll() : undefined;
}

/** Returns a note about the missing end of a file. None if it is too short to matter. */
function describeCutOff(input: Input, ends: ReadonlyMap<number, Seconds>): Pick<FileFaults, 'notes'> {
  const last = [...ends.values()]
    .reduce((latest, end) => (end.gt(latest) ? end : latest), ZERO)
    .sub(input.start);
  const whole = input.duration > 0n ? fromRatio(input.duration, 1_000_000) : undefined;
  if (whole?.sub(last).lte(MIN_MISSING) === true) return {};
  const of = whole ? ` of ${roundSeconds(whole)}` : '';
  return { notes: [`The end of the file is missing: it has ${roundSeconds(last)}${of} s.`] };
}

/** @param start the second on the clock of the file that is source second 0. */
function describeClock({ restarts, strays }: ClockFindings, start: number): string[] {
  const list = (moments: readonly number[]): string => {
    const shown = moments.slice(0, MAX_MOMENTS).map((moment) => String(Number((moment - start).toFixed(2))));
    const more = moments.length - shown.length;
    return `${shown.join(', ')} s${more > 0 ? ` and ${more} more times` : ''}`;
  };
  return [
    ...(restarts.length > 0
      ? [`The clock of the file jumps at ${list(restarts)}. The file plays on there without a gap.`]
      : []),
    ...(strays.length > 0
      ? [`The file has wrong times at ${list(strays)}. The frames there are moved next to their neighbours.`]
      : []),
  ];
}
