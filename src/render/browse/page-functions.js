/* global document, getComputedStyle, Image, OffscreenCanvas -- These functions run beside a page of the browser, not in Node.js. */

// Only functions: they go there as they are written here, and may use one another.

/** The texts that a page shows, each with the element, and the part of it, whose font it is in. */
export function* listTexts() {
  for (const element of document.querySelectorAll('body, body *:not(script, style, template, noscript)')) {
    const own = Array.from(element.childNodes, ({ nodeType, data }) => (nodeType === 3 ? data : ''));
    const typed = element.matches('input, textarea') ? [element.value] : [];
    // What may be chosen is shown in the font of what shows the choice.
    yield { element: element.closest('select') ?? element, part: '', text: [...own, ...typed].join('') };
    for (const part of ['::before', '::after']) yield { element, part, text: generatedTextOf(element, part) };
    yield { element, part: '::marker', text: markerTextOf(element) };
    yield { element, part: '::placeholder', text: element.getAttribute('placeholder') ?? '' };
  }
}

/** The text that a style sheet puts before, after or beside an element. */
export function generatedTextOf(element, part) {
  const { content } = getComputedStyle(element, part);
  return parseStrings(
    content.replaceAll(/attr\(([^)\s]+)\)/g, (_, name) => `"${element.getAttribute(name) ?? ''}"`),
  );
}

/** The text that stands beside an item of a list. */
export function markerTextOf(element) {
  const { display, listStyleType } = getComputedStyle(element);
  return display.includes('list-item')
    ? generatedTextOf(element, '::marker') + parseStrings(listStyleType)
    : '';
}

/** The strings in the value of a property. */
export function parseStrings(value) {
  return Array.from(value.matchAll(/"((?:[^"\\]|\\.)*)"/gs), ([, words]) => words).join('');
}

/** Adds a style sheet to the page. */
export function addStyle(rules) {
  document.documentElement.append(Object.assign(document.createElement('style'), { textContent: rules }));
}

/**
 * Finds out which fonts a page asks for, and which letters it has that may need others; where it has some, it asks for the
 * fallback fonts.
 *
 * @param {string} fallbackFamilies the fallback families, as a `font-family` has them.
 */
export function inspectTexts(fallbackFamilies) {
  const stacks = new Set();
  const characters = new Set();
  const rules = [];
  for (const { element, part, text } of listTexts()) {
    if (text.trim() === '') continue;
    const { fontFamily } = getComputedStyle(element, part || null);
    stacks.add(fontFamily);
    // Below U+2190, and of emoji, the fonts of the system have what they should.
    const far = (text.match(/[\u2190-\u{10ffff}]/gu) ?? []).filter((letter) => !/\p{Emoji}/u.test(letter));
    if (far.length === 0) continue;
    for (const letter of far) characters.add(letter);
    element.setAttribute(`data-kinora${part.replace('::', '-')}`, rules.length);
    const selector = `[data-kinora${part.replace('::', '-')}="${rules.length}"]:not(#a#a#a)${part}`;
    rules.push(`${selector}{font-family:${fontFamily},${fallbackFamilies}!important}`);
  }
  addStyle(rules.join(''));
  return { stacks: [...stacks].slice(0, 200), characters: [...characters].slice(0, 5000) };
}

/** The letters that a page shows and no font has. To be asked when its fonts are there. */
export function findMissingCharacters() {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const missing = new Set();
  const seen = new Set();
  for (const { element, part, text } of listTexts()) {
    const { fontStyle, fontWeight, fontFamily } = getComputedStyle(element, part || null);
    context.font = `${fontStyle} ${fontWeight} 64px ${fontFamily}`;
    // Every font of ours has Latin.
    for (const letter of text.match(/[\u0250-\u{10ffff}]/gu) ?? []) {
      const unseen = /[\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}]/u.test(letter);
      if (unseen || seen.has(context.font + letter)) continue;
      seen.add(context.font + letter);
      // A letter for private use that nobody uses: what is drawn for all that are missing.
      if (measureBounds(context, letter) === measureBounds(context, '\u{10fffd}')) missing.add(letter);
    }
  }
  return [...missing].slice(0, 200);
}

/** Where a letter has ink: no two letters of a font have it in the same place to so many digits, but for what stands for none. */
export function measureBounds(context, letter) {
  const metrics = context.measureText(letter);
  const { width, actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = metrics;
  return [width, left, right, metrics.actualBoundingBoxAscent, metrics.actualBoundingBoxDescent].join();
}

/** Waits until everything that a page shows can be drawn. @returns how many pictures that it brings cannot be read. */
export async function settle() {
  await document.fonts.ready;
  for (const drawing of document.querySelectorAll('svg')) {
    drawing.pauseAnimations();
    drawing.setCurrentTime(0);
  }
  const pictures = Array.from(document.images);
  const decoded = await Promise.allSettled(pictures.map((picture) => picture.decode()));
  const broken = pictures.filter(
    (picture, index) => decoded[index].status === 'rejected' && !picture.naturalWidth,
  );
  if (broken.length > 0) await replaceWithBlank(broken);
  return broken.filter(({ currentSrc }) => /^(data|blob):/.test(currentSrc)).length;
}

/** Shows nothing instead of the sign of the browser for pictures that are not there, in the same place. */
export async function replaceWithBlank(pictures) {
  const blank = new Image();
  blank.src = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  await blank.decode();
  for (const picture of pictures) picture.style.setProperty('content', `url("${blank.src}")`, 'important');
}
