import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type EmbedSite, openEmbedSite } from './embed-site.ts';
import { findBarriers } from './open-studio.ts';

const ROOT = join(import.meta.dirname, '../..');

let site: EmbedSite;
let page: Page;
/** Errors of the page. */
let faults: string[] = [];
beforeAll(async () => {
  site = await openEmbedSite();
}, 120_000);
afterAll(() => site[Symbol.asyncDispose]());
beforeEach(async () => {
  await (page as Page | undefined)?.close();
  page = await site.browser.newPage({ viewport: { width: 720, height: 520 } });
  faults = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.addInitScript({ content: PAGE_SCRIPT });
});

/** Collects what a player tells, and shows players with other attributes in place of that of the page. */
const PAGE_SCRIPT = `
const told = [];
for (const name of ['play', 'playing', 'pause', 'ended', 'ready', 'error'])
  document.addEventListener(name, ({ message }) => told.push(message ? name + ': ' + message : name), true);
globalThis.told = told;
globalThis.find = () => document.querySelector('kinora-player');
globalThis.show = (attributes) => {
  const player = document.createElement('kinora-player');
  for (const [name, value] of Object.entries(attributes)) player.setAttribute(name, value);
  find().replaceWith(player);
};`;

const run = <Result>(code: string): Promise<Result> => page.evaluate(code);
const phase = (): Promise<string> => run('find().state.phase');
const time = (): Promise<number> => run('find().currentTime');
const told = (): Promise<string[]> => run('told.splice(0)');
const show = (attributes: Readonly<Record<string, string>>): Promise<void> =>
  run(`show(${JSON.stringify(attributes)})`);
const word = () => page.locator('kinora-player').getByRole('status').textContent();
const position = () => page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuetext');

it('plays the edit of a token by the keyboard, with captions and chapters, under a strict policy', async () => {
  await page.goto(site.url);
  await expect.poll(phase).toBe('paused');
  expect(await position()).toBe('0:00 of 0:04, Morning');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Home');
  await page.keyboard.press('k');
  await expect.poll(time).toBeGreaterThan(0.5);
  await page.keyboard.press('m');
  await page.keyboard.press('k');
  await expect.poll(phase).toBe('paused');
  expect(await told()).toEqual(['ready', 'play', 'playing', 'pause']);
  await page.getByRole('combobox', { name: 'Chapter' }).selectOption('Noon');
  await expect.poll(position).toBe('0:02 of 0:04, Noon');
  expect(await page.getByRole('button', { name: 'Unmute' }).count()).toBe(1);
  expect(await page.locator('kinora-player [part=captions]').innerText()).toBe('Noon');
  await page.getByRole('button', { name: 'Captions' }).click();
  expect(await page.locator('kinora-player [part=captions]').innerText()).toBe('');
  await page.keyboard.press('k');
  await expect.poll(phase).toBe('ended');
  expect(await time()).toBe(4);
  expect((await told()).at(-1)).toBe('ended');
  expect(faults).toEqual([]);
});

