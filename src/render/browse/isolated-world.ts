import type { BrowserContext, CDPSession, Page as Tab } from 'playwright-core';
import { KinoraError } from '../../base/errors.ts';
import * as pageFunctions from './page-functions.js';
import { quotePage } from './page-messages.ts';

/**
 * Inspects a page from an isolated JavaScript world. Code in this world sees the elements of the page, but
 * uses the original built-in functions even if scripts of the page have replaced them.
 */
export class IsolatedWorld {
  private readonly session: CDPSession;
  /** Id of the remote object that has the functions of `page-functions.js`. */
  private readonly functions: string;

  private constructor(session: CDPSession, functions: string) {
    this.session = session;
    this.functions = functions;
  }

  /** Starts inspecting a loaded page. The DevTools session ends when the context is closed. */
  static async open(context: BrowserContext, tab: Tab): Promise<IsolatedWorld> {
    const session = await context.newCDPSession(tab);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    // A bundle may give a function another name.
    const names = Object.entries(pageFunctions).map(([name, { name: bundled }]) => `${name}: ${bundled}`);
    const { result } = await session.send('Runtime.evaluate', {
      expression: `(() => { ${Object.values(pageFunctions).join('\n')} return { ${names.join()} }; })()`,
      contextId: executionContextId,
    });
    if (result.objectId === undefined)
      throw new Error(`Could not create an isolated world: ${result.description}`);
    return new IsolatedWorld(session, result.objectId);
  }

  /**
   * Calls a function of `page-functions.js`.
   *
   * @returns the result of the function. The result is untrusted, because the page can influence it.
   * @throws {KinoraError} `page_failed` if the function throws. A function throws, for example, if an element
   * has the same name as a property that the function needs, and therefore hides the property.
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
    throw new KinoraError('page_failed', `the page cannot be inspected: ${quotePage(reason)}.`);
  }
}
