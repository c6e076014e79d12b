import type { FastifyReply } from 'fastify';

/**
 * Sends a response in the envelope of the Edit API with status 200, and adds a stored JSON text as a
 * property. The text is inserted as it is: parsing and serializing megabytes of JSON would block other
 * requests.
 *
 * @param property The name of the property that gets the JSON text.
 * @param json The JSON text, or `undefined` to omit the property.
 */
export function sendWithJsonText(
  reply: FastifyReply,
  response: object,
  property: string,
  json: string | undefined,
): FastifyReply {
  const text = JSON.stringify(response);
  const whole = json === undefined ? text : `${text.slice(0, -1)},"${property}":${json}}`;
  return reply
    .type('application/json; charset=utf-8')
    .send(`{"success":true,"message":"OK","response":${whole}}`);
}

/** Wraps a successful response in the envelope of the Edit API. */
export function wrapResponse(message: 'OK' | 'Created', response: object): object {
  return { success: true, message, response };
}
