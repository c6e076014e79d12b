import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type KinoraClient } from '../../src/client/index.ts';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { findBarriers, type OpenedStudio, openStudio } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const SITE = join(import.meta.dirname, '../../examples/embed/server.mjs');
const EDIT = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'One' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'preview' },
};

/** Starts the site of the example, whose server has the key. */
async function startSite({ url, keys }: ServerProcess) {
  const env = { KINORA_URL: url, KINORA_KEY: keys.v1, PORT: '0' };
  const child = spawn(process.execPath, [SITE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const own = /http:\S+/.exec(line.toString())?.[0] ?? '';
  return { url: own, other: own.replace('127.0.0.1', 'localhost'), child };
}

/** The element in the page, as these tests use it. */
interface SiteElement {
  hide: readonly string[];
  lang: string;
  texts: Record<string, string>;
  token: unknown;
  edit: unknown;
  heard?: string[];
  kept?: unknown;
  readonly style: { setProperty(name: string, value: string): void };
  readonly ownerDocument: { createElement(name: string): SiteElement };
  getEdit(): Promise<object>;
  setEdit(edit: object): Promise<void>;
  save(): Promise<void>;
  undo(): Promise<void>;
  seek(second: number): Promise<void>;
  showRender(): Promise<void>;
  setAttribute(name: string, value: string): void;
  getAttribute(name: string): string | null;
  replaceWith(other: SiteElement): void;
  addEventListener(name: string, listener: (event: { readonly detail: SaveDetail }) => void): void;
}

interface SaveDetail {
  readonly edit: object;
  readonly until: (work: Promise<unknown>) => void;
}

describe.skipIf(obstacle !== undefined)('the editor in a page of another site', () => {
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let service: ServerProcess;
  let site: Awaited<ReturnType<typeof startSite>>;
  let kinora: KinoraClient;
  let studio: OpenedStudio;
  let page: Page;
  let editor: FrameLocator;

  beforeAll(async () => {
    media = await createMediaFolder();
    await mkdir(media.path('tmp'));
    service = await startServer(media.path('.'));
    site = await startSite(service);
    kinora = createClient({ url: service.url, key: service.keys.v1 });
    studio = await openStudio(`${site.url}/editor`);
    page = studio.page;
    page.setDefaultTimeout(50_000);
    editor = page.frameLocator('kinora-editor iframe');
    await use((element) => {
      const heard: string[] = (element.heard = []);
      for (const name of ['change', 'save', 'saved', 'error'])
        element.addEventListener(name, () => heard.push(name));
    });
    await editor.getByText('Saved.', { exact: true }).waitFor();
  });
  afterAll(async () => {
    await studio[Symbol.asyncDispose]();
    site.child.kill('SIGKILL');
    await endServer(service);
    await media[Symbol.asyncDispose]();
  });

  /** Does something with the element in its page, which does not know the names of this file. */
  const use = <Given, Result>(
    run: (element: SiteElement, given: Given) => Result | Promise<Result>,
    given?: Given,
  ): Promise<Result> => page.locator('kinora-editor').evaluate<Result, Given>(run as never, given);
  const readHeard = () => use((element) => [...new Set(element.heard)]);
  const clipsOf = () => editor.locator('.clip').count();
  const keptEdit = async () => {
    const [kept] = await kinora.edits.list();
    return await kinora.edits.get(kept!.id);
  };
  const duplicate = async () => {
    await editor.locator('.clip').first().click();
    await editor.getByRole('button', { name: 'Duplicate', exact: true }).click();
  };
  const findFrameBarriers = () => findBarriers(page.frames()[1]!);

  it('is opened with a token, and saved on the server', async () => {
    const before = await clipsOf();
    await duplicate();
    await expect.poll(readHeard).toEqual(['change', 'save', 'saved']);
    expect(await use((element) => element.getEdit())).toEqual((await keptEdit()).edit);
    await use((element) => element.undo());
    await expect.poll(clipsOf).toBe(before);
    await use((element) => element.seek(2));
    await editor.getByRole('img', { name: /^The frame at 0:02/ }).waitFor();
    // The site hides it.
    expect(await editor.getByRole('tab', { name: 'JSON' }).count()).toBe(0);
    expect(await findFrameBarriers()).toEqual([]);
  });

  it('asks the site for a render, and shows its film', async () => {
    await use((element, edit) => element.setEdit(edit), EDIT);
    await editor.getByRole('button', { name: 'Render', exact: true }).click();
    const link = editor.getByRole('link', { name: 'Open the film' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toMatch(/\.mp4/);
    await use((element) => element.showRender());
    await link.waitFor({ state: 'hidden' });
  });

  it('loses nothing when its token ends, and goes on with the next one', async () => {
    await use((element) => element.save());
    for (const { id } of await kinora.tokens.list()) await kinora.tokens.revoke(id);
    await page.route('**/token?*', (route) => route.abort());
    await duplicate();
    await editor.getByText('Your work is still here').waitFor();
    await expect.poll(readHeard).toContain('error');
    await page.unroute('**/token?*');
    // The site gives access again before the editor asks for it.
    await use((element) => {
      const { token } = element;
      element.token = token;
    });
    await editor.getByText('Saved.', { exact: true }).waitFor();
    expect(await use((element) => element.getEdit())).toEqual((await keptEdit()).edit);
    await expect.poll(() => editor.getByRole('alert').allTextContents()).toEqual([]);
  });

  it('shows the parts, the colours and the language that the site wants', async () => {
    await use((element) => {
      element.hide = ['timeline', 'title', 'assets'];
      element.lang = 'de';
      element.texts = { Render: 'Los' };
      element.setAttribute('theme', 'light');
      element.style.setProperty('--kinora-accent', 'rgb(30, 64, 175)');
    });
    const render = editor.getByRole('button', { name: 'Los', exact: true });
    await render.waitFor();
    const colour = `getComputedStyle(document.querySelector('.button.main')).backgroundColor`;
    expect(await page.frames()[1]!.evaluate(colour)).toBe('rgb(30, 64, 175)');
    expect(await editor.getByRole('tab').allTextContents()).toEqual(['Clip', 'JSON']);
    for (const part of ['.clip', '.kept-title']) expect(await editor.locator(part).count(), part).toBe(0);
    await editor.getByRole('button', { name: 'Abspielen', exact: true }).waitFor();
    expect(await findFrameBarriers()).toEqual([]);
  });

  it('leaves an edit to the site that keeps it itself', async () => {
    const kept = await keptEdit();
    await use((before, edit) => {
      const own = before.ownerDocument.createElement('kinora-editor');
      own.setAttribute('server', before.getAttribute('server') ?? '');
      own.token = before.token;
      own.edit = edit;
      own.addEventListener('save', ({ detail }) =>
        detail.until(Promise.resolve().then(() => (own.kept = detail.edit))),
      );
      before.replaceWith(own);
    }, EDIT);
    await editor.getByRole('button', { name: 'Render', exact: true }).waitFor();
    await duplicate();
    const own = await use((element) => element.getEdit());
    await expect.poll(() => use((element) => element.kept)).toEqual(own);
    await editor.getByText('Saved.', { exact: true }).waitFor();
    expect(await editor.getByRole('button', { name: 'Versions' }).count()).toBe(0);
    expect(await keptEdit()).toEqual(kept);
    // A framed page that is loaded again has it from the site.
    await page.frames()[1]!.goto(page.frames()[1]!.url());
    await editor.locator('.clip').nth(1).waitFor();
    expect(await use((element) => element.getEdit())).toEqual(own);
  });

  it('is refused in a page of another origin than that of its token', async () => {
    const { id } = await keptEdit();
    const { token } = await kinora.tokens.create({ scope: 'edit', edit: id, origin: site.url });
    await page.route('**/token?*', (route) => route.fulfill({ body: token }));
    await page.goto(`${site.other}/editor`);
    const alert = editor.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toBe(`This token works only in pages of ${site.url}.`);
    await page.unroute('**/token?*');
  });

  it('takes no key', async () => {
    await page.goto(`${site.url}/editor`);
    await editor.getByText('Saved.', { exact: true }).waitFor();
    await use((element, key) => {
      element.token = key;
      element.setAttribute('version', 'stage');
    }, service.keys.v1);
    await page.getByRole('alert').getByText('Never give a page a key.').waitFor();
  });
});
