import type { OutboundResponse } from './outbound.ts';

/**
 * Reads the body of a response as text, without a byte order mark.
 *
 * @param createTooLongError creates the error to throw if the body has more than `maxBytes`.
 */
export async function readText(
  response: OutboundResponse,
  maxBytes: number,
  createTooLongError: () => Error,
): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, maxBytes, createTooLongError));
}

/** Reads the body of a response. @param createTooLongError as for {@link readText}. */
export async function readBytes(
  { body }: OutboundResponse,
  maxBytes: number,
  createTooLongError: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early destroys the body, which emits an error event. That is expected here.
  body.on('error', () => undefined);
  // The stream has no encoding set, so its chunks are buffers.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw createTooLongError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
