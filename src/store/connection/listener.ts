import pg from 'pg';

/** A subscription to a channel of the database. */
export interface Listening {
  /** Ends the subscription. */
  close(): Promise<void>;
}

/**
 * Takes one message of a channel. Without a message, some may have been missed, because the connection was
 * broken for a while.
 */
export type OnMessage = (message?: string) => void;

/** Options of {@link DatabaseListener}. */
export interface ListenerOptions {
  /** Opens a client that is not connected yet. */
  readonly createClient: () => pg.Client;
  /** Called when the connection broke, is silent or could not be opened again. */
  readonly onLost: (error: unknown) => void;
  /** Waits before the next try to connect, at most the given milliseconds. */
  readonly wait: (pauseMs: number, signal: AbortSignal) => Promise<void>;
}

const HEARTBEAT_MS = 2_000;
/** A heartbeat without an answer after this time is suspicious. */
const SLOW_MS = 1_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/**
 * One connection that receives the notifications of all channels. It opens with the first channel, asks the
 * server every two seconds if it still answers, and opens again after it has broken.
 */
export class DatabaseListener {
  private readonly options: ListenerOptions;
  private readonly channels = new Map<string, Set<OnMessage>>();
  private readonly closing = new AbortController();
  private client: pg.Client | undefined;
  private opening: Promise<void> | undefined;
  private reopening: Promise<void> | undefined;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(options: ListenerOptions) {
    this.options = options;
  }

  /**
   * Subscribes to a channel.
   *
   * @throws if the first connection cannot be opened.
   */
  async listen(channel: string, onMessage: OnMessage): Promise<Listening> {
    const readers = this.channels.get(channel) ?? new Set();
    // Each subscription is an entry of its own, also if two use the same function.
    const reader: OnMessage = (message) => onMessage(message);
    readers.add(reader);
    this.channels.set(channel, readers);
    try {
      if (this.client === undefined && this.reopening === undefined)
        await (this.opening ??= this.open().finally(() => (this.opening = undefined)));
      else if (readers.size === 1) await this.client?.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      this.remove(channel, reader);
      throw error;
    }
    return { close: async () => this.unlisten(channel, reader) };
  }

  /** Ends all subscriptions and closes the connection. */
  async close(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.heartbeat);
    this.channels.clear();
    await this.reopening;
    const client = this.client;
    this.client = undefined;
    // Do not wait for the answer to the farewell: from a broken connection it never comes.
    void client?.end().catch(() => undefined);
  }

  private remove(channel: string, reader: OnMessage): void {
    const readers = this.channels.get(channel);
    readers?.delete(reader);
    if (readers?.size === 0) this.channels.delete(channel);
  }

  private async unlisten(channel: string, reader: OnMessage): Promise<void> {
    this.remove(channel, reader);
    if (this.channels.has(channel)) return;
    // A connection that is broken listens to nothing.
    await this.client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
  }

  private async open(): Promise<void> {
    const client = this.options.createClient();
    // Stays for as long as the client exists: an error without a listener would end the process.
    client.on('error', (error) => this.reopen(client, error));
    client.on('end', () => this.reopen(client, new Error('Connection terminated')));
    client.on('notification', ({ channel, payload }) => {
      for (const reader of this.channels.get(channel) ?? []) reader(payload ?? '');
    });
    try {
      await client.connect();
      for (const channel of this.channels.keys())
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.client = client;
    this.planHeartbeat(client);
  }

  private planHeartbeat(client: pg.Client): void {
    if (this.closing.signal.aborted) return;
    this.heartbeat = setTimeout(() => {
      const onSlow = (): void => this.options.onLost(new Error('Connection terminated: no heartbeat.'));
      const slow = setTimeout(onSlow, SLOW_MS).unref();
      client
        .query('select 1')
        .finally(() => clearTimeout(slow))
        .then(
          () => this.planHeartbeat(client),
          (error: unknown) => this.reopen(client, error),
        );
    }, HEARTBEAT_MS).unref();
  }

  /** Opens the connection again. Does nothing for a client that is not the current one. */
  private reopen(client: pg.Client, error: unknown): void {
    if (this.client !== client || this.closing.signal.aborted) return;
    this.client = undefined;
    clearTimeout(this.heartbeat);
    void client.end().catch(() => undefined);
    this.options.onLost(error);
    this.reopening = this.openAgain().finally(() => (this.reopening = undefined));
  }

  private async openAgain(): Promise<void> {
    const { signal } = this.closing;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      // The wait fails only when the listener closes.
      await this.options.wait(pause, signal).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.open();
        for (const reader of [...this.channels.values()].flatMap((readers) => [...readers])) reader();
        return;
      } catch (error) {
        this.options.onLost(error);
      }
    }
  }
}
