import { z } from 'zod';
import { field } from '../fields.ts';

/** The number of the sound track of a file that is heard. */
export const AudioTrackField = field(
  z.int().min(1),
  'Number of the sound track of the file to play, from 1. Default: the one that the file marks as its default.',
);

/** The channels of a sound. */
export const ChannelsField = field(
  z.enum(['stereo', 'left', 'right', 'mono', 'swap']),
  'Channels to hear: "left" or "right" plays one of them on both sides, "mono" their average on both sides, and "swap" exchanges them.',
  'stereo',
);
