import type { ClockStep } from '../../media/media.ts';

/** The times of the packets of a file, in the order of the file: a column for each property. */
export interface PacketTimes {
  readonly stream: number[];
  /** Seconds at which a packet is decoded; NaN if the file has no time for it. */
  readonly decoded: number[];
  /** Seconds at which it is shown or heard; NaN if the file has no time for it. */
  readonly shown: number[];
  /** Seconds; 0 if the file does not say it. */
  readonly duration: number[];
  /** Seconds of the smallest step backward of `decoded` that is a new start. */
  readonly minBackward: number;
}

/** The number of packets of a stream, and how long they last. */
export interface PacketCount {
  readonly packets: number;
  readonly seconds: number;
}

/** The findings about the clock of a file. */
export interface ClockFindings {
  /** The steps of each stream whose clock starts again. */
  readonly steps: ReadonlyMap<number, readonly ClockStep[]>;
  /** The end of each stream in seconds, after its steps. */
  readonly ends: ReadonlyMap<number, number>;
  /** The packets of each stream, and the seconds from the first one to the end of the last one. */
  readonly counts: ReadonlyMap<number, PacketCount>;
  /** The seconds at which the clock starts again, after all earlier steps. */
  readonly restarts: readonly number[];
  /** The seconds at which a few packets have times far away from those of their neighbours. */
  readonly strays: readonly number[];
}

/**
 * When a step forward is a new start of the clock. `alone`: if no other stream has packets in between. `together`: only
 * if the clock of another stream steps as far. In Matroska, a picture may stay for any time.
 */
export type ForwardSteps = 'alone' | 'together';

/** Seconds of the smallest step forward that can be a new start of the clock, as in FFmpeg. */
const MIN_FORWARD = 10;
/** A step is usual in a stream if it is shorter than this number of its median steps, as in a slide show. */
const USUAL_STEPS = 16;
/** Number of packets after a wrong time that must show that it is wrong. */
const EVIDENCE = 24;
/** Maximum number of packets or frames in a row with wrong times. More are another clock. */
export const MAX_STRAYS = 10;
/**
 * A time is wrong if this number of packets more are near to the time before it than to the wrong time. Fewer may be
 * stored out of order.
 */
const MIN_MAJORITY = 4;
/** Maximum number of frames that a codec stores ahead of a frame that is shown earlier. */
const MAX_REORDERED = 16;
/** Maximum number of frames in a row that are stored after a frame that is shown later. */
const MAX_STORED_LATER = 8;
/** Maximum difference in seconds between steps that belong together, if they are in different streams. */
const MAX_UNEQUAL = 10;
/** The same for steps forward where a picture may stay for any time. */
const MAX_UNEQUAL_TOGETHER = 1;
/** Number of packets of another stream in which its clock steps, too. */
const REACH = 4000;
/** Seconds of sound that may be lost at a step, so that the picture goes on exactly. Encoders pad sounds by less. */
const MAX_PADDING = 0.1;

/** The time of a packet, and that of the next one if the clock is steady. */
interface TrackTime {
  readonly at: number;
  readonly end: number;
}

/** A packet with a wrong time: its number in the stream, and the time that it should have. */
interface Stray {
  readonly number: number;
  readonly at: number;
}

/** A stream during the analysis. */
interface Track {
  readonly isVideo: boolean;
  /** The packets of the stream that count, as indexes of the columns, and their numbers in the stream. */
  packets: number[];
  numbers: number[];
  /** The shortest step forward that is not usual. */
  bound: number;
  /** The position in `packets` of the next packet. */
  next: number;
  shift: number;
  /** The number of starts of the clock that this stream has taken. */
  epoch: number;
  /** The packets with wrong times. They are not in `packets`. */
  readonly strays: Stray[];
  /** The last packet. Undefined before the first one. */
  last?: TrackTime;
  readonly steps: ClockStep[];
  /** The earliest time and the latest end of a packet. Undefined before the first packet. */
  begin?: number;
  end?: number;
}

/**
 * Finds out where the clock of a file starts again, and which packets have wrong times.
 *
 * @param videos the streams that are videos.
 */
export function analyzeClock(
  times: PacketTimes,
  videos: ReadonlySet<number>,
  forward: ForwardSteps,
): ClockFindings {
  const tracks = listTracks(times, videos);
  const starts = findStarts(times, tracks, forward);
  return {
    steps: new Map([...tracks].flatMap(([stream, { steps }]) => (steps.length > 0 ? [[stream, steps]] : []))),
    ends: new Map([...tracks].map(([stream, { end = 0 }]) => [stream, end])),
    counts: new Map(
      [...tracks].map(([stream, { packets, begin = 0, end = 0 }]) => [
        stream,
        { packets: packets.length, seconds: end - begin },
      ]),
    ),
    restarts: starts,
    strays: [...tracks.values()].flatMap(placeStrays).toSorted((one, other) => one - other),
  };
}

