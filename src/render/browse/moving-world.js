/* global document, globalThis, performance, Crypto, Element, Event, HTMLCanvasElement, MessageChannel -- These functions run in the browser. */

// This file may contain only functions. Their source text is sent to the browser before the scripts of a page, and
// they may call each other.

/**
 * Gives a page a clock that stands still until it is set. Dates, timers, frames and all animations of the page follow
 * this clock.
 *
 * @param {string} clock the name of the function that sets the clock.
 * @param {number} epoch the date at its start, in milliseconds since 1970.
 */
export function makeSeekable(clock, epoch) {
  const world = {
    /** Milliseconds since the page began. */
    now: 0,
    lastId: 0,
    timers: new Map(),
    /** The callbacks of the next frame. */
    callbacks: new Map(),
    /** The time of each animation that the clock has moved. */
    held: new WeakMap(),
    /** Weak references to the shadow roots. The document does not list their animations. */
    roots: new Set(),
    wait: globalThis.setTimeout.bind(globalThis),
    drawFrame: globalThis.requestAnimationFrame.bind(globalThis),
    turns: new MessageChannel(),
  };
  replaceTimers(world);
  replaceDates(world, epoch);
  replaceFormats(world, epoch);
  collectRoots(world);
  replaceChance();
  refuseWebGl();
  Object.defineProperty(globalThis, clock, { value: (to) => advance(world, to) });
}

/** Replaces properties of an object of the browser. */
export function replace(object, names) {
  for (const [name, value] of Object.entries(names))
    Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

/** Runs timers, and functions for the next frame, by the clock of the world. */
export function replaceTimers(world) {
  const add = (list, entry) => {
    world.lastId += 1;
    list.set(world.lastId, entry);
    return world.lastId;
  };
  const addTimer = (work, delay, rest, repeats) => {
    const pause = Math.max(repeats ? 1 : 0, Number(delay) || 0);
    return add(world.timers, { work, rest, at: world.now + pause, ...(repeats && { every: pause }) });
  };
  const removeTimer = (id) => void world.timers.delete(id);
  replace(globalThis, {
    setTimeout: (work, delay, ...rest) => addTimer(work, delay, rest, false),
    setInterval: (work, delay, ...rest) => addTimer(work, delay, rest, true),
    clearTimeout: removeTimer,
    clearInterval: removeTimer,
    requestAnimationFrame: (work) => add(world.callbacks, work),
    cancelAnimationFrame: (id) => void world.callbacks.delete(id),
    requestIdleCallback: (work) =>
      addTimer(() => work({ didTimeout: false, timeRemaining: () => 50 }), 1, [], false),
    cancelIdleCallback: removeTimer,
  });
}

/** Takes the time of dates, of `performance` and of animations from the clock of the world. */
export function replaceDates(world, epoch) {
  const date = new Proxy(Date, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [epoch + world.now], made),
    apply: (Target) => new Target(epoch + world.now).toString(),
    get: (target, name) => (name === 'now' ? () => Math.floor(epoch + world.now) : Reflect.get(target, name)),
  });
  replace(globalThis, { Date: date });
  replace(Date.prototype, { constructor: date });
  replace(performance, { now: () => world.now, timeOrigin: epoch });
  Object.defineProperty(Event.prototype, 'timeStamp', { get: () => world.now });
  Object.defineProperty(document.timeline, 'currentTime', { get: () => world.now });
}

/** Lets formats of dates take the date that they are not given from the clock of the world. */
export function replaceFormats(world, epoch) {
  const { prototype } = Intl.DateTimeFormat;
  const { get } = Object.getOwnPropertyDescriptor(prototype, 'format');
  const { formatToParts } = prototype;
  const now = () => epoch + world.now;
  Object.defineProperty(prototype, 'format', {
    get() {
      const format = get.call(this);
      return (date = now()) => format(date);
    },
  });
  replace(prototype, {
    formatToParts(date = now()) {
      return formatToParts.call(this, date);
    },
  });
}

/** Collects the shadow roots that scripts make, and those of the markup. */
export function collectRoots(world) {
  document.addEventListener('DOMContentLoaded', () => collectOpenRoots(world, document));
  const { attachShadow } = Element.prototype;
  replace(Element.prototype, {
    attachShadow(options) {
      const root = attachShadow.call(this, options);
      world.roots.add(new WeakRef(root));
      return root;
    },
  });
}

/** Collects the open shadow roots below a document or another shadow root. */
export function collectOpenRoots(world, above) {
  for (const { shadowRoot } of above.querySelectorAll('*')) {
    if (!shadowRoot) continue;
    world.roots.add(new WeakRef(shadowRoot));
    collectOpenRoots(world, shadowRoot);
  }
}

/** Yields the animations of the document and of its shadow roots. */
export function* listAnimations(world) {
  yield* document.getAnimations();
  for (const reference of world.roots) {
    const root = reference.deref();
    if (root) yield* root.getAnimations();
    else world.roots.delete(reference);
  }
}

/** Takes the numbers of `crypto` from `Math.random`, which is reproducible. */
export function replaceChance() {
  replace(Crypto.prototype, {
    getRandomValues(values) {
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      for (const index of bytes.keys()) bytes[index] = Math.random() * 256;
      return values;
    },
    randomUUID() {
      const digits = Array.from(this.getRandomValues(new Uint8Array(16)), (byte) =>
        byte.toString(16).padStart(2, '0'),
      );
      return digits.join('').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
    },
  });
}

