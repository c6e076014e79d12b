import { execFileSync } from 'node:child_process';

/** A video file, or pictures without loss as bench/finished.ts writes them. */
export interface Shown {
  readonly file: string;
  /** Given where the file has pictures alone. */
  readonly raw?: { readonly width: number; readonly height: number };
}

/**
 * How alike the pictures of two videos are: FFmpeg's SSIM over all planes, the mean of all pictures.
 *
 * @returns 1 for the same.
 * @throws when one of them cannot be read.
 */
export function likeness(one: Shown, other: Shown): number {
  const input = ({ file, raw }: Shown) => [
    ...(raw ? ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${raw.width}x${raw.height}`, '-r', '25'] : []),
    ...['-i', file],
  ];
  const numbered = (index: number) => `[${index}:v]settb=1/25,setpts=N[v${index}]`;
  const filters = `${numbered(0)};${numbered(1)};[v0][v1]ssim`;
  const args = ['-v', 'info', ...input(one), ...input(other), '-lavfi', filters, '-f', 'null', '-'];
  const said = execFileSync('sh', ['-c', 'ffmpeg "$@" 2>&1', 'ffmpeg', ...args], { encoding: 'utf8' });
  const all = /All:([\d.]+)/.exec(said)?.[1];
  if (all === undefined) throw new Error(`The videos cannot be compared:\n${said.slice(-2000)}`);
  return Number(all);
}
