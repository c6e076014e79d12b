import { z } from 'zod';
import { parseRequestBody } from '../request/read-request.ts';
import { createStoredName } from '../request/stored-name.ts';
import { unwrapRequest } from '../response/errors.ts';

const Colour = z
  .string()
  .regex(/^#([0-9a-f]{2})?[0-9a-f]{6}$/i, { error: 'must be a colour, such as #1a2b3c' });
const FileUrl = z
  .string()
  .max(4000)
  .regex(/^https?:\/\/[^\s\0]+$/i, { error: 'must be a URL that starts with http:// or https://' });

/** The brand of an account. */
export const Brand = z
  .strictObject({
    palettes: z
      .array(
        z
          .strictObject({
            name: createStoredName('palette'),
            colors: z.array(Colour).max(100).describe('The colours, #RRGGBB or #AARRGGBB, at most 100.'),
          })
          .meta({ id: 'Palette', description: 'Colours that belong together.' }),
      )
      .max(50)
      .default([])
      .describe('At most 50 palettes.'),
    fonts: z
      .array(
        z
          .strictObject({
            family: createStoredName('font').describe('The family, as the font file names it.'),
            src: FileUrl.optional().describe('URL of the font file. Default: a built-in font.'),
          })
          .meta({ id: 'BrandFont', description: 'A font of a brand.' }),
      )
      .max(50)
      .default([])
      .describe('At most 50 fonts.'),
    logos: z
      .array(
        z
          .strictObject({
            name: createStoredName('logo'),
            src: FileUrl.describe('URL of an image.'),
          })
          .meta({ id: 'Logo', description: 'A logo.' }),
      )
      .max(50)
      .default([])
      .describe('At most 50 logos.'),
  })
  .meta({ id: 'Brand', description: 'The palettes, fonts and logos of an account.' });

/** Reads a brand from the body of a request. Returns it as JSON text. @throws {InvalidRequest} with every problem. */
export function readBrand(body: unknown): string {
  return JSON.stringify(unwrapRequest(parseRequestBody(Brand, body)));
}
