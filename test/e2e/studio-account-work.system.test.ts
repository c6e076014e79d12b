import { mkdir } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type KinoraClient, type NewTemplate } from '../../src/client/index.ts';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { findBarriers, type OpenedStudio, openStudio, editPicture } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

describe.skipIf(obstacle !== undefined)('the work of an account in the Studio', () => {
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let service: ServerProcess;
  let studio: OpenedStudio;
  let page: Page;
  let kinora: KinoraClient;

  beforeAll(async () => {
    media = await createMediaFolder();
    await mkdir(media.path('tmp'));
    service = await startServer(media.path('.'));
    kinora = createClient({ url: service.url, key: service.keys.v1 });
    studio = await openStudio(service.url, service.keys.v1);
    page = studio.page;
    page.setDefaultTimeout(50_000);
  });
  afterAll(async () => {
    await studio[Symbol.asyncDispose]();
    await endServer(service);
    await media[Symbol.asyncDispose]();
  });

  const shoot = async (name: string, shown = page) => {
    if (process.env['SHOTS']) await shown.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
  };
  const save = async () => {
    await page.getByRole('button', { name: 'Save as template' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Greeting');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };

  it('has templates with placeholders that the form of a clip marks and takes back', async () => {
    await page.locator('.clip').first().click();
    const text = page
      .locator('.field-row')
      .filter({ has: page.getByRole('textbox', { name: 'Text', exact: true }) });
    await text.getByRole('textbox').fill('Hello');
    await text.hover();
    await text.getByRole('button', { name: 'Make a placeholder of Text' }).click();
    const dialog = page.getByRole('dialog', { name: 'Placeholder' });
    await dialog.getByLabel('Label').fill('Your words');
    await dialog.getByLabel('At most, characters').fill('12');
    await shoot('dialog');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Make a placeholder' }).click();
    await page.getByRole('button', { name: 'Change the placeholder Your words' }).waitFor();
    await shoot('marked');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the placeholder Your words' }).click();
    await expect.poll(() => text.getByRole('textbox').inputValue()).toBe('Hello');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Change the placeholder Your words' }).waitFor();
  });

  it('has templates that are saved, and saved again as the next version', async () => {
    await save();
    await page.getByText('"Greeting" is a template of your account now.').waitFor();
    await save();
    await page.getByText('Version 2 of the template "Greeting" is saved.').waitFor();
    const [template, ...others] = await kinora.templates.list();
    expect([template?.name, template?.version, others]).toEqual(['Greeting', 2, []]);
    const { fields } = await kinora.templates.form(template!.id);
    expect(fields).toEqual([
      { name: 'YOUR_WORDS', label: 'Your words', kind: 'text', max: 12, value: 'Hello' },
    ]);
    await page.getByRole('link', { name: 'Start' }).click();
    const picture = page.locator('.account-templates img');
    await picture.waitFor();
    await page.locator('.account-templates').scrollIntoViewIfNeeded();
    const card = (await page.locator('.account-templates .starter').boundingBox())!;
    expect((await picture.boundingBox())!.width).toBeLessThan(card.width);
    await shoot('start');
  });

  it('has links, with which people without a key make their film', async () => {
    await page.getByRole('link', { name: /Greeting/ }).click();
    await page.getByRole('img', { name: /^Greeting at/ }).waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Revoke' }).waitFor();
    await shoot('own');
    expect(await findBarriers(page)).toEqual([]);
    const link = await page.getByLabel('The new link').inputValue();
    expect(await kinora.tokens.list()).toMatchObject([{ scope: 'form', origin: null }]);
    const visitor = await openStudio(link);
    await using _closed = visitor;
    await visitor.page.getByLabel('Your words').fill('Bonjour');
    await visitor.page.getByRole('img', { name: /^Greeting at/ }).waitFor();
    await shoot('form', visitor.page);
    expect(await findBarriers(visitor.page)).toEqual([]);
    await visitor.page.getByRole('button', { name: 'Make the film' }).click();
    await visitor.page.getByRole('link', { name: 'Download' }).waitFor({ timeout: 60_000 });
    await shoot('film', visitor.page);
    expect((await visitor.page.locator('video').boundingBox())!.width).toBeGreaterThan(300);
    const { value: listed } = await kinora.renders.list().next();
    if (!listed) throw new Error('There is no render.');
    const render = await kinora.renders.get(listed.id, { data: true });
    expect(render.data).toMatchObject({ merge: [{ find: 'YOUR_WORDS', replace: 'Bonjour' }] });
    expect(visitor.faults).toEqual([]);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => kinora.tokens.list()).toEqual([]);
    await visitor.page.reload();
    await visitor.page.getByText('This link does not work any more.').waitFor();
  });

  it('has links to forms that take files of the computer', async () => {
    const pictureOf = (color: string) => {
      const canvas = createCanvas(64, 36);
      const context = canvas.getContext('2d');
      context.fillStyle = color;
      context.fillRect(0, 0, 64, 36);
      return canvas.toBuffer('image/png');
    };
    const { id: source } = await kinora.upload(pictureOf('#ff0000'), { name: 'red.png' });
    const { source: standard } = await kinora.sources.wait(source);
    const postcard: NewTemplate = {
      name: 'Postcard',
      template: {
        timeline: {
          tracks: [{ clips: [{ asset: { type: 'image', src: '{{ PHOTO }}' }, start: 0, length: 1 }] }],
        },
        output: { format: 'mp4', resolution: 'preview' },
        merge: [{ find: 'PHOTO', replace: standard ?? '', field: { label: 'Photo', kind: 'image' } }],
      },
    };
    const template = await kinora.templates.create(postcard);
    const { token } = await kinora.tokens.create({ scope: 'form', template });
    const visitor = await openStudio(`${service.url}/#/form/v1/${template}/${token}`);
    await using _closed = visitor;
    const input = visitor.page.getByLabel('File for Photo');
    await input.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') });
    await visitor.page.getByText(/^note\.txt is not an image\./).waitFor();
    await input.setInputFiles({ name: 'blue.png', mimeType: 'image/png', buffer: pictureOf('#0000ff') });
    await visitor.page.getByText('blue.png', { exact: true }).waitFor();
    await visitor.page.getByRole('button', { name: 'Back to the picture of the template' }).waitFor();
    await visitor.page.locator('.file-shown img').waitFor();
    await visitor.page.getByRole('img', { name: /^Postcard at/ }).waitFor();
    await shoot('form-file', visitor.page);
    expect(await findBarriers(visitor.page)).toEqual([]);
    await visitor.page.getByRole('button', { name: 'Make the film' }).click();
    await visitor.page.getByRole('link', { name: 'Download' }).waitFor({ timeout: 60_000 });
    const { value: listed } = await kinora.renders.list().next();
    const { data } = await kinora.renders.get(listed!.id, { data: true });
    const [given] = (data as unknown as { merge: { find: string; replace: string }[] }).merge;
    expect(given?.find).toBe('PHOTO');
    expect(given?.replace).not.toBe(standard);
    expect(new URL(given!.replace).origin).toBe(service.url);
    expect(visitor.faults).toEqual([]);
  });

  it('has a brand, whose colours and fonts the form offers', async () => {
    await kinora.brand.save({
      palettes: [{ name: 'House', colors: ['#f5b544'] }],
      logos: [{ name: 'Our logo', src: `${service.url}/logo.svg` }],
    });
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.locator('.clip').first().click();
    await editPicture(page).waitFor();
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'EyeDropper'));
    await shoot('before-colours');
    const colour = page.getByRole('textbox', { name: 'Colour' }).first();
    await page.getByRole('button', { name: 'Colour, colours of the brand' }).first().click();
    await page.getByRole('button', { name: '#f5b544', exact: true }).click();
    await shoot('colours');
    expect(await findBarriers(page)).toEqual([]);
    expect(await colour.inputValue()).toBe('#f5b544');
    await page.getByRole('button', { name: 'Colour, pick from the picture' }).first().click();
    const { x, y, width } = (await page.locator('.picture').boundingBox())!;
    await page.mouse.click(x + width / 2, y + 20);
    // The picture may still be the JPEG, whose colours differ by little.
    await expect.poll(() => colour.inputValue()).toMatch(/^#1[01]1[6-9]2[6-9]$/);
    await page
      .getByRole('button', { name: /^Family:/ })
      .first()
      .click();
    await page.locator('.font-sample').first().waitFor();
    await shoot('fonts');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Our logo').waitFor();
    await page.getByLabel('Name of a palette').fill('Second');
    await page.getByRole('button', { name: 'Add the palette' }).click();
    await expect.poll(async () => (await kinora.brand.get()).brand.palettes?.length).toBe(2);
    await page.locator('#brand').scrollIntoViewIfNeeded();
    await shoot('brand');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('makes one edit in several shapes, side by side', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const shapes = page.getByRole('group', { name: 'Shapes of the film' });
    // The keys work a moment after the view is there.
    const leaveClip = async () => {
      await page.keyboard.press('Escape');
      return await shapes.count();
    };
    await expect.poll(leaveClip).toBe(1);
    await shapes.getByRole('button', { name: '9:16' }).click();
    await shapes.getByRole('button', { name: '1:1' }).click();
    const sizeOf = (name: string) =>
      page
        .getByRole('list', { name: 'Outputs' })
        .getByRole('button', { name })
        .locator('img')
        .evaluate((image) => `${Reflect.get(image, 'naturalWidth')} ${Reflect.get(image, 'naturalHeight')}`);
    expect(await sizeOf('9:16')).toBe('720 1280');
    expect(await sizeOf('1:1')).toBe('720 720');
    await shoot('variants');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByText('Saved on the server.').waitFor();
    const [kept] = await kinora.edits.list();
    const { edit } = await kinora.edits.get(kept!.id);
    expect(edit).toMatchObject({ outputs: [{}, { aspectRatio: '9:16' }, { aspectRatio: '1:1' }] });
    await shapes.getByRole('button', { name: '9:16' }).click();
    await shapes.getByRole('button', { name: '1:1' }).click();
    await expect.poll(() => page.locator('.variants').count()).toBe(0);
    expect(studio.faults.filter((fault) => !fault.includes('logo.svg') && !fault.includes('404'))).toEqual(
      [],
    );
  });
});
