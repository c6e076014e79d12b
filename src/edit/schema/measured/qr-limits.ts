/**
 * Maximum number of bytes (UTF-8) of the text of a QR code of the largest version, by its error correction
 * (ISO/IEC 18004, version 40).
 */
export const QR_BYTES = { low: 2953, medium: 2331, quartile: 1663, high: 1273 } as const;

/** The error correction of a QR code that sets none. */
export const DEFAULT_CORRECTION = 'medium';