it('plays by the first page of the documents', async () => {
  const [, block = ''] =
    /```html\n([^`]+)```/.exec(await readFile(join(ROOT, 'docs/embed.md'), 'utf8')) ?? [];
  await page.route(`${site.url}/first`, (route) =>
    route.fulfill({
      body: block.replaceAll('https://kinora.example.com', site.service.url),
      contentType: 'text/html',
    }),
  );
  await page.goto(`${site.url}/first`);
  await expect.poll(phase).toBe('paused');
  expect(await run('find().duration')).toBe(4);
});

it('says in words what is wrong with its attributes, and tells it as an error', async () => {
  await page.goto(site.url);
  const { url } = site.service;
  const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{}, /Set `src`, or `server` and `token`/],
    [{ server: url }, /Set `token`/],
    [{ server: url, token: site.service.keys.v1 }, /Never give a page a key/],
    [{ server: 'http://', token: 'kt_x' }, /`server` must be an address/],
    [{ server: url, token: 'kt_x', output: 'first' }, /`output` must be the place/],
    [{ src: '/nothing.mp4' }, /leads nowhere/],
  ];
  for (const [attributes, sentence] of cases) {
    await told();
    await show(attributes);
    await expect.poll(word).toMatch(sentence);
    await expect.poll(told).toEqual([expect.stringMatching(sentence)]);
  }
  // What the server says is for those who make the page.
  await show({ server: url, token: 'kt_x' });
  await expect.poll(word).toMatch(/access to this preview has expired/);
  expect(await told()).toEqual([
    'error: The token in the header x-api-key is unknown, revoked or expired. Ask for another one.',
  ]);
});

it('asks for another token when it has expired, and says what it waits for', async () => {
  await page.goto(site.url);
  await expect.poll(phase).toBe('paused');
  const { url } = site.service;
  const asked: string[] = [];
  await page.route(`${url}/edit/v1/**`, async (route) => {
    const token = route.request().headers()['x-api-key'] ?? '';
    if (token && !asked.includes(token)) asked.push(token);
    await (asked.length === 1 && token ? route.fulfill({ status: 401, headers: CORS }) : route.continue());
  });
  await run('find().currentTime = 3');
  await expect.poll(() => asked.length).toBe(2);
  await page.unroute(`${url}/edit/v1/**`);
  for (const [status, sentence] of [
    [429, /too many requests/],
    [0, /not reachable/],
  ] as const) {
    await page.route(`${url}/edit/v1/**`, (route) =>
      status ? route.fulfill({ status, headers: CORS }) : route.abort(),
    );
    // Another attribute makes it ask again.
    await run(`find().output = '${status ? 0 : ''}'`);
    await expect.poll(word).toMatch(sentence);
    await page.unroute(`${url}/edit/v1/**`);
    await expect.poll(word).toBe('');
  }
  expect(await told()).not.toContainEqual(expect.stringContaining('error'));
});

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

it('waits for a render, shows its progress and then plays its file', async () => {
  const file = join(ROOT, 'examples/embed/edit.json');
  const edit: unknown = JSON.parse(await readFile(file, 'utf8'));
  const { id: template } = await site.ask<{ id: string }>('POST', '/templates', {
    name: 'Sun',
    template: edit,
  });
  const { token } = await site.ask<{ token: string }>('POST', '/tokens', { scope: 'form', template });
  const { id } = await site.ask<{ id: string }>('POST', '/templates/render', { id: template }, token);
  await page.goto(site.url);
  await show({
    server: site.service.url,
    token,
    render: id,
    controls: '',
    loop: '',
    muted: '',
    autoplay: '',
  });
  await expect.poll(phase).toBe('rendering');
  expect(await word()).toMatch(/Waiting to be rendered|Being rendered: \d+ %/);
  await expect.poll(phase).toBe('playing');
  expect(await run('Math.round(find().duration)')).toBe(4);
  // In another place of the page, it goes on.
  await run('document.body.append(find())');
  // It begins again at its end.
  await run('find().currentTime = 3.8');
  await expect.poll(time).toBeLessThan(3);
  expect((await told()).filter((name) => ['ready', 'ended'].includes(name))).toEqual(['ready']);
  await expect.poll(phase).toBe('playing');
  expect(await run('find().paused')).toBe(false);
  // A seek leads away from the end.
  await run('Object.assign(find(), { loop: false, currentTime: 3.8 })');
  await expect.poll(phase).toBe('ended');
  await run('find().currentTime = 1');
  expect([await phase(), await time()]).toEqual(['paused', 1]);
});

it('is a component of React', async () => {
  await page.route(`${site.url}/react/*`, async (route) => {
    const file = MODULES[route.request().url().split('/').at(-1) ?? ''];
    const body = file === undefined ? REACT_PAGE(site.service.url) : await readFile(file);
    await route.fulfill({ body, contentType: file === undefined ? 'text/html' : 'text/javascript' });
  });
  await page.goto(`${site.url}/react/page`);
  await expect.poll(word).toMatch(/leads nowhere/);
  expect(await told()).toEqual([expect.stringMatching(/leads nowhere/), 'onError']);
  expect(await run('[find().className, find().volume, find().controls, find() === ref.current]')).toEqual([
    'wide',
    0.5,
    true,
    true,
  ]);
  await run('again({ volume: 1 })');
  expect(await run('[find().volume, find().controls]')).toEqual([1, false]);
});

/** Preact has the functions of React. */
const MODULES: Readonly<Record<string, string>> = Object.fromEntries(
  ['preact/dist/preact.mjs', 'preact/hooks/dist/hooks.mjs', 'preact/compat/dist/compat.mjs'].map((path) => [
    path.split('/').at(-1) ?? '',
    join(ROOT, 'node_modules', path),
  ]),
);
const REACT_PAGE = (server: string) => `<!doctype html>
<script type="importmap">{"imports": {"preact": "./preact.mjs", "preact/hooks": "./hooks.mjs"}}</script>
<script type="module">
  import * as React from './compat.mjs';
  import '${server}/embed/player.js';
  import { createComponent } from '${server}/embed/react.js';
  const Player = createComponent(React, 'kinora-player');
  globalThis.ref = React.createRef();
  globalThis.again = (props) => React.render(React.createElement(Player, { ref, className: 'wide', src: '/no.mp4', ...props }), document.body);
  again({ volume: 0.5, controls: true, onError: () => told.push('onError') });
</script>`;
