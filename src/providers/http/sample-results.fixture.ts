/** The smallest PNG: one pixel. */
export const SAMPLE_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The first box of an MP4, by which its type is known. */
export const SAMPLE_MP4 = Buffer.from('000000186674797069736f6d0000020069736f6d6d703431', 'hex');
