import type { Random } from '../random.ts';
import { colourOf, toHex } from '../outside/colours.ts';
import { createPicture, PICTURE } from '../outside/material.ts';
import {
  type ExpectedEnd,
  type ExpectedFile,
  type OrderKind,
  type OrderPlan,
  type Owner,
  type Sending,
} from './order.ts';

/** The addresses that orders name. */
export interface Addresses {
  /** Address of the source server. */
  readonly sources: string;
  /** Address of the receiver of callbacks. */
  readonly receiver: string;
}

/** The frequency of each kind of order, relative to the others. */
const SHARES: Readonly<Record<OrderKind, number>> = {
  mp4: 8,
  png: 6,
  gif: 3,
  mp3: 3,
  'image source': 6,
  'video source': 4,
  stills: 4,
  spoken: 4,
  'missing source': 2,
  copied: 5,
  fetched: 4,
  put: 4,
  tus: 4,
  speech: 3,
  'moved image': 0.3,
  'paid speech': 3,
  transfer: 2,
};

/** The part of a plan that depends on the kind. */
type Wish = Pick<OrderPlan, 'sending' | 'end' | 'source' | 'paid'>;

const SIZE = { width: 160, height: 90 } as const;
/** The parts of an edit that differ. */
interface EditParts {
  readonly clips?: readonly object[];
  readonly output: object;
  readonly callback: string | undefined;
}

/** Picks a kind of order. */
export function pickKind(random: Random): OrderKind {
  // The keys of a constant record are its kinds.
  const kinds = Object.entries(SHARES) as [OrderKind, number][];
  let left = random.next() * kinds.reduce((sum, [, share]) => sum + share, 0);
  for (const [kind, share] of kinds) if ((left -= share) < 0) return kind;
  return 'mp4';
}

/** Makes an order. */
export async function makeOrder(
  number: number,
  kind: OrderKind,
  owner: Owner,
  random: Random,
  addresses: Addresses,
): Promise<OrderPlan> {
  const isHeard = kind !== 'transfer' && kind !== 'tus' && random.chance(0.5);
  const callback = isHeard ? `${owner.name}/${number}` : undefined;
  const url = callback === undefined ? undefined : `${addresses.receiver}/${callback}`;
  // An upload by tus has no idempotency key, so its client does not send it twice.
  const times = kind !== 'tus' && random.chance(0.2) ? 2 : 1;
  return { number, kind, owner, callback, times, ...(await makeWish(number, kind, random, addresses, url)) };
}

function makeWish(
  number: number,
  kind: OrderKind,
  random: Random,
  { sources }: Addresses,
  callback: string | undefined,
): Promise<Wish> | Wish {
  if (kind === 'put' || kind === 'tus') return uploadWish(number, kind, callback);
  if (kind === 'fetched') return fetchWish(number, sources, callback);
  if (kind === 'speech' || kind === 'moved image' || kind === 'paid speech')
    return creationWish(number, kind, random, sources, callback);
  if (kind === 'transfer') return transferWish(number, sources);
  return renderWish(number, kind, random, sources, callback);
}

function editOf(number: number, { clips = [], output, callback }: EditParts): Sending {
  const title = {
    asset: { type: 'text', text: `${number}`, width: 60, height: 30, font: { size: 20, color: '#ffffff' } },
    start: 0,
    length: 'end',
    position: 'bottomRight',
  };
  const timeline = {
    background: toHex(colourOf(number)),
    tracks: [
      ...(clips.length > 0 ? [{ clips }] : []),
      { clips: [clips.length > 0 ? title : { ...title, length: 0.6 }] },
    ],
  };
  return { way: 'render', body: { timeline, output, ...(callback !== undefined && { callback }) } };
}

type RenderKind = Exclude<
  OrderKind,
  'put' | 'tus' | 'fetched' | 'speech' | 'moved image' | 'paid speech' | 'transfer'
>;

