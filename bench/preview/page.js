// The page that bench/preview.ts measures. It notices pictures from outside: by the calls of the graphics card.
import { openServerSource, PreviewPlayer } from '@kinora/preview';

/** When a picture was drawn, in milliseconds of the page. */
const drawn = [];
const states = [];
let player;
let source;
/** True to wait for the graphics card, which takes time from other pictures. */
let isExact = false;

const { bindFramebuffer, clear } = WebGL2RenderingContext.prototype;
let target = null;
WebGL2RenderingContext.prototype.bindFramebuffer = function (kind, framebuffer) {
  target = framebuffer;
  bindFramebuffer.call(this, kind, framebuffer);
};
WebGL2RenderingContext.prototype.clear = function (mask) {
  clear.call(this, mask);
  // A picture begins with an empty canvas. Its end is the end of the task.
  if (target === null && this.canvas instanceof HTMLCanvasElement)
    queueMicrotask(() => {
      if (isExact) this.readPixels(0, 0, 1, 1, this.RGBA, this.UNSIGNED_BYTE, new Uint8Array(4));
      const { context } = blocks.at(-1) ?? {};
      // The second of the clock of the sound that is heard now.
      const heard = context && context.currentTime - (context.outputLatency || context.baseLatency);
      drawn.push({ at: performance.now(), second: player.time, heard });
    });
};

/** The blocks of sound that were given to the browser: when they are heard, and when that was asked for. */
const blocks = [];
const { start } = AudioBufferSourceNode.prototype;
AudioBufferSourceNode.prototype.start = function (when, ...rest) {
  const { context, buffer } = this;
  blocks.push({ context, when, seconds: buffer.duration, asked: context.currentTime });
  start.call(this, when, ...rest);
};

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const nextPicture = async (since, ms = 60_000) => {
  const count = drawn.length;
  const end = performance.now() + ms;
  while (drawn.length === count) {
    if (performance.now() > end) throw new Error(`No picture in ${ms} ms: ${JSON.stringify(states.at(-1))}`);
    await sleep(1);
  }
  return drawn[count].at - since;
};
const until = async (isWanted, ms = 60_000) => {
  const end = performance.now() + ms;
  while (!isWanted(states.at(-1) ?? {})) {
    if (performance.now() > end) throw new Error(`Not reached in ${ms} ms: ${JSON.stringify(states.at(-1))}`);
    await sleep(2);
  }
};

/** The second from which it plays, and the number of blocks of sound before. */
let run = { from: 0, blocks: 0 };

/** Returns by how many milliseconds a picture was shown outside of its sound at most, and the blocks that left a gap. */
function measureSound(shown) {
  const given = blocks.slice(run.blocks);
  const [first] = given;
  const frame = 1 / 25;
  const offsets = shown.map(({ second, heard }) => run.from + heard - first.when - second);
  const gaps = given.filter(
    ({ when, asked }, index) =>
      asked > when || (index > 0 && Math.abs(when - given[index - 1].when - given[index - 1].seconds) > 1e-4),
  );
  return {
    apart: 1000 * Math.max(...offsets.map((off) => Math.max(0, -off, off - frame))),
    gaps: gaps.length,
  };
}

