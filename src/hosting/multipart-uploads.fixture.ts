import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

/**
 * Adds what the S3 server of the tests lacks: lists of parts, the end of an upload, and errors for an upload
 * that does not exist.
 *
 * @param directory the folder in which the server keeps its bucket.
 * @returns a handler that returns false if the server must respond itself.
 */
export function handleMultipartUploads(directory: string) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('uploadId');
    if (id === null) return false;
    const folder = join(directory, '._S3rver_uploads', id);
    const answer = (status: number, body = ''): void => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
    };
    if (!existsSync(folder)) answer(404, '<Error><Code>NoSuchUpload</Code><Message>Gone.</Message></Error>');
    else if (request.method === 'GET') void listParts(folder).then((parts) => answer(200, parts));
    else if (request.method === 'DELETE') void rm(folder, { recursive: true }).then(() => answer(204));
    else return false;
    return true;
  };
}

async function listParts(folder: string): Promise<string> {
  const numbers = (await readdir(folder)).filter((name) => /^\d+$/.test(name));
  const parts = await Promise.all(
    numbers.map(async (number) => {
      const { size } = await stat(join(folder, number));
      return `<Part><PartNumber>${number}</PartNumber><ETag>"${number}"</ETag><Size>${size}</Size></Part>`;
    }),
  );
  return `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`;
}