function renderWish(
  number: number,
  kind: RenderKind,
  random: Random,
  sources: string,
  callback: string | undefined,
): Wish {
  const colour = colourOf(number);
  const film: ExpectedFile = { role: 'output', format: 'mp4', ...SIZE, colour, seconds: [0.5, 0.75] };
  const mp4 = { format: 'mp4', size: SIZE, fps: 25 };
  const image = (path: string): object => ({
    asset: { type: 'image', src: `${sources}${path}` },
    start: 0,
    length: 0.6,
    fit: 'crop',
  });
  const make = (clips: readonly object[], output: object, ...files: ExpectedFile[]): Wish => ({
    sending: editOf(number, { clips, output, callback }),
    end: { files },
  });
  switch (kind) {
    case 'mp4':
      return make([], mp4, film);
    case 'png':
      return make(
        [],
        { format: 'png', size: SIZE, range: { start: 0 } },
        { role: 'output', format: 'png', ...SIZE, colour },
      );
    case 'gif':
      return make(
        [],
        { format: 'gif', size: SIZE, fps: 12 },
        { role: 'output', format: 'gif', ...SIZE, colour },
      );
    case 'mp3': {
      const source = `/sound/${number}.wav`;
      const clip = { asset: { type: 'audio', src: `${sources}${source}` }, start: 0, length: 1 };
      return {
        ...make([clip], { format: 'mp3' }, { role: 'output', format: 'mp3', seconds: [0.9, 1.2] }),
        source,
      };
    }
    case 'image source':
      return { ...make([image(`/image/${number}.png`)], mp4, film), source: `/image/${number}.png` };
    case 'video source': {
      const source = `/video/${number}.mp4`;
      const clip = {
        asset: { type: 'video', src: `${sources}${source}` },
        start: 0,
        length: 0.6,
        fit: 'crop',
      };
      return { ...make([clip], mp4, film), source };
    }
    case 'stills': {
      const still = { format: 'jpg', colour } as const;
      const output = { ...mp4, poster: { capture: 0.2 }, thumbnail: { capture: 0.2, scale: 0.5 } };
      return make(
        [],
        output,
        film,
        { role: 'poster', ...still, ...SIZE },
        { role: 'thumbnail', ...still, width: 80, height: 45 },
      );
    }
    case 'spoken': {
      const text = `Number ${number} of ${random.whole(100, 999)}.`;
      const clip = { asset: { type: 'text-to-speech', text, voice: 'Amy' }, start: 0, length: 'auto' };
      return make([clip], mp4, { ...film, seconds: [0.5, 8], sound: true });
    }
    case 'missing source': {
      const source = `/missing/${number}.png`;
      const { sending } = make([image(source)], mp4);
      return { sending, end: { files: undefined, reason: /404|not found|no file/i }, source };
    }
    case 'copied': {
      const wish = make([], { ...mp4, destinations: [azure(number)] }, film);
      return { ...wish, end: { ...wish.end, copy: `/videos/film-${number}.mp4` } };
    }
  }
}

function azure(number: number): object {
  const options = { accountName: 'acct', container: 'videos', filename: `film-${number}` };
  return { provider: 'azure-blob-storage', options };
}

function ingestOf(number: number, callback: string | undefined): { body: object; end: ExpectedEnd } {
  const colour = colourOf(number);
  return {
    body: {
      outputs: { renditions: [{ format: 'jpg' }, { format: 'png', size: { width: 32 } }] },
      ...(callback !== undefined && { callback }),
    },
    end: {
      files: [
        { role: 'source', format: 'png', ...PICTURE, colour },
        { role: 'rendition', format: 'jpg', ...PICTURE, colour },
        { role: 'rendition', format: 'png', width: 32, height: 24, colour },
      ],
    },
  };
}

async function uploadWish(number: number, way: 'put' | 'tus', callback: string | undefined): Promise<Wish> {
  const { body, end } = ingestOf(number, callback);
  return { sending: { way, body, bytes: await createPicture(number, PICTURE) }, end };
}

function fetchWish(number: number, sources: string, callback: string | undefined): Wish {
  const source = `/picture/${number}.png`;
  const { body, end } = ingestOf(number, callback);
  return { sending: { way: 'fetch', body: { url: `${sources}${source}`, ...body } }, end, source };
}

function creationWish(
  number: number,
  kind: 'speech' | 'moved image' | 'paid speech',
  random: Random,
  sources: string,
  callback: string | undefined,
): Wish {
  const create = (provider: string, options: object): Sending => ({
    way: 'create',
    body: { provider, options, ...(callback !== undefined && { callback }) },
  });
  const sound: ExpectedFile = { role: 'created', format: 'mp3', seconds: [0.3, 15] };
  if (kind === 'moved image') {
    const source = `/still/${number}.png`;
    const options = { type: 'image-to-video', imageUrl: `${sources}${source}`, motion: 20 };
    const film = { role: 'created', format: 'mp4', width: 1024, height: 576, seconds: [3.9, 4.1] } as const;
    return { sending: create('kinora', options), end: { files: [film] }, source };
  }
  const text = `Speech ${number} about the number ${random.whole(100, 999)}.`;
  if (kind === 'speech')
    return {
      sending: create('kinora', { type: 'text-to-speech', text, voice: 'Amy' }),
      end: { files: [sound] },
    };
  return {
    sending: create('elevenlabs', { type: 'text-to-speech', text, voice: 'Adam' }),
    // A process that is killed in the middle of a paid request must not ask again.
    end: { files: [sound], reason: /unknown whether elevenlabs has taken the request/ },
    paid: text,
  };
}

function transferWish(number: number, sources: string): Wish {
  const source = `/picture/${number}.png`;
  const body = { url: `${sources}${source}`, id: `transfer-${number}`, destinations: [azure(number)] };
  return {
    sending: { way: 'transfer', body },
    end: { files: [], copy: `/videos/film-${number}.png` },
    source,
  };
}
