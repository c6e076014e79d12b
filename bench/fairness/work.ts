import type { RunningServer } from '../burst/running-server.ts';

/** The addresses that a piece of work needs. */
export interface WorkAddresses {
  /** Folder of the sources. */
  readonly sources: string;
  /** The receiver of the callback about the end. */
  readonly callback: string;
}

/** A piece of work. The numbers distinguish pieces, so that none is made from the result of another. */
export interface Work {
  /** The callback of its end: type and action. */
  readonly event: string;
  /** The callback of the end of the work before it. Default: it begins when it is submitted. */
  readonly after?: string;
  readonly submit: (server: RunningServer, key: string, number: number, at: WorkAddresses) => Promise<void>;
}

const FONT = { family: 'Montserrat', size: 24 };
const SMALL = { width: 320, height: 180 };

/** Returns the edit of a text that grows for some seconds. */
function editOf(text: string, seconds: number, output: object): object {
  const clip = { asset: { type: 'text', text, font: FONT }, start: 0, length: seconds, effect: 'zoomIn' };
  return { timeline: { tracks: [{ clips: [clip] }] }, output };
}

function renderWork(edit: (number: number) => object): Work {
  return {
    event: 'edit/render',
    submit: async (server, key, number, { callback }) => {
      await server.submit({ ...edit(number), callback }, key);
    },
  };
}

/** A film of one second. */
export const SMALL_RENDER = renderWork((number) =>
  editOf(`Number ${number}`, 1, { format: 'mp4', fps: 25, size: SMALL }),
);
/** A picture. */
export const PICTURE = renderWork((number) => editOf(`Number ${number}`, 1, { format: 'png', size: SMALL }));
/** A film of 480 seconds: its predicted cost is above the limit of short work. */
export const LONG_RENDER = renderWork((number) =>
  editOf(`Number ${number}`, 480, { format: 'mp4', fps: 25, size: { width: 640, height: 360 } }),
);

/** The import of a film of two seconds. */
export const IMPORT = ingestWork('ingest/source', {});
/** A rendition of that film, after its import. */
export const RENDITION = {
  ...ingestWork('ingest/rendition', { renditions: [{ format: 'mp4', size: SMALL }] }),
  after: 'ingest/source',
};

function ingestWork(event: string, outputs: object): Work {
  return {
    event,
    submit: async (server, key, number, { sources, callback }) => {
      const url = `${sources}/clip.mp4?number=${number}`;
      await server.send('/ingest/v1/sources', { url, outputs, callback }, key);
    },
  };
}

/** A created speech. */
export const SPEECH: Work = {
  event: 'create/asset',
  submit: async (server, key, number, { callback }) => {
    const options = { type: 'text-to-speech', text: `This is the sentence number ${number}.`, voice: 'Amy' };
    await server.send('/create/v1/assets', { provider: 'kinora', options, callback }, key);
  },
};

/** Returns the edit of a frame that no other request has in common. */
export function frameEditOf(number: number): object {
  return editOf(`Frame ${number}`, 5, { format: 'mp4', resolution: 'hd' });
}
