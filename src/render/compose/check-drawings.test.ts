import { expect, test } from 'vitest';
import { seen, timelineOf } from '../scene/seen-clip.fixture.ts';
import { checkDrawings } from './check-drawings.ts';

function timelineWith(src: string) {
  const asset = { type: 'svg', src } as const;
  // Its clip is never composed: the first frame shows nothing.
  return timelineOf([seen({ from: 50, to: 100, picture: { kind: 'drawn', lasts: 2, asset } })]);
}

test('a drawing that cannot be read fails with its field, before any frame', async () => {
  const failed = checkDrawings(timelineWith('<svg'));
  await expect(failed).rejects.toThrow(/^clip\.asset\.src: is not an SVG that can be drawn: /);
  await expect(failed).rejects.toHaveProperty('code', 'validation_failed');
  await expect(checkDrawings(timelineWith('<svg width="1" height="1"/>'))).resolves.toBeUndefined();
});
