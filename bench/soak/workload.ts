import { mkdir, copyFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { makeFile } from '../media.ts';
import { listenLocally, serveFolder } from '../burst/serve-folder.ts';

/** Number of addresses of each source, so that the cache is filled and used. */
const ADDRESSES = 20;

/** Small edits of several kinds, with the server of their sources and the receiver of their callbacks. */
export interface SoakWorkload extends AsyncDisposable {
  /** Returns the edit with the given number. */
  edit(index: number): object;
  /** Returns the kind of this edit, such as `mp4`. */
  kindOf(index: number): string;
  /** Number of renders whose callback has arrived. */
  readonly notified: number;
  /** Number of callbacks that arrived more than once. */
  readonly repeated: number;
}

/**
 * Starts the servers.
 *
 * @param folder an empty folder.
 */
export async function startWorkload(folder: string): Promise<SoakWorkload> {
  await makeSources(folder);
  const sources = await serveFolder(folder);
  const heard = new Set<string>();
  let repeated = 0;
  const hear = async (request: IncomingMessage): Promise<void> => {
    const { type, id } = (await json(request)) as { type: string; id: string };
    // Each hosted file has a callback of its own.
    if (type !== 'edit') return;
    if (heard.has(id)) repeated++;
    heard.add(id);
  };
  const callbacks = await listenLocally(
    createServer((request, response) => {
      void hear(request).finally(() => response.end());
    }),
  );
  return {
    edit: (index) => ({
      ...KINDS[index % KINDS.length]?.[1](
        (name) => `${sources.url}/${name}?address=${index % ADDRESSES}`,
        `Number ${index}`,
      ),
      callback: `${callbacks.url}/done`,
    }),
    kindOf: (index) => KINDS[index % KINDS.length]?.[0] ?? '',
    get notified() {
      return heard.size;
    },
    get repeated() {
      return repeated;
    },
    async [Symbol.asyncDispose]() {
      await sources[Symbol.asyncDispose]();
      await callbacks[Symbol.asyncDispose]();
    },
  };
}

/** Puts sources into a folder, made with FFmpeg: two seconds of video with sound, a picture and a sound. */
export async function makeSources(folder: string): Promise<void> {
  const [picture, sound] = ['testsrc2=size=320x180:rate=24:duration=2', 'sine=frequency=330:duration=2'].map(
    (source) => ['-f', 'lavfi', '-i', source],
  ) as [string[], string[]];
  const made = {
    'clip.mp4': await makeFile('soak.mp4', [...picture, ...sound, '-pix_fmt', 'yuv420p', '-shortest']),
    'picture.png': await makeFile('soak.png', [...picture, '-frames:v', '1']),
    'sound.mp3': await makeFile('soak.mp3', sound),
  };
  await mkdir(folder, { recursive: true });
  for (const [name, path] of Object.entries(made)) await copyFile(path, join(folder, name));
}

type AddressOf = (name: string) => string;

const OUTPUT = { fps: 12, size: { width: 320, height: 180 } };

function textOf(text: string): object {
  return { asset: { type: 'text', text, font: { family: 'Montserrat', size: 24 } }, start: 0, length: 1 };
}

function createVideo(at: AddressOf, text: string): object {
  const clip = { asset: { type: 'video', src: at('clip.mp4'), trim: 0.5 }, start: 0, length: 1 };
  return {
    timeline: { tracks: [{ clips: [textOf(text)] }, { clips: [clip] }] },
    output: { ...OUTPUT, format: 'mp4', poster: { capture: 0.5 } },
  };
}

function createTextVideo(at: AddressOf, text: string): object {
  return {
    timeline: { soundtrack: { src: at('sound.mp3') }, tracks: [{ clips: [textOf(text)] }] },
    output: { ...OUTPUT, format: 'mp4' },
  };
}

function createPicture(at: AddressOf, text: string): object {
  const clip = { asset: { type: 'image', src: at('picture.png') }, start: 0, length: 1 };
  return {
    timeline: { tracks: [{ clips: [textOf(text)] }, { clips: [clip] }] },
    output: { ...OUTPUT, format: 'png' },
  };
}

function createSound(at: AddressOf): object {
  const clip = { asset: { type: 'audio', src: at('sound.mp3') }, start: 0, length: 1 };
  return { timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'mp3' } };
}

const KINDS = [
  ['mp4', createVideo],
  ['png', createPicture],
  ['mp3', createSound],
  ['mp4 of text', createTextVideo],
] as const;
