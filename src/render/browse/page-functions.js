/* global CSSStyleSheet, document, getComputedStyle, Image, NodeFilter, OffscreenCanvas -- These functions run in the browser. */

// This file may contain only functions. Their source text is sent to the browser, and they may
// call each other.

/**
 * Yields the texts that a page shows. Each comes with the element, and the part of it, that
 * determines the font.
 */
export function* listTexts() {
  const all = document.body ? 'body, body *' : '*';
  const unseen = 'script, style, template, noscript, title, desc, metadata';
  for (const element of document.querySelectorAll(`:is(${all}):not(${unseen})`)) {
    const own = Array.from(element.childNodes, ({ nodeType, data }) => (nodeType === 3 ? data : ''));
    const typed = element.matches('input, textarea') ? [element.value] : [];
    // Options are shown in the font of their `select` element.
    yield { element: element.closest('select') ?? element, part: '', text: [...own, ...typed].join('') };
    for (const part of ['::before', '::after']) yield { element, part, text: generatedTextOf(element, part) };
    yield { element, part: '::marker', text: markerTextOf(element) };
    yield { element, part: '::placeholder', text: element.getAttribute('placeholder') ?? '' };
  }
}

/** Returns the text that a style sheet adds before, after or beside an element. */
export function generatedTextOf(element, part) {
  const { content } = getComputedStyle(element, part);
  return parseStrings(
    content.replaceAll(/attr\(([^()\s]+)\)/g, (_, name) => `"${element.getAttribute(name) ?? ''}"`),
  );
}

/** Returns the marker text of a list item. */
export function markerTextOf(element) {
  const { display, listStyleType } = getComputedStyle(element);
  return display.includes('list-item')
    ? generatedTextOf(element, '::marker') + parseStrings(listStyleType)
    : '';
}

/** Returns the strings in the value of a property, joined. */
export function parseStrings(value) {
  return Array.from(value.matchAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)/gs), ([, words]) => words).join('');
}

/** Returns a style sheet that Kinora adds to the page, with its rules. */
export function styleOf(name) {
  styleOf.all ??= new Map();
  const style = styleOf.all.get(name) ?? { sheet: new CSSStyleSheet(), rules: '' };
  styleOf.all.set(name, style);
  // A script of the page may have removed some.
  for (const { sheet } of styleOf.all.values())
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  return style;
}

/** Sets the rules of a style sheet that Kinora adds to the page. Equal rules change nothing. */
export function setStyle(name, rules) {
  const style = styleOf(name);
  if (style.rules === rules) return;
  style.sheet.replaceSync(rules);
  style.rules = rules;
}

/**
 * Lets a drawing fill the window, and removes its animations, so that it shows its still picture.
 *
 * @param {string} viewBox the area that fills the window, unless the drawing says it.
 * @returns the problem of a drawing that cannot be read, or an empty text.
 */
export function fitDrawing(viewBox) {
  const root = document.documentElement;
  const problem = document.querySelector('parsererror');
  if (problem) return problem.textContent;
  if (!root.hasAttribute('viewBox')) root.setAttribute('viewBox', viewBox);
  const animations = document.querySelectorAll('animate, set, animateTransform, animateMotion');
  for (const animation of animations) animation.remove();
  return '';
}

/**
 * Returns the fonts that a page requests and the characters that may need others. Elements with such
 * characters get the fallback families, too. Call it again if the page has changed.
 *
 * @param {string} fallbackFamilies the fallback families in `font-family` syntax.
 */
