import { SAMPLE_RATE } from '../../../base/time.ts';

/** The `parameters` of a filter chain for 48 kHz stereo floats. */
export const STEREO_INPUT = `time_base=1/${SAMPLE_RATE}:sample_rate=${SAMPLE_RATE}:sample_fmt=fltp:channel_layout=stereo`;
