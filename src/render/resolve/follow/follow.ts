import { redactUrl } from '../../../base/redact-url.ts';
import {
  canvasAround,
  type ClipLocation,
  clipPathOf,
  followedAssetOf,
  formatPath,
  type OutputSize,
  type Warning,
} from '../../../edit/model.ts';
import type { Media } from '../../media/media.ts';
import {
  SUBJECT_RATE,
  type SubjectKind,
  type SubjectShot,
  type SubjectTrack,
} from '../../media/subject-track.ts';
import type { Playback } from '../playback.ts';
import type { Camera, CameraShot } from './camera.ts';
import { cutCamera, playedRangeOf } from './cut-camera.ts';
import { type CameraWindow, planCamera, subjectOf } from './camera-path.ts';

/** The known facts about a picture that a camera may follow. */
export interface FollowedPicture {
  /** Upright display size in square pixels. */
  readonly width: number;
  readonly height: number;
  /** Absent if they are not known yet. */
  readonly subjects?: SubjectTrack | undefined;
}

/** The subject that a camera follows. */
export interface FollowReport {
  /** The kind of subject in most shots of the file. `null` if nothing was found. */
  readonly subject: SubjectKind | null;
  /** Number of shots of the file, at least 1. The camera does not move from one to the next. */
  readonly shots: number;
}

/** Returns what is known about the picture of a file. Undefined if no camera can follow it. */
export function followedPictureOf(file: Media | undefined): FollowedPicture | undefined {
  if (file?.kind === 'still') return file;
  if (file?.kind !== 'av' && file?.kind !== 'animation') return undefined;
  return file.video && { width: file.video.width, height: file.video.height, subjects: file.subjects };
}

/**
 * Returns the camera of a clip that follows a subject. Undefined if it stays in the middle.
 *
 * @param length seconds of the clip.
 */
export function cameraOf(
  location: ClipLocation,
  picture: FollowedPicture | undefined,
  output: OutputSize,
  { playback, length }: { readonly playback: Playback; readonly length: number },
): Camera | undefined {
  const asset = followedAssetOf(location.clip);
  if (!asset || !picture?.subjects) return undefined;
  const window = windowOf(location, picture, output);
  const shots = picture.subjects.shots.map((shot) => toCameraShot(shot, window));
  const isWhole = asset.type === 'image' || asset.loop === true;
  const [first, ...others] = isWhole ? shots : cutCamera(shots, playedRangeOf(playback, 0, length));
  return first && [first, ...others];
}

/** The middle of a picture. */
const MIDDLE = [0.5];
/** Decimals of a place. A ten-thousandth of a pixel does not show. */
const DECIMALS = 1e6;

function toCameraShot(shot: SubjectShot, window: CameraWindow): CameraShot {
  const { from, after } = shot;
  const { since = 0, x = MIDDLE, y = MIDDLE } = planCamera(shot, window) ?? {};
  const round = (places: readonly number[]): number[] =>
    places.map((place) => Math.round(place * DECIMALS) / DECIMALS);
  return { from, after, since: from + since * (1e6 / SUBJECT_RATE), x: round(x), y: round(y) };
}

/** Returns the part of a picture that fills the box of a clip. */
function windowOf(
  location: ClipLocation,
  { width, height }: FollowedPicture,
  output: OutputSize,
): CameraWindow {
  const canvas = canvasAround(location, output);
  const { clip } = location;
  const [across, down] = [(clip.width ?? canvas.width) / width, (clip.height ?? canvas.height) / height];
  const scale = Math.max(across, down);
  return { width: across / scale, height: down / scale };
}

/** Reports what the camera of a clip follows. `null` if that is unknown. */
export function reportFollow(picture: FollowedPicture | undefined): FollowReport | null {
  if (!picture?.subjects) return null;
  const { shots } = picture.subjects;
  return { subject: mainSubjectOf(shots) ?? null, shots: shots.length };
}

function mainSubjectOf(shots: readonly SubjectShot[]): SubjectKind | undefined {
  const seconds = new Map<SubjectKind, number>();
  for (const shot of shots) {
    const kind = subjectOf(shot);
    if (kind) seconds.set(kind, (seconds.get(kind) ?? 0) + shot.samples.length);
  }
  return [...seconds].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** Warns about an image from which nobody can be cut out. */
export function cutoutWarnings(location: ClipLocation, media: ReadonlyMap<string, Media>): Warning[] {
  const { asset } = location.clip;
  if (asset.type !== 'image' || !asset.cutout) return [];
  const file = media.get(asset.src);
  const warn = (text: string): Warning[] => [
    { field: formatPath([...clipPathOf(location), 'asset', 'cutout']), text },
  ];
  const shown = redactUrl(asset.src);
  if (file?.kind === 'vector') return warn(`Nothing is cut out, because ${shown} is a drawing.`);
  if (file?.kind !== 'still' || !file.isDeserted) return [];
  return warn(`No person was found in ${shown}, so nothing of it is visible.`);
}

/** Sides of the window that are less than this part of the picture away from it show all of it. */
const WHOLE = 0.999;

/** Warns about a clip whose camera follows nothing. */
export function followWarnings(
  location: ClipLocation,
  picture: FollowedPicture | undefined,
  output: OutputSize,
): Warning[] {
  const asset = followedAssetOf(location.clip);
  if (!asset || !picture) return [];
  const shown = redactUrl(asset.src);
  const warn = (text: string): Warning[] => [{ field: formatPath([...clipPathOf(location), 'fit']), text }];
  const { width, height } = windowOf(location, picture, output);
  if (Math.min(width, height) > WHOLE)
    return warn(
      `Nothing is cut off, because ${shown} has the shape of its box, so "follow" looks like "crop".`,
    );
  if (!picture.subjects) {
    return warn(`What ${shown} is about is not known yet. It is found when the edit is rendered.`);
  }
  if (mainSubjectOf(picture.subjects.shots)) return [];
  return warn(
    `No face, no person and nothing that moves or stands out was found in ${shown}, so its middle is shown, as with "crop".`,
  );
}
