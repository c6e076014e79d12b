import type { Locator, Page } from 'playwright-core';

/** Pixels that the pointer moves at once. */
const STEP = 12;

/** Pixels of a place of which the middle is aimed at. A long clip is seen in part. */
const WIDEST = 200;

/** A hand on the mouse and the keyboard. It counts its clicks and drags; typing words is free. */
export interface Hand {
  readonly page: Page;
  readonly click: (place: Locator) => Promise<void>;
  /** Drags from the middle of a place. @param by pixels to the right and down. */
  readonly drag: (place: Locator, by: readonly [x: number, y: number]) => Promise<void>;
  /** Replaces the words of the field that has the focus. */
  readonly write: (words: string) => Promise<void>;
  /** Clicks a button that asks for files of the computer, and chooses them. */
  readonly choose: (button: Locator, files: readonly string[]) => Promise<void>;
  readonly count: () => number;
}

/** Takes the mouse and the keyboard of a page. */
export function takeHand(page: Page): Hand {
  let count = 0;
  const middle = async (place: Locator): Promise<readonly [number, number]> => {
    await place.scrollIntoViewIfNeeded();
    const box = await place.boundingBox();
    if (!box) throw new Error(`Nothing can be seen at ${String(place)}.`);
    return [box.x + Math.min(box.width, WIDEST) / 2, box.y + box.height / 2];
  };
  const click = async (place: Locator): Promise<void> => {
    const [x, y] = await middle(place);
    count += 1;
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
  };
  return {
    page,
    click,
    drag: async (place, [x, y]) => {
      const [left, top] = await middle(place);
      count += 1;
      await page.mouse.move(left, top);
      await page.mouse.down();
      await page.mouse.move(left + x, top + y, { steps: Math.ceil(Math.hypot(x, y) / STEP) });
      await page.mouse.up();
    },
    write: async (words) => {
      await page.keyboard.press('Control+a');
      await page.keyboard.type(words);
    },
    choose: async (button, files) => {
      const chooser = page.waitForEvent('filechooser'); chooser.catch(() => undefined);
      await click(button);
      await (await chooser).setFiles([...files]);
    },
    count: () => count,
  };
}
