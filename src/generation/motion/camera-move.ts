/** The movement of the camera over a picture. A part of 0 stays as it is. */
export interface CameraMove {
  /** 1 moves towards the picture, -1 away from it. */
  readonly zoom: -1 | 0 | 1;
  /** 1 moves the camera to the right, -1 to the left. A fraction moves it less far. */
  readonly pan: number;
  /** 1 moves the camera up, -1 down. A fraction moves it less far. */
  readonly tilt: number;
  /** 1 turns the picture clockwise, -1 anticlockwise. */
  readonly roll: -1 | 0 | 1;
}

/** The place of the picture before the camera at one moment. */
export interface CameraPose {
  /** Factor on the size of the picture, 1 or more. */
  readonly zoom: number;
  /** Offset of the picture as a fraction of the video's width. Positive moves the picture right. */
  readonly x: number;
  /** Offset of the picture as a fraction of the video's height. Positive moves the picture up. */
  readonly y: number;
  /** Degrees clockwise. */
  readonly angle: number;
}

/** The strongest motion that can be asked for. All distances are in proportion to it. */
const MOST_MOTION = 255;

/** The distances of the strongest motion. */
const FARTHEST = {
  /** The part that a zoom adds to the size of the picture. */
  zoom: 0.4,
  /** Distance of a pan and of a tilt, as a fraction of the video's width or height. */
  travel: 0.3,
  /** Degrees of a turn. */
  angle: 10,
};

/**
 * Returns the pose of the camera at one moment of a move.
 *
 * @param motion how far the camera moves, 1 to 255.
 * @param progress elapsed fraction of the move, 0 to 1.
 */
export function poseAt(move: CameraMove, motion: number, progress: number): CameraPose {
  const strength = motion / MOST_MOTION;
  const closeness = move.zoom === 0 ? 0 : move.zoom > 0 ? progress : 1 - progress;
  const distance = FARTHEST.travel * strength * travelAt(move.zoom, progress);
  return {
    zoom: 1 + FARTHEST.zoom * strength * closeness,
    x: -move.pan * distance,
    y: -move.tilt * distance,
    angle: move.roll * FARTHEST.angle * strength * progress,
  };
}

/**
 * Returns how far a pan has come, as a fraction of its full distance from the middle of the picture. A pan runs
 * from one side of the middle to the other. With a zoom, the pan runs half as far, and the wide end of the zoom
 * is in the middle, because there the whole picture is visible and the camera has no room.
 */
function travelAt(zoom: CameraMove['zoom'], progress: number): number {
  switch (zoom) {
    case 0:
      return progress - 0.5;
    case 1:
      return progress / 2;
    case -1:
      return (progress - 1) / 2;
  }
}
