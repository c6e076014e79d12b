import { readFile, writeFile } from 'node:fs/promises';
import { setup, NARRATED } from './scratch-dev.ts';
const s = await setup();
try {
  const edit = { timeline: { tracks: [
    { clips: [{ asset: { type: 'text', text: 'A day at the coast', font: { size: 60, color: '#ffffff' }, background: { color: '#c0392b' } }, start: 1, length: 5, transition: { in: 'fade' } }] },
    ] }, output: { format: 'mp4', resolution: 'hd', fps: 25 } };
  const r = await fetch(s.service.url + '/edit/v1/frame?at=3', { method: 'POST', headers: { 'x-api-key': s.key, 'content-type': 'application/json' }, body: JSON.stringify(edit) });
  await writeFile('/tmp/pl/frame.jpg', Buffer.from(await r.arrayBuffer()));
  const l = await s.api('/layers?height=540', edit);
  console.log(JSON.stringify(l).slice(0, 1500));
} catch (e) { console.error(e); } finally { await s.close(); }
