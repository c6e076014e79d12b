import type { CameraPose } from './camera-move.ts';
import type { SizeInPixels } from './video-size.ts';

/** Pixels by which the picture extends beyond the video at least, so that no rounding uncovers an edge. */
const BLEED = 0.01;

/** Returns the size of a picture that is as large as possible and still fits in a video as a whole. */
export function fitInVideo(image: SizeInPixels, video: SizeInPixels): SizeInPixels {
  const factor = Math.min(video.width / image.width, video.height / image.height);
  return { width: image.width * factor, height: image.height * factor };
}

/**
 * Returns the smallest factor on the size of a picture with which it covers all of the video in a pose. The zoom
 * of the pose is not counted.
 */
export function coverVideo(picture: SizeInPixels, video: SizeInPixels, pose: CameraPose): number {
  const angle = (pose.angle * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const factors = CORNERS.map(({ x, y }) => {
    // The corner of the video, seen from the centre of the picture. y points down.
    const right = x * (video.width / 2 + BLEED) - pose.x * video.width;
    const down = y * (video.height / 2 + BLEED) + pose.y * video.height;
    const [across, along] = [right * cosine + down * sine, down * cosine - right * sine];
    return Math.max(Math.abs(across) / (picture.width / 2), Math.abs(along) / (picture.height / 2));
  });
  return Math.max(...factors);
}

const CORNERS = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: -1, y: 1 },
  { x: 1, y: 1 },
];
