import { writeFile } from 'node:fs/promises';
import { fromRatio, SAMPLE_RATE } from '../../../base/time.ts';
import { AudioReader } from '../../av/sound/audio-reader.ts';
import type { RemoveColour } from '../../av/video/piece-converter.ts';
import { KeyedFrame } from '../../compose/chroma-key/keyed-frame.ts';
import { PicturePieces } from '../../encode/pieces/picture-pieces.ts';
import type { PieceWriter } from '../../encode/pieces/piece-writer.ts';
import { type DividedSound, SoundPieces } from '../../encode/pieces/sound-pieces.ts';
import type { AudioTrack, Media } from '../../media/media.ts';
import { FilteredSound } from '../../mix/filtered-sound.ts';
import type { ResolvedChromaKey } from '../../resolve/chroma-key.ts';
import { readExact } from '../../scene/layered-timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { FrameCutter } from '../../subject/frame-cutter.ts';
import type { PieceRequest, PieceSource, PlayedSound } from '../produce-job.ts';
import type { ChildState } from './child-state.ts';

/** Writes a piece of a source. The file is empty if the source ends before the piece. */
export async function writePiece(
  state: ChildState,
  { piece, ...source }: PieceRequest,
  path: string,
): Promise<void> {
  const { pieces } = state.output;
  const key = JSON.stringify(source);
  const writer = pieces.get(key) ?? (await openPieces(state, source));
  pieces.set(key, writer);
  if (!(await writer.write(piece, path))) await writeFile(path, '');
}

async function openPieces(
  { prepared }: ChildState,
  { src, stream, size, key, cutout, played }: PieceSource,
): Promise<PieceWriter> {
  const media = prepared?.get(src);
  if (size) {
    const video = media && 'video' in media ? media.video : undefined;
    if (!video) throw new Error('The source has no pictures.');
    const removeColour = key && removeKey(key, size, size.width / video.width);
    if (!cutout) return await PicturePieces.open(video, size, { removeColour });
    return await PicturePieces.open({ ...video, alpha: true }, size, {
      removeColour,
      cutter: new FrameCutter(video, cutout.feather),
    });
  }
  const sound = listSounds(media).find(({ location }) => location.stream === stream);
  if (!sound) throw new Error('The source has no such sound.');
  return new SoundPieces(played === undefined ? divideTrack(sound) : divideClip(sound, played));
}

/** Returns a function that removes the colour of a chroma key. @param scale pixels per pixel of the source. */
function removeKey(key: ResolvedChromaKey, size: PixelSize, scale: number): RemoveColour {
  const keyed = new KeyedFrame(key, size, scale);
  return (planes) => {
    keyed.read(planes);
    const { width } = size;
    const { y, u, v, alpha } = keyed;
    for (const [plane, samples] of [
      [planes.y, y],
      [planes.u, u],
      [planes.v, v],
      [planes.alpha, alpha],
    ] as const)
      for (let row = 0; plane && row < size.height; row++)
        plane.data.set(samples.subarray(row * width, (row + 1) * width), row * plane.stride);
  };
}

/** Divides a sound as it is in its file. */
function divideTrack({ location, duration }: AudioTrack): DividedSound {
  return {
    samples: duration?.mul(SAMPLE_RATE).ceil().valueOf(),
    open: (from) => AudioReader.open(location, fromRatio(from, SAMPLE_RATE)),
  };
}

/** Divides a sound as a clip plays it. */
function divideClip(track: AudioTrack, written: unknown): DividedSound {
  // The cast is safe: `replaceSound` has written it.
  const { samples, ...played } = readExact(written) as PlayedSound;
  return { samples, open: (from) => FilteredSound.open({ ...played, track }, from) };
}

/** Lists the sound tracks of a file. */
export function listSounds(media: Media | undefined): readonly AudioTrack[] {
  return media?.kind === 'av' ? [...(media.audio ? [media.audio] : []), ...(media.audioTracks ?? [])] : [];
}