export function inspectTexts(fallbackFamilies) {
  const { sheet, rules } = styleOf('letters');
  // The page is inspected with its own fonts.
  if (rules !== '') sheet.disabled = true;
  const stacks = new Set();
  const characters = new Set();
  /** The font stack of each element with such characters, by the part of the element. */
  const parts = new Map(
    ['', '::before', '::after', '::marker', '::placeholder'].map((part) => [part, new Map()]),
  );
  for (const { element, part, text } of listTexts()) {
    if (text.trim() === '') continue;
    const { fontFamily } = getComputedStyle(element, part || null);
    stacks.add(fontFamily);
    // For characters below U+2190 and for emoji, the system fonts are correct.
    const far = (text.match(/[\u2190-\u{10ffff}]/gu) ?? []).filter((letter) => !/\p{Emoji}/u.test(letter));
    for (const letter of far) characters.add(letter);
    if (far.length > 0) parts.get(part).set(element, fontFamily);
  }
  const hasMarked = markTexts(parts, fallbackFamilies);
  sheet.disabled = false;
  // The families that the page itself brings, with their quotes removed.
  const own = Array.from(document.fonts, ({ family }) => family.replaceAll(/^["']|["']$/g, ''));
  return {
    stacks: [...stacks].slice(0, 200),
    characters: [...characters].toSorted().slice(0, 5000),
    own: [...new Set(own)].slice(0, 200),
    hasMarked,
  };
}

/**
 * Marks the elements that need the fallback families with the number of their font stack, and no others. Returns true
 * if an element has a new mark.
 */
export function markTexts(parts, fallbackFamilies) {
  const numbers = new Map();
  const rules = new Set();
  let hasMarked = false;
  for (const [part, elements] of parts) {
    const name = `data-kinora${part.replace('::', '-')}`;
    for (const element of document.querySelectorAll(`[${name}]`))
      if (!elements.has(element)) element.removeAttribute(name);
    for (const [element, stack] of elements) {
      if (!numbers.has(stack)) numbers.set(stack, String(numbers.size));
      const number = numbers.get(stack);
      // No element has three ids. They give the rule priority.
      rules.add(
        `[${name}="${number}"]:not(#a#b#c)${part}{font-family:${stack},${fallbackFamilies}!important}`,
      );
      if (element.getAttribute(name) === number) continue;
      element.setAttribute(name, number);
      hasMarked = true;
    }
  }
  setStyle('letters', [...rules].join(''));
  return hasMarked;
}

/** Returns the characters of a page that no font has. Call it after the fonts have loaded. */
export function findMissingCharacters() {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const missing = new Set();
  const seen = new Set();
  for (const { element, part, text } of listTexts()) {
    const { fontStyle, fontWeight, fontFamily } = getComputedStyle(element, part || null);
    context.font = `${fontStyle} ${fontWeight} 64px ${fontFamily}`;
    // Every font of Kinora contains Latin.
    for (const letter of text.match(/[\u0250-\u{10ffff}]/gu) ?? []) {
      const unseen = /[\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}]/u.test(letter);
      if (unseen || seen.has(context.font + letter)) continue;
      seen.add(context.font + letter);
      // No font has this private-use character, so it gives the metrics of a missing glyph.
      if (measureBounds(context, letter) === measureBounds(context, '\u{10fffd}')) missing.add(letter);
    }
  }
  return [...missing].slice(0, 200);
}

/**
 * Measures the ink of a character. At this precision no two glyphs of a font are equal, except the one for
 * missing characters.
 */
export function measureBounds(context, letter) {
  const metrics = context.measureText(letter);
  const { width, actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = metrics;
  return [width, left, right, metrics.actualBoundingBoxAscent, metrics.actualBoundingBoxDescent].join();
}

/**
 * Waits until everything that a page shows can be drawn.
 *
 * @returns the number of embedded pictures that cannot be read.
 */
export async function settle() {
  // A font is asked for when a text with it is laid out.
  void document.documentElement.getBoundingClientRect();
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

/**
 * Ends all animations that end, and holds the others at their beginning.
 *
 * @returns the number of elements that an animation has shown and that are invisible at its end.
 */
export function endAnimations() {
  const ended = [];
  for (const animation of document.getAnimations()) {
    const { delay, endTime } = animation.effect.getComputedTiming();
    if (endTime === Infinity) {
      animation.pause();
      animation.currentTime = Math.max(0, delay);
      // A screenshot cancels an animation that runs, but not one that stands still.
      animation.playbackRate = 0;
    } else if (animation.playbackRate !== 0) {
      animation.finish();
      ended.push(animation.effect);
    }
  }
  // An element can be hidden by one animation and shown by a later one, so all end first.
  const hidden = ended.filter((effect) => {
    const shows = effect.getKeyframes().some(({ opacity }) => Number(opacity) > 0);
    return shows && Number(getComputedStyle(effect.target, effect.pseudoElement).opacity) === 0;
  });
  return new Set(hidden.map(({ target }) => target)).size;
}

/**
 * Makes percentages of the line heights of 10 or more that have no unit, as the public service reads them
 * (contract C64).
 */
export function readLineHeights() {
  const styles = Array.from(document.querySelectorAll('[style]'), ({ style }) => style);
  const collect = (rules) => {
    for (const { style, cssRules } of rules) {
      if (style) styles.push(style);
      if (cssRules) collect(cssRules);
    }
  };
  // The rules of a linked style sheet cannot be read.
  for (const sheet of document.styleSheets) if (sheet.href === null) collect(sheet.cssRules);
  for (const style of styles) {
    const { lineHeight } = style;
    if (Number(lineHeight) < 10 || Number.isNaN(Number(lineHeight))) continue;
    style.setProperty('line-height', `${lineHeight}%`, style.getPropertyPriority('line-height'));
  }
}

/**
 * Returns the texts of a page that are invisible or have a line outside the page. Elements without a box, such
 * as those with `display: none`, are not shown on purpose and do not count.
 */
export function findUnseenTexts() {
  const unseen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (data.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const lines = Array.from(range.getClientRects()).filter(({ width, height }) => width > 0 && height > 0);
    if (lines.length === 0) continue;
    if (isInvisible(parentElement) || lines.some((line) => isCutAway(line, parentElement)))
      unseen.add(data.replaceAll(/\s+/g, ' ').trim().slice(0, 60));
  }
  return [...unseen].slice(0, 20);
}

/** Returns true for an element that has a box and whose letters are not drawn. */
export function isInvisible(element) {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
  const { webkitTextFillColor, webkitTextStrokeWidth, textShadow } = getComputedStyle(element);
  const hasFill = !/^rgba\(.*, 0\)$/.test(webkitTextFillColor);
  if (hasFill || webkitTextStrokeWidth !== '0px' || textShadow !== 'none') return false;
  // A transparent letter can show the background of an element around it.
  for (let around = element; around; around = around.parentElement)
    if (getComputedStyle(around).backgroundClip.includes('text')) return false;
  return !element.closest('svg');
}

/** Returns true if a line of text lies outside the page or a box around it that hides what overflows. */
export function isCutAway(line, element) {
  let { left, top, right, bottom } = line;
  for (let around = element; around;) {
    const { overflow, position } = getComputedStyle(around);
    if (overflow !== 'visible') {
      const box = around.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    // A box out of the flow is cut by the box that it is placed in, not by those between.
    around = position === 'absolute' ? around.offsetParent : around.parentElement;
  }
  const page = document.documentElement;
  return (
    left >= right ||
    top >= bottom ||
    right <= 0 ||
    bottom <= 0 ||
    left >= page.clientWidth ||
    top >= page.clientHeight
  );
}

/** Replaces the browser's icon for missing pictures with a blank image of the same size. */
export async function replaceWithBlank(pictures) {
  const blank = new Image();
  blank.src = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  await blank.decode();
  for (const picture of pictures) picture.style.setProperty('content', `url("${blank.src}")`, 'important');
}
