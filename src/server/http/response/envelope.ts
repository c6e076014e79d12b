import type { FastifyReply } from 'fastify';

/**
 * Answers 200 with the Edit API's envelope around a response, and with a stored JSON text in it. The text is put in as it is: to
 * read and to write it again would hold up every other request where it is megabytes.
 *
 * @param json the text, or `undefined` to leave the property out.
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

/** The envelope of an answer that is not an error. */
export function wrapResponse(message: 'OK' | 'Created', response: object): object {
  return { success: true, message, response };
}
