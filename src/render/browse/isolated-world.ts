import type { BrowserContext, CDPSession, Page as Tab } from 'playwright-core';
import { KinoraError } from '../../base/errors.ts';
import * as pageFunctions from './page-functions.js';
import { quotePage } from './page-messages.ts';

/**
 * Looks at a page from a world of its own: it sees the elements, but nothing that the scripts of the page have put in the place
 * of what browsers have.
 */
export class IsolatedWorld {
  private readonly session: CDPSession;
  /** The functions of `page-functions.js` in the browser. */
  private readonly functions: string;

  private constructor(session: CDPSession, functions: string) {
    this.session = session;
    this.functions = functions;
  }

  /** Begins to look at a page that is loaded. The session ends with the context. */
  static async open(context: BrowserContext, tab: Tab): Promise<IsolatedWorld> {
    const session = await context.newCDPSession(tab);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    const names = Object.keys(pageFunctions).join(',');
    const { result } = await session.send('Runtime.evaluate', {
      expression: `(() => { ${Object.values(pageFunctions).join('\n')} return { ${names} }; })()`,
      contextId: executionContextId,
    });
    if (result.objectId === undefined)
      throw new Error(`There is no world beside a page: ${result.description}`);
    return new IsolatedWorld(session, result.objectId);
  }

  /**
   * Calls a function of `page-functions.js`.
   *
   * @returns what it says, which may be anything, as the page has a hand in it.
   * @throws {KinoraError} `page_failed` when it cannot, with elements that are called like what it needs.
   */
  async call(name: keyof typeof pageFunctions, ...rest: readonly string[]): Promise<unknown> {
    const { result, exceptionDetails } = await this.session.send('Runtime.callFunctionOn', {
      objectId: this.functions,
      functionDeclaration: 'function (name, ...rest) { return this[name](...rest); }',
      arguments: [name, ...rest].map((value) => ({ value })),
      returnByValue: true,
      awaitPromise: true,
    });
    if (!exceptionDetails) return result.value;
    const [reason = ''] = exceptionDetails.exception?.description?.split('\n') ?? [];
    throw new KinoraError('page_failed', `the page cannot be looked at: ${quotePage(reason)}.`);
  }
}
