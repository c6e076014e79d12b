import type { CameraMove } from './camera-move.ts';
import { readCameraWords } from './read-camera-words.ts';
import type { SizeInPixels } from './video-size.ts';

const NO_MOVE: CameraMove = { zoom: 0, pan: 0, tilt: 0, roll: 0 };

/** Drift of the camera while it pushes in, as a fraction of a pan. */
const DRIFT = 0.4;

/**
 * Chooses how the camera moves. If the prompt names no movement, the camera pushes in and drifts: to the right
 * over a wide image, else up, where the face of a portrait is. Movements that the prompt forbids are left out.
 */
export function chooseMove(prompt: string | undefined, image: SizeInPixels): CameraMove {
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
