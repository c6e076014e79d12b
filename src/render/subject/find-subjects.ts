import { setImmediate } from 'node:timers/promises';
import { toSeconds, ZERO } from '../../base/time.ts';
import type { Frame } from '../av/ffmpeg.ts';
import { SmallFrames } from '../av/video/small-frames.ts';
import { VideoReader } from '../av/video/video-reader.ts';
import type { StillMedia, VideoTrack } from '../media/media.ts';
import { SUBJECT_RATE, type SubjectSample, type SubjectTrack } from '../media/subject-track.ts';
import { readStill } from '../stills/still.ts';
import { findFaces } from './find-faces.ts';
import { findDetail, findMovement } from './find-movement.ts';
import { findPeople } from './find-people.ts';
import { changeBetween, copyLuma, GRID, isCut, type LumaGrid, meanOf } from './luma-grid.ts';
import { searchedSizeOf, type SmallPicture } from './small-picture.ts';
import { SmallPictures } from './small-pictures.ts';

/** Seconds of a video that are searched: one hour. Later, the camera rests. */
const MAX_SECONDS = 3600;
/** Microseconds between two samples. */
const STEP: number = 1e6 / SUBJECT_RATE;
/** Microseconds by which the time of a frame may be rounded. */
const ROUNDING = 1000;

/**
 * Finds the subjects of a video, and its cuts. Reads the video once.
 *
 * @param mayGoOn called for each frame. If it returns false, the search ends.
 * @returns undefined if the search has ended early.
 * @throws {MediaError} if the file cannot be read.
 */
export async function findSubjects(
  track: VideoTrack,
  mayGoOn: () => boolean,
): Promise<SubjectTrack | undefined> {
  using reader = await VideoReader.open(track.location);
  using search = new SubjectSearch(track);
  for await (const { frame, time } of reader.framesBetween(ZERO, toSeconds(MAX_SECONDS))) {
    if (!mayGoOn()) return undefined;
    await search.add(frame, Math.floor(time.valueOf() * 1e6));
    // Other work gets its turn. To decode waits for nothing.
    await setImmediate();
  }
  return search.finish();
}

/** Finds the subjects of a still picture. @throws {StillError} if the file is damaged. */
export async function findStillSubjects({ path, width, height }: StillMedia): Promise<SubjectTrack> {
  const { data, ...size } = await readStill(
    path,
    { left: 0, top: 0, width, height },
    searchedSizeOf({ width, height }),
  );
  const sample = await findSubject({ data, stride: 4 * size.width, ...size });
  return { shots: [{ from: 0, after: 0, samples: [sample] }] };
}

/** The shot that is being searched. */
interface OpenShot {
  readonly from: number;
  readonly after: number;
  readonly samples: (SubjectSample | null)[];
}

/** Searches the frames of a video, one after the other. Close it with `using`. */
class SubjectSearch implements Disposable {
  private readonly luma: SmallFrames;
  private readonly colours: SmallPictures;
  private readonly shots: OpenShot[] = [];
  private last: LumaGrid | undefined;
  private lastTime = 0;
  private lastChange = 0;
  /** The largest change of each place since the last sample. */
  private change = new Float32Array(GRID.width * GRID.height);

  constructor(track: VideoTrack) {
    this.luma = new SmallFrames(track, GRID, 'gray');
    this.colours = new SmallPictures(track, searchedSizeOf(track));
  }

  /** @param time microseconds of the source at which the frame begins. */
  async add(frame: Frame, time: number): Promise<void> {
    const shot = this.shotOf(copyLuma(await this.luma.read(frame)), time);
    if (time + ROUNDING < shot.from + shot.samples.length * STEP) return;
    const sample = await findSubject(await this.colours.read(frame), this.change);
    this.change.fill(0);
    // A frame that stays longer than a step is the sample of all of these.
    do shot.samples.push(sample);
    while (shot.from + shot.samples.length * STEP <= time);
  }

  /** Returns undefined for a video without frames. */
  finish(): SubjectTrack | undefined {
    return this.shots.length > 0 ? { shots: this.shots } : undefined;
  }

  [Symbol.dispose](): void {
    this.luma[Symbol.dispose]();
    this.colours[Symbol.dispose]();
  }

  /** Returns the shot of a frame, which is a new one after a cut. */
  private shotOf(luma: LumaGrid, time: number): OpenShot {
    const change = changeBetween(luma, this.last ?? luma);
    const shot = this.shots.at(-1);
    const before = this.lastTime;
    const isNew = !shot || (time - shot.from >= STEP && isCut(change, this.lastChange));
    this.last = luma;
    this.lastTime = time;
    this.lastChange = meanOf(change);
    if (!isNew) {
      this.change = this.change.map((value, cell) => Math.max(value, change[cell] ?? 0));
      return shot;
    }
    this.change.fill(0);
    const opened: OpenShot = { from: time, after: before, samples: [] };
    this.shots.push(opened);
    return opened;
  }
}

/**
 * Finds what a picture is about: faces, else people, else what moves, else what differs from the rest.
 *
 * @param change how much each place of the grid has changed, if the picture is one of a video.
 */
async function findSubject(picture: SmallPicture, change?: Float32Array): Promise<SubjectSample | null> {
  const faces = await findFaces(picture);
  if (faces.length > 0) return { kind: 'face', boxes: faces };
  const people = await findPeople(picture);
  if (people) return { kind: 'person', boxes: [people] };
  const movement = change && findMovement(change);
  if (movement) return { kind: 'movement', boxes: [movement] };
  const detail = findDetail(picture);
  return detail ? { kind: 'detail', boxes: [detail] } : null;
}