/** Refuses WebGL, whose pictures differ from one machine to the next. */
export function refuseWebGl() {
  const { getContext } = HTMLCanvasElement.prototype;
  replace(HTMLCanvasElement.prototype, {
    getContext(kind, ...rest) {
      if (/webgl|webgpu/.test(kind))
        throw new Error('a page of Kinora has no WebGL. Draw with a 2D canvas, with SVG or with CSS');
      return getContext.call(this, kind, ...rest);
    },
  });
}

/** Calls a function of the page. An error that it throws is one of the page. */
export function callPage(work, rest) {
  try {
    if (typeof work === 'function') work(...rest);
    else globalThis.eval(String(work));
  } catch (error) {
    globalThis.reportError(error);
  }
}

/**
 * Sets the clock. Returns `changed` if the picture may have changed, `still` if it never changes again, and
 * `unchanged` otherwise.
 *
 * @param {number} to milliseconds, never less than before.
 */
export async function advance(world, to) {
  world.hasEnded = false;
  const hasRun = await runTimers(world, to);
  world.now = to;
  let isMoving = seekAnimations(world);
  const current = world.callbacks;
  world.callbacks = new Map();
  for (const work of current.values()) callPage(work, [to]);
  const own = [globalThis.__kinoraSeek, globalThis.__shotstackSeek];
  const seeks = own.filter((seek) => typeof seek === 'function');
  for (const seek of seeks) callPage(seek, [to]);
  // The browser tells a page of the end of an animation with its next frame.
  if (world.hasEnded) await waitForFrame(world);
  const hasLoaded = await waitForContent(world);
  // What the scripts have begun now is at its beginning.
  isMoving = seekAnimations(world) || isMoving;
  if (hasRun || hasLoaded || isMoving || current.size > 0 || seeks.length > 0) return 'changed';
  if (world.timers.size > 0 || world.callbacks.size > 0) return 'unchanged';
  await waitForFrame(world);
  return 'still';
}

/** Waits until the browser has drawn. */
export function waitForFrame(world) {
  return new Promise((resolve) => void world.drawFrame(() => world.drawFrame(resolve)));
}

/** Waits for the promises, the pictures and the fonts that the page has asked for. Returns true if it had to. */
export async function waitForContent(world) {
  // Promises of embedded files end in a task of their own.
  await new Promise((resolve) => void world.wait(resolve, 0));
  const pictures = Array.from(document.images).filter(({ complete }) => !complete);
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  // A font is asked for when a text with it is laid out.
  void document.documentElement.offsetWidth;
  const isLoading = document.fonts.status === 'loading';
  if (isLoading) await document.fonts.ready;
  return isLoading || pictures.length > 0;
}

/** Lets the browser finish all promises that can go on. */
export function finishPromises({ turns: { port1, port2 } }) {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(0);
  });
}

/** Runs the timers that are due, in their order. Returns true if there were some. */
export async function runTimers(world, to) {
  for (let count = 0; ; count++) {
    const due = [...world.timers].filter(([, { at }]) => at <= to);
    const [[id, timer] = []] = due.toSorted(([, one], [, other]) => one.at - other.at);
    if (!timer) return count > 0;
    if (count === 100_000) throw new Error('the timers of the page never end');
    if (timer.at > world.now) {
      world.now = timer.at;
      // The timer finds the animations where they are at its time.
      seekAnimations(world);
    }
    if (timer.every === undefined) world.timers.delete(id);
    else timer.at = world.now + timer.every;
    callPage(timer.work, timer.rest);
    // A promise behind a timer may set the next timer.
    await finishPromises(world);
  }
}

/** Sets all animations to the time of the clock. Returns true if one of them has moved. */
export function seekAnimations(world) {
  let isMoving = false;
  for (const animation of listAnimations(world)) {
    if (animation.timeline !== document.timeline) continue;
    if (!world.held.has(animation) && animation.playState !== 'running') continue;
    isMoving = seekAnimation(world, animation) || isMoving;
  }
  return isMoving;
}

/** Sets an animation to the time of the clock. Returns true if it has moved. */
export function seekAnimation(world, animation) {
  const { now, held } = world;
  const known = held.get(animation) ?? { time: animation.currentTime ?? 0, at: now };
  held.set(animation, known);
  const isPaused = animation.playState === 'paused';
  const time = animation.currentTime ?? 0;
  // The page has moved it. The browser rounds times.
  if (known.set !== undefined && Math.abs(time - known.set) > 0.001) known.time = time;
  else if (!isPaused) known.time += animation.playbackRate * (now - known.at);
  known.at = now;
  const endTime = animation.effect?.getComputedTiming().endTime ?? 0;
  const isAtEnd = animation.playbackRate < 0 ? known.time <= 0 : known.time >= endTime;
  if (!isPaused && animation.playbackRate !== 0 && isAtEnd) {
    held.delete(animation);
    animation.finish();
    world.hasEnded = true;
    return true;
  }
  animation.currentTime = known.time;
  known.set = animation.currentTime ?? 0;
  return !isPaused;
}
