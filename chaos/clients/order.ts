import type { Colour } from '../outside/colours.ts';

/** An account of the installation, with the keys of its clients. */
export interface Owner {
  /** Name in the addresses of callbacks. */
  readonly name: string;
  readonly key: string;
  readonly webhookSecret: string;
}

/** A file that a job must make. */
export interface ExpectedFile {
  readonly role: 'output' | 'poster' | 'thumbnail' | 'source' | 'rendition' | 'created';
  readonly format: 'mp4' | 'png' | 'gif' | 'jpg' | 'mp3';
  readonly width?: number;
  readonly height?: number;
  /** Seconds: shortest and longest. */
  readonly seconds?: readonly [number, number];
  /** Colour of the top left corner. */
  readonly colour?: Colour;
  /** True if a video must have sound. */
  readonly sound?: boolean;
}

/** The expected end of a job. */
export interface ExpectedEnd {
  /** The files of a job that is done. Undefined if it must fail. */
  readonly files: readonly ExpectedFile[] | undefined;
  /** A true reason of a failure, if it may fail. */
  readonly reason?: RegExp;
  /** Path of a copy at the destination. */
  readonly copy?: string;
}

/** The way to send an order. */
export type Sending =
  | { readonly way: 'render' | 'create' | 'fetch' | 'transfer'; readonly body: object }
  | { readonly way: 'put' | 'tus'; readonly body: object; readonly bytes: Buffer };

/** A job that a client wants to be done. */
export interface OrderPlan {
  /** From 0. Decides the colour and all names. */
  readonly number: number;
  readonly kind: OrderKind;
  readonly owner: Owner;
  readonly sending: Sending;
  readonly end: ExpectedEnd;
  /** Address of the callback, without the part of the receiver. Undefined without one. */
  readonly callback: string | undefined;
  /** Number of times that the client sends the request, always with the same idempotency key. */
  readonly times: number;
  /** Path of the source that it fetches, if it does. */
  readonly source?: string;
  /** The text of a paid request. */
  readonly paid?: string;
}

/** The kinds of orders. */
export const ORDER_KINDS = [
  'mp4',
  'png',
  'gif',
  'mp3',
  'image source',
  'video source',
  'stills',
  'spoken',
  'missing source',
  'copied',
  'fetched',
  'put',
  'tus',
  'speech',
  'moved image',
  'paid speech',
  'transfer',
] as const;
/** One of {@link ORDER_KINDS}. */
export type OrderKind = (typeof ORDER_KINDS)[number];

/** A file of a finished job. */
export interface MadeFileAddress {
  readonly role: ExpectedFile['role'];
  readonly url: string;
}

/** An order with its result. Times are milliseconds since 1970. */
export interface Order {
  readonly plan: OrderPlan;
  readonly submitted: number;
  /** The ids of all answers. More than one if a repeated request made another job. */
  readonly ids: Set<string>;
  accepted?: number;
  /** The reason of the server, if it has rejected the order. */
  rejected?: string;
  ended?: number;
  outcome?: 'done' | 'failed';
  status?: string;
  error?: string;
  files?: readonly MadeFileAddress[];
}
