import { readFile } from 'node:fs/promises';
import { setup, NARRATED } from './scratch-dev.ts';
import { renderEdit } from './test/media/render-edit.ts';
const s = await setup();
try {
  s.pages.set('/music.mp3', { body: await readFile(NARRATED + '/music.mp3'), type: 'audio/mpeg' });
  s.pages.set('/coast.jpg', { body: await readFile(NARRATED + '/coast.jpg'), type: 'image/jpeg' });
  const film = s.media.path('film.mp4');
  await renderEdit({ timeline: { tracks: [{ clips: [{ asset: { type: 'image', src: NARRATED + '/coast.jpg' }, start: 0, length: 8, effect: 'zoomInSlow' }] }] }, output: { format: 'mp4', resolution: 'hd' } }, film);
  s.pages.set('/film.mp4', { body: await readFile(film), type: 'video/mp4' });
  s.pages.set('/c.vtt', { type: 'text/vtt', body: 'WEBVTT\n\n00:00.000 --> 00:02.500\n<i>Morning</i> at the coast\n\n00:02.500 --> 00:06.000\nThe sea is calm\n' });
  s.pages.set('/ch.vtt', { type: 'text/vtt', body: 'WEBVTT\n\n00:00.000 --> 00:03.000\nDawn\n\n00:03.000 --> 00:08.000\nDay\n' });
  const edit = { timeline: { soundtrack: { src: s.origin + '/music.mp3' }, tracks: [
    { clips: [{ asset: { type: 'text', text: 'A day at the coast', font: { size: 60, color: '#ffffff' }, background: { color: '#c0392b' } }, start: 1, length: 5, transition: { in: 'fade' } }] },
    { clips: [{ asset: { type: 'video', src: s.origin + '/film.mp4' }, start: 0, length: 8 }] } ] }, output: { format: 'mp4', resolution: 'hd', fps: 25 } };
  const kept = await s.api('/edits', { name: 'Coast', edit });
  const made = await s.api('/tokens', { scope: 'preview', edit: kept.id, origin: s.origin });
  const csp = `default-src 'none'; script-src ${s.service.url} ${s.origin}; connect-src ${s.service.url} ${s.origin}; img-src ${s.origin}; media-src ${s.origin}; require-trusted-types-for 'script'`;
  s.pages.set('/', { type: 'text/html', csp, body: `<!doctype html><html lang=en><title>t</title><meta name=viewport content="width=device-width"><body><main><h1>Player</h1><kinora-player controls server="${s.service.url}" token="${made.token}"><track kind=captions src="/c.vtt"><track kind=chapters src="/ch.vtt"></kinora-player></main><script src="/log.js"></script><script type=module src="${s.service.url}/embed/player.js"></script>` });
  s.pages.set('/log.js', { type: 'text/javascript', body: `const p=document.querySelector('kinora-player');window.log=[];for(const n of ['ready','play','playing','waiting','pause','ended','seeking','seeked','statechange','error','volumechange'])p.addEventListener(n,e=>log.push(Math.round(performance.now())+' '+n+(n==='statechange'?' '+JSON.stringify(p.state):'')+(e.message??'')))` });
  const page = await s.browser.newPage({ viewport: { width: 900, height: 640 } });
  page.on('console', (m) => console.log('console', m.text()));
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  page.on('response', async (r) => { if (r.status() >= 400) console.log(r.status(), r.url(), await r.text()); });
  page.on('requestfailed', (q) => console.log('failed', q.url(), q.failure()?.errorText));
  await page.goto(s.origin);
  const log = async (what: string) => { console.log('--', what); for (const l of await page.evaluate(() => (window as any).log.splice(0))) console.log('  ', l); };
  await page.waitForFunction(() => (document.querySelector('kinora-player') as any).isReady, undefined, { timeout: 30000 });
  await page.waitForTimeout(1500);
  await log('opened'); await page.screenshot({ path: '/tmp/pl/opened.png' });
  await page.keyboard.press('Tab'); await page.keyboard.press('k'); await page.waitForTimeout(2500);
  console.log(await page.evaluate(() => { const p = document.querySelector('kinora-player') as any; return [p.currentTime, p.duration, p.paused]; }));
  await page.screenshot({ path: '/tmp/pl/playing.png' });
  await log('playing');
  await page.keyboard.press('k'); await page.waitForTimeout(800); await page.keyboard.press('Home'); await page.keyboard.press('ArrowRight'); await page.waitForTimeout(1000);
  await log('seek'); await page.screenshot({ path: '/tmp/pl/seek.png' });
  await page.keyboard.press('End'); await page.waitForTimeout(600); await page.keyboard.press('k'); await page.waitForTimeout(1500); await log('end');
  await page.setViewportSize({ width: 360, height: 640 }); await page.waitForTimeout(800); await page.screenshot({ path: '/tmp/pl/narrow.png' });
  await log('narrow');
} catch (e) { console.error(e); } finally { await s.close(); }
