/** The kinds of hardware that encode H.264, where there are any. */
const BY_PLATFORM = {
  linux: ['nvenc', 'qsv', 'vaapi'],
  win32: ['nvenc', 'qsv'],
  darwin: ['videotoolbox'],
} as const;

/** The name of a kind of hardware encoder. */
export type HardwareName = (typeof BY_PLATFORM)[keyof typeof BY_PLATFORM][number];

/** The kinds of hardware encoders that a machine may have, in the order in which they are tried. */
export function hardwareOf(platform: NodeJS.Platform): readonly HardwareName[] {
  return platform === 'linux' || platform === 'win32' || platform === 'darwin' ? BY_PLATFORM[platform] : [];
}
