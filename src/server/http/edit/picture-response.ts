import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { KinoraError } from '../../../base/errors.ts';
import type { RenderedFrame } from '../../../edit/index.ts';
import { createHeader, rateLimitedHeaders } from '../openapi/operation.ts';
import { formatWarningsHeader, WARNINGS_HEADER } from '../response/warnings-header.ts';

/** The formats of pictures that are drawn on request, by media type. */
export const PICTURE_FORMATS = { 'image/png': 'png', 'image/jpeg': 'jpeg' } as const;
/** The media type of a picture. */
export type PictureType = keyof typeof PICTURE_FORMATS;
/** The supported types. A client that accepts all of them equally gets the first. */
const PICTURE_TYPES: PictureType[] = ['image/png', 'image/jpeg'];

const Warnings = createHeader(
  z.string().optional(),
  WARNINGS_HEADER,
  'Remarks on the edit, such as texts that do not fit: a JSON list of objects with `field` and `text`, in ASCII, at most 4000 bytes. Absent if there are none.',
);

/** Describes a response that is a picture. @param headers its own headers. */
export function describePicture(
  description: string,
  headers: Readonly<Record<string, z.ZodType>> = {},
): ZodOpenApiResponseObject {
  return {
    description,
    headers: rateLimitedHeaders.extend({ [WARNINGS_HEADER]: Warnings, ...headers }),
    content: { 'image/png': {}, 'image/jpeg': {} },
  };
}

/**
 * Chooses the type of a picture by the header `accept`.
 *
 * @throws {KinoraError} `not_acceptable` if the client accepts neither type.
 */
export function readPictureType(accept: string | undefined): PictureType {
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(PICTURE_TYPES);
  const type = PICTURE_TYPES.find((each) => each === best);
  if (type !== undefined) return type;
  const sentence = `The header accept must allow ${PICTURE_TYPES.join(' or ')}.`;
  throw new KinoraError('not_acceptable', sentence);
}

/** Sends a picture with its warnings. */
export function sendPicture(
  reply: FastifyReply,
  type: PictureType,
  { picture, warnings }: RenderedFrame,
): FastifyReply {
  if (warnings.length > 0) reply.header(WARNINGS_HEADER, formatWarningsHeader(warnings));
  return reply.type(type).header('vary', 'accept').send(picture);
}

/**
 * Parses a second of the timeline. Accepts any JSON number from 0: a computed time may have sixteen decimals or an
 * exponent. Returns NaN for other texts.
 */
export function parseMoment(text: string): number {
  return /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : NaN;
}
