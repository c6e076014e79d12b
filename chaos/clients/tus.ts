import type { Api } from './api.ts';
import type { Sending } from './order.ts';

const PROTOCOL = { 'tus-resumable': '1.0.0' };

/**
 * Uploads bytes by tus in two pieces, and asks for the offset after each failure. Creates another upload if the
 * server does not know the first.
 *
 * @returns the id of the source.
 */
export async function uploadByTus(
  api: Api,
  key: string,
  { body, bytes }: Extract<Sending, { bytes: Buffer }>,
): Promise<string> {
  const { outputs } = body as { readonly outputs: object };
  const metadata = `outputs ${Buffer.from(JSON.stringify(outputs)).toString('base64')}`;
  for (;;) {
    const created = await api.send({
      method: 'POST',
      path: '/ingest/v1/tus',
      key,
      headers: { ...PROTOCOL, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    });
    const [location, id] = [created.headers.get('location'), created.headers.get('x-kinora-source')];
    if (created.status !== 201 || location === null || id === null)
      throw new Error(`The creation of an upload was answered ${created.status} ${created.text}.`);
    if (await sendBytes(api, key, location, bytes)) return id;
  }
}

/** Sends the bytes. Returns false if the server does not know the upload. */
async function sendBytes(api: Api, key: string, path: string, bytes: Buffer): Promise<boolean> {
  for (let offset = 0; offset < bytes.length;) {
    const end = offset === 0 ? Math.ceil(bytes.length / 2) : bytes.length;
    const answer = await api.try({
      method: 'PATCH',
      path,
      key,
      body: bytes.subarray(offset, end),
      headers: {
        ...PROTOCOL,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
    });
    if (answer?.status === 204) offset = Number(answer.headers.get('upload-offset'));
    else {
      const head = await api.send({ method: 'HEAD', path, key, headers: PROTOCOL });
      if (head.status === 404 || head.status === 410) return false;
      offset = Number(head.headers.get('upload-offset') ?? 0);
    }
  }
  return true;
}
