import { KinoraError } from '../../base/errors.ts';

/** The kinds of H.264 hardware encoders by platform, in the order in which they are tried. */
const BY_PLATFORM = {
  linux: ['nvenc', 'qsv', 'vaapi'],
  win32: ['nvenc', 'qsv'],
  darwin: ['videotoolbox'],
} as const;

/** The name of a kind of hardware encoder. */
export type HardwareName = (typeof BY_PLATFORM)[keyof typeof BY_PLATFORM][number];

/** The name of each kind of hardware in messages. */
export const HARDWARE_LABELS: Readonly<Record<HardwareName, string>> = {
  nvenc: 'NVENC',
  qsv: 'Quick Sync',
  vaapi: 'VA-API',
  videotoolbox: 'VideoToolbox',
};

/** Returns the kinds of hardware encoders that a platform can have, in the order in which they are tried. */
export function hardwareKindsOf(platform: NodeJS.Platform): readonly HardwareName[] {
  return platform === 'linux' || platform === 'win32' || platform === 'darwin' ? BY_PLATFORM[platform] : [];
}

/** A failure of the hardware encoder itself. Encoding the same video in software can still succeed. */
export class HardwareFailed extends KinoraError {
  /** @param cause the error of the encoder. */
  constructor(cause: unknown) {
    super('render_crashed', 'The hardware encoder failed.', { cause });
    this.name = 'HardwareFailed';
  }
}