/** Returns the seconds of the strays of a track, after all earlier steps. */
function placeStrays({ strays, steps }: Track): number[] {
  return strays.map(({ number, at }) => at + (steps.findLast(({ packet }) => packet <= number)?.shift ?? 0));
}

function listTracks(times: PacketTimes, videos: ReadonlySet<number>): Map<number, Track> {
  const tracks = new Map<number, Track>();
  const counts = new Map<number, number>();
  for (const [index, stream] of times.stream.entries()) {
    const number = counts.get(stream) ?? 0;
    counts.set(stream, number + 1);
    if (Number.isNaN(times.decoded[index])) continue;
    let track = tracks.get(stream);
    if (!track) tracks.set(stream, (track = createTrack(videos.has(stream))));
    track.packets.push(index);
    track.numbers.push(number);
  }
  for (const track of tracks.values()) dropStrays(times, track);
  return tracks;
}

function createTrack(isVideo: boolean): Track {
  return {
    isVideo,
    packets: [],
    numbers: [],
    bound: MIN_FORWARD,
    next: 0,
    shift: 0,
    epoch: 0,
    steps: [],
    strays: [],
  };
}

/** Moves the packets of a track whose times are far away from those of their neighbours to its strays. */
function dropStrays(times: PacketTimes, track: Track): void {
  const { packets, numbers, strays } = track;
  const shown = packets.map((index) => times.shown[index] ?? 0);
  const at = (position: number): number => shown[position] ?? 0;
  const bound = Math.max(MIN_FORWARD, USUAL_STEPS * findMedianStep(shown));
  track.bound = bound;
  // Nothing comes before the first packet. If it is only earlier than the others, the picture pauses there.
  const isFirstWrong = at(0) - at(1) > bound && isOutvoted(shown, 0, at(1), bound);
  if (isFirstWrong) {
    // Pictures are stored in the order in which they are decoded.
    const following = shown
      .slice(1, 1 + MAX_REORDERED)
      .filter((time) => Math.abs(time - at(1)) <= bound)
      .toSorted((one, other) => one - other);
    strays.push({ number: numbers[0] ?? 0, at: (following[0] ?? 0) - findMedianStep(following) });
  }
  const kept: number[] = [];
  for (let position = isFirstWrong ? 1 : 0, last = at(position); position < shown.length; position++) {
    // Frames from before a pause may be stored after the first one that is shown after it.
    const recent = kept.slice(-MAX_REORDERED);
    const isFar = recent.length > 0 && recent.every((other) => Math.abs(at(position) - at(other)) > bound);
    if (isFar && isOutvoted(shown, position, last, bound))
      strays.push({ number: numbers[position] ?? 0, at: last });
    else {
      kept.push(position);
      last = at(position);
    }
  }
  track.packets = kept.map((position) => packets[position] ?? 0);
  track.numbers = kept.map((position) => numbers[position] ?? 0);
}

/** Returns the median of the seconds between two times that follow each other, in any direction. */
function findMedianStep(shown: readonly number[]): number {
  const steps = shown.slice(1).map((time, position) => Math.abs(time - (shown[position] ?? 0)));
  return steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0;
}

/** True if more of the packets that follow one are near another time than near its own, and one of them soon. */
function isOutvoted(shown: readonly number[], position: number, time: number, bound: number): boolean {
  const isNear = (other: number): boolean => Math.abs(other - time) <= bound;
  const isOwn = (other: number): boolean => Math.abs(other - (shown[position] ?? 0)) <= bound;
  const following = shown.slice(position + 1, position + 1 + EVIDENCE);
  const majority = following.filter(isNear).length - following.filter(isOwn).length;
  return majority >= MIN_MAJORITY && following.slice(0, MAX_STRAYS).some(isNear);
}

/** The starts of the clock so far. */
interface Starts {
  readonly forward: ForwardSteps;
  /** The shift after each start. The first one is that of the beginning of the file. */
  readonly shifts: number[];
  readonly restarts: number[];
}

/** Sets the steps and the ends of all tracks. Returns the seconds at which the clock starts again. */
function findStarts(times: PacketTimes, tracks: ReadonlyMap<number, Track>, forward: ForwardSteps): number[] {
  const all = [...tracks.values()];
  const starts: Starts = { forward, shifts: [0], restarts: [] };
  for (const [index, stream] of times.stream.entries()) {
    const track = tracks.get(stream);
    if (!track || track.packets[track.next] !== index) continue;
    const others = all.filter((other) => other !== track);
    // A stream that begins late has the clock of the others.
    if (!track.last) takeStart(track, starts, starts.shifts.length - 1);
    else if (stepAt(times, track, track.next) !== undefined) followStep(times, track, others, starts);
    advance(times, track, index);
  }
  return starts.restarts;
}

