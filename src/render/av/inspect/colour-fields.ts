import type { CodecParameters } from '../ffmpeg.ts';

type Names = Readonly<Record<number, string>>;

const RANGES: Names = { 1: 'tv', 2: 'pc' };
const SPACES: Names = {
  0: 'gbr',
  1: 'bt709',
  3: 'reserved',
  4: 'fcc',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'smpte240m',
  8: 'ycgco',
  9: 'bt2020nc',
  10: 'bt2020c',
  11: 'smpte2085',
  12: 'chroma-derived-nc',
  13: 'chroma-derived-c',
  14: 'ictcp',
  15: 'ipt-c2',
  16: 'ycgco-re',
  17: 'ycgco-ro',
};
const TRANSFERS: Names = {
  0: 'reserved',
  1: 'bt709',
  3: 'reserved',
  4: 'bt470m',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'smpte240m',
  8: 'linear',
  9: 'log100',
  10: 'log316',
  11: 'iec61966-2-4',
  12: 'bt1361e',
  13: 'iec61966-2-1',
  14: 'bt2020-10',
  15: 'bt2020-12',
  16: 'smpte2084',
  17: 'smpte428',
  18: 'arib-std-b67',
};
const PRIMARIES: Names = {
  0: 'reserved',
  1: 'bt709',
  3: 'reserved',
  4: 'bt470m',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'smpte240m',
  8: 'film',
  9: 'bt2020',
  10: 'smpte428',
  11: 'smpte431',
  12: 'smpte432',
  22: 'ebu3213',
};
const CHROMA_LOCATIONS: Names = {
  1: 'left',
  2: 'center',
  3: 'topleft',
  4: 'top',
  5: 'bottomleft',
  6: 'bottom',
};
const FIELD_ORDERS: Names = { 1: 'progressive', 2: 'tt', 3: 'bb', 4: 'tb', 5: 'bt' };

/**
 * Returns the colour tags and the field order of a video as ffprobe prints them. Unspecified tags are
 * absent.
 */
export function colourFields(parameters: CodecParameters): object {
  const { colorRange, colorSpace, colorTrc, colorPrimaries, chromaLocation } = parameters;
  // node-av has no property for the field order, but `toJSON` includes it.
  const { fieldOrder = 0 } = parameters.toJSON() as { fieldOrder?: number };
  return {
    ...namedField('color_range', RANGES, colorRange),
    ...namedField('color_space', SPACES, colorSpace),
    ...namedField('color_transfer', TRANSFERS, colorTrc),
    ...namedField('color_primaries', PRIMARIES, colorPrimaries),
    ...namedField('chroma_location', CHROMA_LOCATIONS, chromaLocation),
    ...namedField('field_order', FIELD_ORDERS, fieldOrder),
  };
}

function namedField(name: string, names: Names, value: number): object {
  const known = names[value];
  return known === undefined ? {} : { [name]: known };
}
