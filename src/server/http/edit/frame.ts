import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { KinoraError } from '../../../base/errors.ts';
import { problemAt } from '../../../edit/index.ts';
import { callerOf } from '../auth.ts';
import { InvalidRequest } from '../errors.ts';
import type { FrameWish } from '../inspection.ts';
import { type JsonBody, requireBody } from '../json-body.ts';
import type { ServerParts } from '../parts.ts';
import type { QueryValue } from '../request.ts';
import { askerOf } from './asker.ts';

const FORMATS = { 'image/png': 'png', 'image/jpeg': 'jpeg' } as const;
type PictureType = keyof typeof FORMATS;
/** The first is for clients that take both. */
const TYPES: PictureType[] = ['image/png', 'image/jpeg'];

/** `POST /frame?at=3.2` of the Edit API: one moment of an edit as a picture. */
export function frameRoute(scope: FastifyInstance, { inspection }: ServerParts): void {
  scope.post<{ Body: JsonBody | undefined; Querystring: { at?: QueryValue } }>(
    '/frame',
    async (request, reply) => {
      const type = readType(request.headers.accept);
      const wish: FrameWish = {
        at: readAt(request.query.at),
        format: FORMATS[type],
        watermark: callerOf(request).stage === 'stage',
      };
      const { text } = requireBody(request.body);
      const edit = await scope.check('readMoment', text, String(wish.at));
      const picture = await inspection.frame(edit, wish, askerOf(request, reply));
      return reply.type(type).header('vary', 'accept').send(picture);
    },
  );
}

function readType(accept: string | undefined): PictureType {
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(TYPES);
  const type = TYPES.find((each) => each === best);
  if (type !== undefined) return type;
  const sentence = `A frame is sent as ${TYPES.join(' or ')}, and the header accept allows neither.`;
  throw new KinoraError('not_acceptable', sentence);
}

function readAt(value: QueryValue | undefined): number {
  // As a JSON number is written: a client that divides has sixteen decimals, or an exponent.
  const written = typeof value === 'string' && /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value);
  if (written && Number.isFinite(Number(value))) return Number(value);
  const phrase =
    value === undefined
      ? 'is required: the moment in seconds, such as ?at=3.2'
      : 'must be one number of seconds from 0, such as 3.2';
  throw new InvalidRequest([problemAt(['at'], value === undefined ? 'required' : 'wrong_form', phrase)]);
}
