import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Frame, type Locator, type Page } from 'playwright-core';
import { BROWSER_FOLDER } from '../../src/render/browse/browser.fixture.ts';
import { unpackBrowser } from '../../src/render/browse/unpack-browser.ts';

/** A page of the Studio in a real browser, with its errors. */
export interface OpenedStudio extends AsyncDisposable {
  readonly page: Page;
  /** Errors of the console and of scripts, and requests to other servers. */
  readonly faults: readonly string[];
}

/**
 * Opens the Studio in the Chromium that Kinora brings along.
 *
 * @param url address of the server.
 * @param key the key to sign in with. Without it, the sign-in is shown.
 * @param stage the environment of the key.
 */
export async function openStudio(
  url: string,
  key?: string,
  theme: 'dark' | 'light' = 'dark',
  stage: 'v1' | 'stage' = 'v1',
): Promise<OpenedStudio> {
  const { program, libraries } = await unpackBrowser(BROWSER_FOLDER);
  const browser = await chromium.launch({
    executablePath: program,
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: theme });
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (/^https?:$/.test(address.protocol) && address.origin !== new URL(url).origin)
      faults.push(`request to ${address.origin}`);
  });
  await page.goto(url);
  if (key !== undefined) await signIn(page, key, stage);
  return { page, faults, [Symbol.asyncDispose]: () => browser.close() };
}

export async function signIn(page: Page, key: string, stage: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByLabel('Environment').selectOption(stage);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
}

/** Returns the picture of the open edit: a frame of the engine first, and then the preview. */
export function editPicture(page: Page): Locator {
  return page.getByRole('img', { name: /^The frame at/ });
}

/** Returns the second at the playhead. */
export function readPlayhead(page: Page): Promise<number> {
  return page
    .getByLabel('Playhead')
    .evaluate((slider) => (slider as unknown as { readonly valueAsNumber: number }).valueAsNumber);
}

/** Returns the edit that the Studio keeps in the browser. Empty if it keeps none yet. */
export function readKeptEdit(page: Page): Promise<string> {
  return page.evaluate(() => {
    const name = Object.keys(localStorage).find((each) => each.endsWith('.edit'));
    return (name && localStorage.getItem(name)) ?? '';
  });
}

/** Opens another edit in place of the one that the browser keeps, and waits for its clips. @param clips their number. */
export async function showEdit(page: Page, edit: object, clips: number): Promise<void> {
  await page.evaluate((text) => {
    const { owner } = JSON.parse(sessionStorage.getItem('kinora.account') ?? '{}') as { owner?: string };
    localStorage.setItem(`kinora.${owner}.edit`, text);
    localStorage.removeItem(`kinora.${owner}.tracks`);
  }, JSON.stringify(edit));
  await page.reload();
  await page
    .locator('.clip')
    .nth(clips - 1)
    .waitFor();
}

/** Returns the violations of WCAG 2.2 AA on a page: the rule and the elements. */
export async function findBarriers(page: Page | Frame): Promise<string[]> {
  const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.evaluate(await readFile(path, 'utf8'));
  // On the way from one theme to the other, colours have less contrast.
  await page.evaluate(
    `Promise.allSettled(
      document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? [each.finished] : [])),
    ).then(() => undefined)`,
  );
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await axe.run({ runOnly: tags });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}
