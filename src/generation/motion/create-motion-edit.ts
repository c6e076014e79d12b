import type { VideoOptions } from '../../create/model.ts';
import type { Clip, Edit, Tween } from '../../edit/model.ts';
import { type CameraPose, poseAt, type CameraMove } from './camera-move.ts';
import { coverVideo, fitInVideo } from './cover-video.ts';
import { easeMove } from './ease-move.ts';
import { readCameraWords } from './read-camera-words.ts';
import { type SizeInPixels, videoSizeOf } from './video-size.ts';

const NO_MOVE: CameraMove = { zoom: 0, pan: 0, tilt: 0, roll: 0 };

/** Drift of the camera while it pushes in, as a fraction of a pan. */
const DRIFT = 0.4;

/**
 * Chooses how the camera moves. If the prompt names no movement, the camera pushes in and drifts: to the right
 * over a wide image, else up, where the face of a portrait is. Movements that the prompt forbids are left out.
 */
function chooseMove(prompt: string | undefined, image: SizeInPixels): CameraMove {
  const { wanted, forbidden } = readCameraWords(prompt ?? '');
  if (Object.keys(wanted).length > 0) return { ...NO_MOVE, ...wanted };
  const isWide = image.width > image.height;
  return {
    ...NO_MOVE,
    zoom: forbidden.has('zoom') ? 0 : 1,
    pan: isWide && !forbidden.has('pan') ? DRIFT : 0,
    tilt: !isWide && !forbidden.has('tilt') ? DRIFT : 0,
  };
}

/** Seconds of a video that asks for no duration. */
const LENGTH = 4;
/**
 * Frames per second. It is the default of an edit, which therefore shows each frame once. The times of the frames
 * are also exact decimals, so a tween can start at each of them.
 */
const FRAME_RATE = 25;

const DEFAULT_MOTION = 127;
const DEFAULT_GUIDANCE_SCALE = 1.8;

/**
 * Creates the edit that makes a video from an image: a camera moves over the still. The same image and options
 * always give the same edit. The video has no sound and never shows an edge of the image.
 *
 * @param image size of the image in pixels, upright.
 * @param src URL of the image in the edit.
 */
export function createMotionEdit(image: SizeInPixels, options: VideoOptions, src: string): Edit {
  const size = videoSizeOf(image, options.aspectRatio);
  const frames = Math.max(2, Math.ceil((options.seconds ?? LENGTH) * FRAME_RATE));
  const clip: Clip = {
    asset: { type: 'image', src },
    start: 0,
    length: frames / FRAME_RATE,
    fit: 'contain',
    ...placePicture(image, size, frames - 1, options),
  };
  return {
    timeline: { tracks: [{ clips: [clip] }] },
    output: { format: 'mp4', size, fps: FRAME_RATE, quality: 'veryhigh', mute: true },
  };
}

/** A moment of the move and the pose in which the camera then is. */
interface Moment {
  readonly frame: number;
  readonly pose: CameraPose;
}

/** Returns the animated placement of the picture in the video. */
function placePicture(
  image: SizeInPixels,
  video: SizeInPixels,
  lastFrame: number,
  { prompt, motion = DEFAULT_MOTION, guidanceScale = DEFAULT_GUIDANCE_SCALE }: VideoOptions,
): Pick<Clip, 'scale' | 'offset' | 'transform'> {
  const move = chooseMove(prompt, image);
  // The last frame shows the end of the move.
  const moments = momentsOf(guidanceScale, lastFrame).map((frame) => {
    const progress = easeMove(guidanceScale, frame / lastFrame);
    return { frame, pose: poseAt(move, motion, progress) };
  });
  const picture = fitInVideo(image, video);
  const enlargement = Math.max(...moments.map(({ pose }) => coverVideo(picture, video, pose) / pose.zoom));
  return {
    scale: animate(moments, ({ zoom }) => zoom * enlargement),
    offset: { x: animate(moments, ({ x }) => x), y: animate(moments, ({ y }) => y) },
    transform: { rotate: { angle: animate(moments, ({ angle }) => angle) } },
  };
}

/** Returns the frames at which the numbers of a move are worked out. In between, they change evenly. */
function momentsOf(guidanceScale: number, lastFrame: number): number[] {
  if (guidanceScale === 0) return [0, lastFrame];
  return Array.from({ length: lastFrame + 1 }, (_, frame) => frame);
}

/** Returns a number of each moment as tweens. If it never changes, returns the number. */
function animate(moments: readonly Moment[], numberOf: (pose: CameraPose) => number): number | Tween[] {
  const values = moments.map(({ frame, pose }) => ({ frame, value: round(numberOf(pose)) }));
  const [first, ...others] = values;
  if (!first || others.every(({ value }) => value === first.value)) return first?.value ?? 0;
  return others.map(({ frame, value: to }, index) => {
    const from = values[index] ?? first;
    return {
      from: from.value,
      to,
      start: from.frame / FRAME_RATE,
      length: (frame - from.frame) / FRAME_RATE,
    };
  });
}

/** Rounds to a millionth, which is far less than a pixel. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
