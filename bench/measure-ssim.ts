import { execFileSync } from 'node:child_process';

/** A video file, or pictures without loss as bench/record-frames.ts writes them. */
export interface ComparedVideo {
  readonly file: string;
  /** Given where the file has pictures alone. */
  readonly rawSize?: { readonly width: number; readonly height: number };
}

/**
 * How alike the pictures of two videos are: FFmpeg's SSIM over all planes, the mean of all pictures.
 *
 * @returns 1 for the same.
 * @throws when one of them cannot be read.
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
  if (all === undefined) throw new Error(`The videos cannot be compared:\n${output.slice(-2000)}`);
  return Number(all);
}
