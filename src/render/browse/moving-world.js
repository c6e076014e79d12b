/* global document, globalThis, performance, Crypto, HTMLCanvasElement -- These functions run in the browser. */

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
    wait: globalThis.setTimeout.bind(globalThis),
  };
  replaceTimers(world);
  replaceDates(world, epoch);
  replaceChance();
  refuseWebGl();
  Object.defineProperty(globalThis, clock, { value: (to) => advance(world, to) });
}

/** Replaces properties of an object of the browser. */
export function replace(object, names) {
  for (const [name, value] of Object.entries(names))
    Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

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

export function replaceDates(world, epoch) {
  const date = new Proxy(Date, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [epoch + world.now], made),
    apply: (Target) => new Target(epoch + world.now).toString(),
    get: (target, name) => (name === 'now' ? () => Math.floor(epoch + world.now) : Reflect.get(target, name)),
  });
  replace(globalThis, { Date: date });
  replace(performance, { now: () => world.now });
  Object.defineProperty(document.timeline, 'currentTime', { get: () => world.now });
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
  const hasRun = await runTimers(world, to);
  world.now = to;
  let isMoving = seekAnimations(world);
  const current = world.callbacks;
  world.callbacks = new Map();
  for (const work of current.values()) callPage(work, [to]);
  const own = [globalThis.__kinoraSeek, globalThis.__shotstackSeek];
  const seeks = own.filter((seek) => typeof seek === 'function');
  for (const seek of seeks) callPage(seek, [to]);
  // What the scripts have begun now is at its beginning.
  isMoving = seekAnimations(world) || isMoving;
  // Promises of embedded files end in a task of their own.
  await new Promise((resolve) => void world.wait(resolve, 0));
  await Promise.all(
    Array.from(document.images, (picture) => picture.complete || picture.decode().catch(() => undefined)),
  );
  if (hasRun || isMoving || current.size > 0 || seeks.length > 0) return 'changed';
  return world.timers.size === 0 && world.callbacks.size === 0 ? 'still' : 'unchanged';
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
    await null;
  }
}

/** Sets all animations to the time of the clock. Returns true if one of them has moved. */
export function seekAnimations(world) {
  let isMoving = false;
  for (const animation of document.getAnimations()) {
    if (!world.held.has(animation) && animation.playState !== 'running') continue;
    isMoving = seekAnimation(world, animation) || isMoving;
  }
  return isMoving;
}

/** Sets an animation to the time of the clock. Returns true if it has moved. */
export function seekAnimation({ now, held }, animation) {
  const known = held.get(animation) ?? { time: 0, at: now };
  held.set(animation, known);
  const isPaused = animation.playState === 'paused';
  const time = animation.currentTime ?? 0;
  // The page has moved it. The browser rounds times.
  if (known.set !== undefined && Math.abs(time - known.set) > 0.001) known.time = time;
  else if (!isPaused) known.time += animation.playbackRate * (now - known.at);
  known.at = now;
  const endTime = animation.effect?.getComputedTiming().endTime ?? 0;
  if (!isPaused && animation.playbackRate > 0 && known.time >= endTime) {
    held.delete(animation);
    animation.finish();
    return true;
  }
  animation.currentTime = known.time;
  known.set = animation.currentTime ?? 0;
  return !isPaused;
}