function takeStart(track: Track, { shifts }: Starts, epoch: number): void {
  track.epoch = epoch;
  track.shift = shifts[epoch] ?? 0;
  if (track.shift !== 0 || track.steps.length > 0)
    track.steps.push({ packet: track.numbers[track.next] ?? 0, shift: track.shift });
}

/** Lets a track take the start that another one has made before, or a new one, if its step is a start. */
function followStep(times: PacketTimes, track: Track, others: readonly Track[], starts: Starts): void {
  const { shifts, restarts, forward } = starts;
  const { end } = track.last ?? { end: 0 };
  const decoded = times.decoded[track.packets[track.next] ?? 0] ?? 0;
  const known = shifts.findIndex((shift, epoch) => {
    const gap = decoded + shift - end;
    return epoch > track.epoch && gap >= -2 * MAX_PADDING && gap <= track.bound;
  });
  if (known >= 0) takeStart(track, starts, known);
  else if (isRestart(times, track, others, forward)) {
    restarts.push(track.end ?? end);
    shifts.push(track.shift - chooseStep(times, track, others));
    takeStart(track, starts, shifts.length - 1);
  }
}

/** Moves a track behind its next packet. */
function advance(times: PacketTimes, track: Track, index: number): void {
  track.last = follow(times, track.last, track.shift, index);
  track.begin = Math.min(track.begin ?? Infinity, track.last.at);
  const end = (times.shown[index] ?? 0) + track.shift + (times.duration[index] ?? 0);
  // A frame that is stored before a step, but shown after it, has no usable time.
  if (Math.min(end - (track.end ?? end), end - track.last.end) <= track.bound)
    track.end = Math.max(track.end ?? end, end);
  track.next++;
}

/** Returns the seconds by which the clock of a track steps at a packet, or undefined if it is steady. */
function stepAt(times: PacketTimes, track: Track, position: number, last = track.last): number | undefined {
  if (!last) return undefined;
  const at = (times.decoded[track.packets[position] ?? 0] ?? 0) + track.shift;
  const isStep = at < last.at - times.minBackward || at - last.end > track.bound;
  return isStep ? at - last.end : undefined;
}

/** Returns the state of a track after a packet. */
function follow(times: PacketTimes, last: TrackTime | undefined, shift: number, index: number): TrackTime {
  const at = (times.decoded[index] ?? 0) + shift;
  return { at, end: Math.max(last?.end ?? -Infinity, at + (times.duration[index] ?? 0)) };
}

/** True if the step at the next packet of a track is a new start of the clock. */
function isRestart(
  times: PacketTimes,
  track: Track,
  others: readonly Track[],
  forward: ForwardSteps,
): boolean {
  const step = stepAt(times, track, track.next) ?? 0;
  if (step < 0) return !isReordered(times, track, step);
  const front = Math.max(...others.map(({ last }) => last?.end ?? -Infinity));
  // The others have packets in between, so the stream only pauses.
  if ((track.last?.end ?? 0) + step < front + track.bound) return false;
  if (forward === 'alone') return true;
  return others.some((other) => {
    const theirs = findNextStep(times, other);
    return theirs !== undefined && Math.abs(theirs - step) < MAX_UNEQUAL_TOGETHER;
  });
}

/**
 * True if a step back of a track is followed by one forward. The packets in between are only stored later, or have wrong
 * times. After a new start, the clock is steady.
 *
 * @param step the step back, below 0.
 */
function isReordered(times: PacketTimes, { packets, next }: Track, step: number): boolean {
  const following = packets.slice(next, next + 1 + MAX_STORED_LATER);
  return following.slice(1).some((index, position) => {
    const end = follow(times, undefined, 0, following[position] ?? 0).end;
    return (times.decoded[index] ?? 0) - end > -step / 2;
  });
}

function findNextStep(times: PacketTimes, track: Track): number | undefined {
  let { last } = track;
  for (let position = track.next; position < Math.min(track.packets.length, track.next + REACH); position++) {
    const step = stepAt(times, track, position, last);
    if (step !== undefined) return step;
    last = follow(times, last, track.shift, track.packets[position] ?? 0);
  }
  return undefined;
}

/**
 * Returns the seconds by which the clock of all streams steps, if that of a track does. No stream overlaps itself, but
 * the picture goes on exactly if only the padding of a sound is lost.
 */
function chooseStep(times: PacketTimes, track: Track, others: readonly Track[]): number {
  const own = stepAt(times, track, track.next) ?? 0;
  const steps = others.flatMap((other) => {
    const step = findNextStep(times, other);
    return step !== undefined && Math.abs(step - own) <= MAX_UNEQUAL
      ? [{ step, isVideo: other.isVideo }]
      : [];
  });
  const all = [{ step: own, isVideo: track.isVideo }, ...steps];
  const least = Math.min(...all.map(({ step }) => step));
  const picture = all.find(({ isVideo }) => isVideo)?.step;
  return picture !== undefined && picture - least <= MAX_PADDING ? picture : least;
}
