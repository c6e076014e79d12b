import { execFileSync } from 'node:child_process';

/** A video file, or lossless pictures in the format of bench/record-frames.ts. */
export interface ComparedVideo {
  readonly file: string;
  /** Only for files of lossless pictures. */
  readonly rawSize?: { readonly width: number; readonly height: number };
}

/**
 * Measures the similarity of two videos: FFmpeg's SSIM over all planes, averaged over all pictures.
 *
 * @returns 1 if they are identical.
 * @throws if one of them cannot be read.
 */
export function measureSsim(one: ComparedVideo, other: ComparedVideo): number {
  const input = ({ file, rawSize }: ComparedVideo) => [
    ...(rawSize
      ? ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${rawSize.width}x${rawSize.height}`, '-r', '25']
      : []),
    '-i',
    file,
  ];
  const numbered = (index: number) => `[${index}:v]settb=1/25,setpts=N[v${index}]`;
  const filters = `${numbered(0)};${numbered(1)};[v0][v1]ssim`;
  const args = ['-v', 'info', ...input(one), ...input(other), '-lavfi', filters, '-f', 'null', '-'];
  const output = execFileSync('sh', ['-c', 'ffmpeg "$@" 2>&1', 'ffmpeg', ...args], { encoding: 'utf8' });
  const all = /All:([\d.]+)/.exec(output)?.[1];
  if (all === undefined) throw new Error(`FFmpeg could not compare the videos:\n${output.slice(-2000)}`);
  return Number(all);
}
