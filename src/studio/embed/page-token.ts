import { signal } from '@preact/signals';
import { createPacedFetch } from '../shell/request-pace.ts';
import { requestPace } from '../shell/session.ts';

/** Milliseconds before its end at which a token is replaced. */
const EARLY_MS = 60_000;
const ENDED = 'Your access to this edit has ended.';

/** The token of the page around the editor. It is replaced when it ends, so that nothing that is unsaved is lost. */
export class PageToken {
  /** The token of the next request. */
  readonly current = signal('');
  /** The reason why requests fail, while the page has no token that works. */
  readonly problem = signal<string | undefined>(undefined);
  private readonly ask: (ended: string) => Promise<string>;
  private readonly origin: string;
  private asking: Promise<boolean> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param origin the origin of the page around the editor, as the browser says it.
   * @param ask asks that page for a token in place of one that has ended.
   */
  constructor(token: string, origin: string, ask: (ended: string) => Promise<string>) {
    this.current.value = token;
    this.origin = origin;
    this.ask = ask;
  }

  /** Sends a request with the token. If it has ended, asks for another one, and sends the request again. */
  readonly fetch: typeof fetch = async (input, init) => {
    const used = this.current.peek();
    const response = await this.send(input, init);
    if (response.status !== 401) return response;
    const isNew = used !== this.current.peek() || (await this.renew());
    const second = isNew ? await this.send(input, init) : response;
    if (second.status !== 401) return second;
    this.problem.value = ENDED;
    return refuse();
  };

  /** Takes another token. */
  replace(token: string): void {
    this.current.value = token;
    this.problem.value = undefined;
  }

  /** Replaces the token a little before it ends. @param end as the server says it. */
  renewBefore(end: string): void {
    clearTimeout(this.timer);
    const left = Date.parse(end) - Date.now();
    // If the clock of this machine is ahead, the server says when the token has ended.
    if (left > 0) this.timer = setTimeout(() => void this.renew(), Math.max(left - EARLY_MS, left / 2));
  }

  /** Asks the page for another token, once for all requests that wait. Returns false if there is none. */
  renew(): Promise<boolean> {
    this.asking ??= this.askPage().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async askPage(): Promise<boolean> {
    try {
      this.replace(await this.ask(this.current.peek()));
      return true;
    } catch {
      // The token may still work for a while. The next request finds out.
      return false;
    }
  }

  private async send(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const headers = new Headers(init?.headers);
    headers.set('x-api-key', this.current.peek());
    // The server checks it against the origin of the token. Scripts of other pages cannot send it from here.
    headers.set('x-kinora-page', this.origin);
    return await paced(input, { ...init, headers });
  }
}

const paced = createPacedFetch(requestPace);

/** Returns the answer to a request without a token that works. A 401 would speak of a key. */
function refuse(): Response {
  return Response.json({ response: { error: { code: 'token_ended', message: ENDED } } }, { status: 403 });
}
