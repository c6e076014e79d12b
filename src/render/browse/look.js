/* global document, getComputedStyle -- This file runs in a page of the browser, not in Node.js. */

/**
 * Finds out which fonts a page asks for, and which letters it has that may need others; where it has some, it asks for those that
 * stand in.
 *
 * @param {string} standIns the families that stand in, as a `font-family` has them.
 */
export function lookAtTexts(standIns) {
  const stacks = new Set();
  const letters = new Set();
  for (const element of document.querySelectorAll('body, body *:not(script, style, template)')) {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3);
    const text = own.map(({ data }) => data).join('');
    if (text.trim() === '') continue;
    const stack = getComputedStyle(element).fontFamily;
    stacks.add(stack);
    // Below U+2190, and of emoji, the fonts of the system have what they should.
    const far = (text.match(/[\u2190-\u{10ffff}]/gu) ?? []).filter((letter) => !/\p{Emoji}/u.test(letter));
    if (far.length === 0) continue;
    for (const letter of far) letters.add(letter);
    element.style.setProperty('font-family', `${stack}, ${standIns}`, 'important');
  }
  return { stacks: [...stacks].slice(0, 200), letters: [...letters].slice(0, 5000) };
}

/** Waits until everything that a page shows can be drawn. */
export async function settle() {
  await document.fonts.ready;
  const pictures = [...document.images].filter(({ complete }) => complete);
  // One that cannot be read is seen as such.
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
}
