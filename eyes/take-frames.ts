import { type ClipJson, editOfTracks, type EditOptions, FPS } from './edits.ts';
import type { Kinora, Picture } from './measure.ts';

/**
 * Renders an edit and returns frames of the video.
 *
 * @param indexes the frames, from 0.
 * @throws if the video is shorter.
 */
export async function takeFrames(
  kinora: Kinora,
  edit: object,
  indexes: readonly number[],
): Promise<Picture[]> {
  const file = await kinora.render(edit, 'frames.mp4');
  const frames = await kinora.frames(file);
  return indexes.map((index) => {
    const frame = frames[index];
    if (!frame) throw new Error(`The video has ${frames.length} frames, so frame ${index} is missing.`);
    return frame;
  });
}

/** Length of a scene of {@link drawScenes}, in frames, and the frame that is taken. */
const SCENE_FRAMES = 5;
const TAKEN = 2;

/**
 * Draws many pictures with one render: a video with one short scene for each.
 *
 * @param scenes the clips of each track of each scene, lowest track first, without their times.
 */
export function drawScenes(
  kinora: Kinora,
  scenes: readonly (readonly (readonly ClipJson[])[])[],
  options: EditOptions,
): Promise<Picture[]> {
  const length = SCENE_FRAMES / FPS;
  const count = Math.max(...scenes.map((tracks) => tracks.length));
  const tracks = Array.from({ length: count }, (_, track) =>
    scenes.flatMap((scene, index) =>
      (scene[track] ?? []).map((clip) => ({ ...clip, start: (index * SCENE_FRAMES) / FPS, length })),
    ),
  );
  const indexes = scenes.map((_, index) => index * SCENE_FRAMES + TAKEN);
  return takeFrames(
    kinora,
    editOfTracks(
      tracks.filter((clips) => clips.length > 0),
      options,
    ),
    indexes,
  );
}
