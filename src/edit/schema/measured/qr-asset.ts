import { z } from 'zod';
import { AlphaBackground, AlphaColor, defineAsset, field, Text, WholePixels } from '../fields.ts';
import { DEFAULT_CORRECTION, QR_BYTES } from './qr-limits.ts';

const { low, medium, quartile, high } = QR_BYTES;
const ROOM = `${low} bytes (UTF-8) with the error correction "low", ${medium} with "medium", ${quartile} with "quartile", ${high} with "high"`;

export const QrAsset = defineAsset('qr', 'QR code.', {
  text: Text.min(1)
    .max(
      QR_BYTES.low,
      `is too long. A QR code holds at most ${ROOM}. Without "errorCorrection", it is "${DEFAULT_CORRECTION}"`,
    )
    .describe(`Text or address of the code, at least 1 character. At most ${ROOM}.`),
  errorCorrection: field(
    z.enum(['low', 'medium', 'quartile', 'high']),
    'How much of the code may be hidden: about 7 % with "low", 15 % with "medium", 25 % with "quartile", 30 % with "high". More of it makes the modules smaller.',
    DEFAULT_CORRECTION,
  ),
  modules: field(z.enum(['square', 'dot']), 'Shape of the modules of the code.', 'square'),
  color: field(
    AlphaColor,
    'Colour of the modules, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first).',
    '#000000',
  ),
  background: field(
    AlphaBackground,
    'Colour behind the modules and of the margin, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first), or "transparent".',
    '#ffffff',
  ),
  margin: field(
    z.int().min(0).max(20),
    'Empty modules on each side of the code, a whole number from 0 to 20. Readers expect 4.',
    4,
  ),
  width: field(WholePixels, 'Width of the box in whole pixels, 1 or more. Default: the viewport.'),
  height: field(WholePixels, 'Height of the box in whole pixels, 1 or more. Default: the viewport.'),
});

/** QR code. */
export type QrAsset = z.infer<typeof QrAsset>;
