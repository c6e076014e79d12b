/** The value that a call takes. */
type ValueOf<Call> = Call extends (value: infer Value) => unknown ? Value : never;
/** The answer of a call. */
type AnswerOf<Call> = Call extends (value: never) => infer Answer ? Awaited<Answer> : never;

/** A call, or the answer to one. */
interface LineMessage {
  readonly id: number;
  /** The name of a call. Undefined for an answer. */
  readonly call?: string;
  readonly value?: unknown;
  /** The reason why a call has failed, in a sentence. */
  readonly failure?: string;
}

/** The two ends of a line are in two pages. Each end calls the other one, and gets an answer. */
export class MessageLine<Theirs> {
  private readonly port: MessagePort;
  private readonly waiting = new Map<number, PromiseWithResolvers<unknown>>();
  private last = 0;

  /** @param own the calls that this end answers: functions of one value, which may return promises. */
  constructor(port: MessagePort, own: object) {
    this.port = port;
    port.onmessage = ({ data }: MessageEvent<LineMessage>) => {
      if (data.call === undefined) this.settle(data);
      else void this.answer(own, data.call, data);
    };
  }

  /**
   * Calls the other end.
   *
   * @throws {Error} with the message of the other end if it fails there.
   */
  call<Name extends keyof Theirs & string>(
    name: Name,
    value: ValueOf<Theirs[Name]>,
  ): Promise<AnswerOf<Theirs[Name]>> {
    const id = (this.last += 1);
    const answer = Promise.withResolvers<unknown>();
    this.waiting.set(id, answer);
    this.port.postMessage({ id, call: name, value } satisfies LineMessage);
    // The types of both ends are declared once.
    return answer.promise as Promise<AnswerOf<Theirs[Name]>>;
  }

  /** Ends the line. Calls without an answer fail. */
  close(): void {
    this.port.close();
    for (const { reject } of this.waiting.values()) reject(new Error('The editor was closed.'));
    this.waiting.clear();
  }

  private settle({ id, value, failure }: LineMessage): void {
    const answer = this.waiting.get(id);
    this.waiting.delete(id);
    if (failure === undefined) answer?.resolve(value);
    else answer?.reject(new Error(failure));
  }

  private async answer(own: object, name: string, { id, value }: LineMessage): Promise<void> {
    let message: LineMessage;
    try {
      // An object of calls has nothing else.
      const call = Object.hasOwn(own, name) && (own as Record<string, (given: unknown) => unknown>)[name];
      if (!call) throw new Error(`There is no call "${name}".`);
      message = { id, value: await call(value) };
    } catch (error) {
      message = { id, failure: error instanceof Error ? error.message : String(error) };
    }
    this.port.postMessage(message);
  }
}
