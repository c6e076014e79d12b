/* global document, globalThis, performance -- This file runs in a page of the browser, before the scripts of the page. */

/**
 * Gives a page a clock that stands still until it is set. Dates, timers, frames and all animations of the page follow
 * this clock.
 *
 * @param {{ clock: string, epoch: number }} options the name under which the clock is found, and the date at its start
 *   in milliseconds since 1970.
 */
export function makeSeekable({ clock, epoch }) {
  /** Milliseconds since the page began. */
  let now = 0;
  let lastId = 0;
  const timers = new Map();
  let callbacks = new Map();
  /** The time and the rate of each animation that the clock holds. */
  const held = new WeakMap();
  const wait = globalThis.setTimeout.bind(globalThis);

  const add = (list, entry) => {
    lastId += 1;
    list.set(lastId, entry);
    return lastId;
  };
  const addTimer = (work, delay, rest, every) => {
    const pause = Math.max(every ? 1 : 0, Number(delay) || 0);
    return add(timers, { work, rest, at: now + pause, ...(every && { every: pause }) });
  };
  const call = (work, rest) => {
    try {
      if (typeof work === 'function') work(...rest);
      else globalThis.eval(String(work));
    } catch (error) {
      globalThis.reportError(error);
    }
  };
  const own = (object, names) => {
    for (const [name, value] of Object.entries(names))
      Object.defineProperty(object, name, { value, writable: true, configurable: true });
  };
  own(globalThis, {
    setTimeout: (work, delay, ...rest) => addTimer(work, delay, rest, false),
    setInterval: (work, delay, ...rest) => addTimer(work, delay, rest, true),
    clearTimeout: (id) => void timers.delete(id),
    clearInterval: (id) => void timers.delete(id),
    requestAnimationFrame: (work) => add(callbacks, work),
    cancelAnimationFrame: (id) => void callbacks.delete(id),
    requestIdleCallback: (work) =>
      addTimer(() => work({ didTimeout: false, timeRemaining: () => 50 }), 1, [], false),
    cancelIdleCallback: (id) => void timers.delete(id),
    Date: new Proxy(Date, {
      construct: (target, given, made) =>
        Reflect.construct(target, given.length > 0 ? given : [epoch + now], made),
      apply: (Target) => new Target(epoch + now).toString(),
      get: (target, name) => (name === 'now' ? () => Math.floor(epoch + now) : Reflect.get(target, name)),
    }),
  });
  own(performance, { now: () => now });
  Object.defineProperty(document.timeline, 'currentTime', { get: () => now });
  own(Crypto.prototype, {
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
  const { getContext } = HTMLCanvasElement.prototype;
  own(HTMLCanvasElement.prototype, {
    getContext(kind, ...rest) {
      if (/webgl|webgpu/.test(kind))
        throw new Error('a page of Kinora has no WebGL. Draw with a 2D canvas, with SVG or with CSS');
      return getContext.call(this, kind, ...rest);
    },
  });

  /** Sets all animations to the time of the clock. Returns true if there is one that runs. */
  const seekAnimations = () => {
    let isMoving = false;
    for (const animation of document.getAnimations()) {
      let known = held.get(animation);
      if (!known && animation.playState !== 'running') continue;
      if (!known) held.set(animation, (known = { time: 0, rate: animation.playbackRate, at: now }));
      // The page has set another rate. With the rate 0, only the clock moves an animation.
      else if (animation.playbackRate !== 0) known.rate = animation.playbackRate;
      animation.playbackRate = 0;
      // The page has moved or paused it.
      if (known.set !== undefined && animation.currentTime !== known.set)
        known.time = animation.currentTime ?? 0;
      else if (animation.playState !== 'paused') known.time += known.rate * (now - known.at);
      known.at = now;
      const { endTime } = animation.effect?.getComputedTiming() ?? { endTime: 0 };
      if (known.rate > 0 && known.time >= endTime && animation.playState !== 'paused') {
        held.delete(animation);
        animation.playbackRate = known.rate;
        animation.finish();
        isMoving = true;
      } else {
        animation.currentTime = known.time;
        known.set = animation.currentTime;
        isMoving ||= animation.playState !== 'paused';
      }
    }
    return isMoving;
  };

  /** Runs the timers that are due. Returns true if there were some. */
  const runTimers = async (to) => {
    let count = 0;
    for (;;) {
      const due = [...timers]
        .filter(([, { at }]) => at <= to)
        .toSorted(([, one], [, other]) => one.at - other.at);
      const [id, timer] = due[0] ?? [];
      if (!timer) return count > 0;
      if (++count > 100_000) throw new Error('the timers of the page never end');
      if (timer.at > now) {
        now = timer.at;
        // The timer finds the animations where they are at its time.
        seekAnimations();
      }
      if (timer.every === undefined) timers.delete(id);
      else timer.at = now + timer.every;
      call(timer.work, timer.rest);
      await null;
    }
  };

  /**
   * Sets the clock. Returns `changed` if the picture may have changed, `still` if it never changes again, and
   * `unchanged` otherwise.
   *
   * @param {number} to milliseconds, never less than before.
   */
  const advance = async (to) => {
    const hasRun = await runTimers(to);
    now = to;
    let isMoving = seekAnimations();
    const current = callbacks;
    callbacks = new Map();
    for (const work of current.values()) call(work, [now]);
    const seeks = [globalThis.__kinoraSeek, globalThis.__shotstackSeek].filter(
      (seek) => typeof seek === 'function',
    );
    for (const seek of seeks) call(seek, [now]);
    // What the scripts have begun now is at its beginning.
    isMoving = seekAnimations() || isMoving;
    // Promises of embedded files end in a task of their own.
    await new Promise((resolve) => void wait(resolve, 0));
    await Promise.all(
      Array.from(document.images, (picture) => picture.complete || picture.decode().catch(() => undefined)),
    );
    const isIdle = !hasRun && !isMoving && current.size === 0 && seeks.length === 0;
    return isIdle && timers.size === 0 && callbacks.size === 0 ? 'still' : isIdle ? 'unchanged' : 'changed';
  };
  Object.defineProperty(globalThis, clock, { value: advance });
}