Object.assign(globalThis, {
  /** Opens an edit in a new canvas. Returns the milliseconds until the layers and until the first picture. */
  async open(server, edit, width, height) {
    player?.[Symbol.dispose]();
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    document.body.replaceChildren(canvas);
    states.length = 0;
    player = new PreviewPlayer(canvas, {
      onState: (state) => states.push({ ...state, at: performance.now() }),
    });
    const began = performance.now();
    source = await openServerSource(server, { edit, height });
    const layers = performance.now() - began;
    player.open(source);
    const first = await nextPicture(began);
    return { layers, first };
  },
  /** Plays from a second. Returns the milliseconds from the call to the first picture that moves. */
  async play(second) {
    if (second !== undefined) player.seek(second);
    const began = performance.now();
    const from = player.time;
    const count = drawn.length;
    run = { from, blocks: blocks.length };
    player.play();
    while (!drawn.slice(count).some((picture) => picture.second > from)) {
      if (performance.now() > began + 20_000)
        throw new Error(`It does not play: ${JSON.stringify(states.at(-1))}`);
      await sleep(1);
    }
    return drawn.slice(count).find((picture) => picture.second > from).at - began;
  },
  /** Returns the milliseconds until the picture of the engine. */
  async pause() {
    const began = performance.now();
    player.pause();
    await until(({ drawnBy }) => drawnBy === 'engine');
    return states.at(-1).at - began;
  },
  /** Has the server make all pieces of the edit. */
  async warm() {
    const files = new Set(JSON.stringify(source.timeline).match(/(?<="file":")[0-9a-f]{64}(?=")/g));
    const ask = async (file) => {
      for (let piece = 0; ; piece++) await source.load(file, piece, new AbortController().signal);
    };
    await Promise.allSettled([...files].map(ask));
  },
  settle: () => until(({ drawnBy }) => drawnBy === 'engine'),
  /** Watches the playing for some time. */
  async watch(ms) {
    const count = drawn.length;
    const dropped = states.at(-1).dropped;
    const told = states.length;
    const began = performance.now();
    await sleep(ms);
    const shown = drawn.slice(count);
    const gaps = shown.slice(1).map(({ at }, index) => at - shown[index].at);
    return {
      pictures: new Set(shown.map(({ second }) => second)).size / ((performance.now() - began) / 1000),
      dropped: states.at(-1).dropped - dropped,
      longest: Math.max(...gaps),
      ...measureSound(shown),
      loading: states.slice(told).filter(({ phase }) => phase === 'loading').length,
    };
  },
  /** Returns the milliseconds from a seek to its picture, until the graphics card has drawn it. */
  async seek(second) {
    isExact = true;
    const began = performance.now();
    player.seek(second);
    const ms = await nextPicture(began);
    isExact = false;
    return ms;
  },
  /** Seeks at every picture of the screen, and returns how many pictures were drawn in a second. */
  async scrub(from, to, ms) {
    const began = performance.now();
    const count = drawn.length;
    for (let now = began; now < began + ms; now = await new Promise((next) => requestAnimationFrame(next)))
      player.seek(from + ((to - from) * (now - began)) / ms);
    return ((drawn.length - count) / ms) * 1000;
  },
  states: () => states,
  /** Plays a film in a native video element. */
  async native(src, width, height, ms, seeks) {
    player?.[Symbol.dispose]();
    player = undefined;
    const video = Object.assign(document.createElement('video'), { width, height, src, preload: 'auto' });
    document.body.replaceChildren(video);
    await new Promise((resolve, reject) => {
      video.addEventListener('canplaythrough', resolve, { once: true });
      video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
    });
    const picture = () => new Promise((resolve) => video.requestVideoFrameCallback((now) => resolve(now)));
    video.currentTime = 2;
    await picture();
    await sleep(500);
    const began = performance.now();
    let count = 0;
    const first = new Promise((resolve) => {
      const next = (now, { mediaTime }) => {
        if (mediaTime > 2.001) {
          count += 1;
          resolve(performance.now() - began);
        }
        video.requestVideoFrameCallback(next);
      };
      video.requestVideoFrameCallback(next);
    });
    await video.play();
    const start = await first;
    await sleep(ms);
    video.pause();
    const { droppedVideoFrames: dropped } = video.getVideoPlaybackQuality();
    const pictures = count / (ms / 1000);
    const times = [];
    for (const second of seeks) {
      const from = performance.now();
      video.currentTime = second;
      await picture();
      times.push(performance.now() - from);
    }
    return { start, pictures, dropped, seeks: times };
  },
});
