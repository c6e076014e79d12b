import { KinoraError } from '../../base/errors.ts';

/** The kinds of hardware that encode H.264, where there are any. */
const BY_PLATFORM = {
  linux: ['nvenc', 'qsv', 'vaapi'],
  win32: ['nvenc', 'qsv'],
  darwin: ['videotoolbox'],
} as const;

/** The name of a kind of hardware encoder. */
export type HardwareName = (typeof BY_PLATFORM)[keyof typeof BY_PLATFORM][number];

/** The kinds of hardware encoders that a machine may have, in the order in which they are tried. */
export function hardwareKindsOf(platform: NodeJS.Platform): readonly HardwareName[] {
  return platform === 'linux' || platform === 'win32' || platform === 'darwin' ? BY_PLATFORM[platform] : [];
}

/**
 * The hardware encoder itself has failed, not what came before or after it: what it was to encode can still be encoded in software. The
 * cause is why.
 */
export class HardwareFailed extends KinoraError {
  constructor(cause: unknown) {
    super('render_crashed', 'The hardware encoder failed.', { cause });
    this.name = 'HardwareFailed';
  }
}
