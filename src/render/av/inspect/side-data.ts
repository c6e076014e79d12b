import {
  AV_PKT_DATA_CONTENT_LIGHT_LEVEL,
  AV_PKT_DATA_CPB_PROPERTIES,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_PKT_DATA_DOVI_CONF,
  AV_PKT_DATA_MASTERING_DISPLAY_METADATA,
  type CodecParameters,
} from '../ffmpeg.ts';
import { DOLBY_VISION_BYTES, readDolbyVision } from '../input/dolby-vision.ts';

interface SideDataKind {
  readonly name: string;
  /** Minimum size in bytes. */
  readonly size: number;
  readonly read: (data: Buffer) => object;
}

/** The fixed-point value of 1 in the first two columns of a display matrix. */
const FIXED_POINT_ONE = 0x10000;

/** The kinds of side data that ffprobe prints, in FFmpeg's memory layout on the supported machines. */
const SIDE_DATA_KINDS: readonly (SideDataKind & { readonly type: number })[] = [
  { type: AV_PKT_DATA_DISPLAYMATRIX, name: 'Display Matrix', size: 36, read: readDisplayMatrix },
  { type: AV_PKT_DATA_CPB_PROPERTIES, name: 'CPB properties', size: 40, read: readBufferProperties },
  {
    type: AV_PKT_DATA_MASTERING_DISPLAY_METADATA,
    name: 'Mastering display metadata',
    size: 88,
    read: readMasteringDisplay,
  },
  {
    type: AV_PKT_DATA_CONTENT_LIGHT_LEVEL,
    name: 'Content light level metadata',
    size: 8,
    read: readContentLight,
  },
  {
    type: AV_PKT_DATA_DOVI_CONF,
    name: 'DOVI configuration record',
    size: DOLBY_VISION_BYTES,
    read: readDolbyVision,
  },
];

/** The four factors of the display matrix for each EXIF orientation. The first entry is for orientation 1. */
const ORIENTATION_TURNS: readonly (readonly [number, number, number, number])[] = [
  [1, 0, 0, 1],
  [-1, 0, 0, 1],
  [-1, 0, 0, -1],
  [1, 0, 0, -1],
  [0, 1, 1, 0],
  [0, 1, -1, 0],
  [0, -1, -1, 0],
  [0, -1, 1, 0],
];
/** The fixed-point value of 1 in the last column of a display matrix. */
const LAST_COLUMN_ONE = 0x40000000;

/** Creates the display matrix of an EXIF orientation. @param orientation 1 to 8. */
export function createOrientationMatrix(orientation: number): object {
  const [a, b, c, d] = (ORIENTATION_TURNS[orientation - 1] ?? [1, 0, 0, 1]).map(
    (number) => number * FIXED_POINT_ONE,
  );
  return {
    side_data_type: 'Display Matrix',
    ...matrixFields([a, b, 0, c, d, 0, 0, 0, LAST_COLUMN_ONE].map((number) => number ?? 0)),
  };
}

/**
 * Returns the `side_data_list` of ffprobe, which contains the rotation; no field if there is no side data.
 */
export function sideDataOf(parameters: CodecParameters): object {
  const list = SIDE_DATA_KINDS.flatMap(({ type, name, size, read }) => {
    const data = parameters.getCodedSideData(type as never);
    return data && data.length >= size ? [{ side_data_type: name, ...read(data) }] : [];
  });
  return list.length > 0 ? { side_data_list: list } : {};
}

function readDisplayMatrix(data: Buffer): object {
  const numbers = Array.from({ length: 9 }, (_, index) => data.readInt32LE(index * 4));
  return matrixFields(numbers);
}

function matrixFields(numbers: readonly number[]): object {
  return { displaymatrix: formatMatrixRows(numbers), rotation: rotationOf(numbers) };
}

/** Formats three numbers per row, with the row number in front, as ffprobe does. */
function formatMatrixRows(numbers: readonly number[]): string {
  const lines = [0, 3, 6].map((at) => {
    const cells = numbers.slice(at, at + 3).map((number) => ` ${String(number).padStart(11)}`);
    return `${String(at / 3).padStart(8, '0')}: ${cells.join('')}\n`;
  });
  return `\n${lines.join('')}`;
}

/** Returns the rotation in whole degrees counterclockwise, -180 to 180; 0 for a degenerate matrix. */
function rotationOf([a = 0, b = 0, , c = 0, d = 0]: readonly number[]): number {
  const [scaleX, scaleY] = [
    Math.hypot(a / FIXED_POINT_ONE, c / FIXED_POINT_ONE),
    Math.hypot(b / FIXED_POINT_ONE, d / FIXED_POINT_ONE),
  ];
  if (scaleX === 0 || scaleY === 0) return 0;
  const degrees = (Math.atan2(b / FIXED_POINT_ONE / scaleY, a / FIXED_POINT_ONE / scaleX) * 180) / Math.PI;
  return Math.trunc(-degrees) || 0;
}

function readBufferProperties(data: Buffer): object {
  const [max, min, average, buffer] = [0, 8, 16, 24].map((at) => Number(data.readBigInt64LE(at)));
  return {
    max_bitrate: max,
    min_bitrate: min,
    avg_bitrate: average,
    buffer_size: buffer,
    vbv_delay: Number(data.readBigInt64LE(32)),
  };
}

function readMasteringDisplay(data: Buffer): object {
  const at = (index: number) => `${data.readInt32LE(index * 8)}/${data.readInt32LE(index * 8 + 4)}`;
  const [hasPrimaries, hasLuminance] = [data.readInt32LE(80) !== 0, data.readInt32LE(84) !== 0];
  return {
    ...(hasPrimaries && {
      red_x: at(0),
      red_y: at(1),
      green_x: at(2),
      green_y: at(3),
      blue_x: at(4),
      blue_y: at(5),
      white_point_x: at(6),
      white_point_y: at(7),
    }),
    ...(hasLuminance && { min_luminance: at(8), max_luminance: at(9) }),
  };
}

function readContentLight(data: Buffer): object {
  return { max_content: data.readUInt32LE(0), max_average: data.readUInt32LE(4) };
}
