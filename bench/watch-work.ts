import { Session } from 'node:inspector/promises';

/** The work of a thread. Unlike its time, it does not depend on the machine. */
export interface Work {
  /** Number of times that blocks of code were run: bodies of functions, loops and branches. */
  readonly blocks: number;
  /** Maximum characters of a JSON text that was parsed or written. */
  readonly json: number;
  /** Maximum characters of a text that a regular expression was run on. */
  readonly searched: number;
}

/** Watches the work of this thread. Native code counts only as far as its texts are counted. */
export class WorkWatch implements AsyncDisposable {
  private readonly session = new Session();
  private json = 0;
  private searched = 0;
  private readonly restore: () => void;

  private constructor() {
    const { parse, stringify } = JSON;
    // A method of all regular expressions, which is called with one of them.
    const { exec } = RegExp.prototype as {
      readonly exec: (this: RegExp, text: string) => RegExpExecArray | null;
    };
    JSON.parse = (text: string, ...more: []) => {
      this.json = Math.max(this.json, text.length);
      return parse(text, ...more) as unknown;
    };
    JSON.stringify = ((...given: Parameters<typeof stringify>) => {
      // Undefined for a value that is no JSON.
      const text = stringify(...given) as string | undefined;
      this.json = Math.max(this.json, text?.length ?? 0);
      return text;
    }) as typeof stringify;
    const searches = (text: string): void => void (this.searched = Math.max(this.searched, text.length));
    RegExp.prototype.exec = function count(text: string) {
      searches(text);
      return exec.call(this, text);
    };
    this.restore = () => {
      Object.assign(JSON, { parse, stringify });
      RegExp.prototype.exec = exec;
    };
  }

  static async start(): Promise<WorkWatch> {
    const watch = new WorkWatch();
    watch.session.connect();
    await watch.session.post('Profiler.enable');
    await watch.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    return watch;
  }

  /** Returns the work since the last call. */
  async take(): Promise<Work> {
    const { json, searched } = this;
    const { result } = await this.session.post('Profiler.takePreciseCoverage');
    const blocks = result
      .filter(({ url }) => !url.includes('/bench/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0);
    [this.json, this.searched] = [0, 0];
    return { blocks, json, searched };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.restore();
    await this.session.post('Profiler.stopPreciseCoverage');
    this.session.disconnect();
  }
}
