import type { Asset } from './clip.ts';

const src = 'https://example.com/file';
const tweens = [
  { from: 0, to: 1, start: 0, length: 2, interpolation: 'bezier', easing: 'easeInOutBack' },
  { from: 1, to: 0, start: 2, length: 1.5, interpolation: 'constant' },
  {},
];

/** Every field of every asset type in the contract, with valid values. */
export const assetExamples: Record<Asset['type'], object[]> = {
  video: [
    { src },
    {
      src,
      transcode: true,
      trim: 2.2,
      volume: tweens,
      volumeEffect: 'fadeInFadeOut',
      duck: {},
      speed: 0.5,
      preservePitch: true,
      slowMotion: 'blend',
      cutSilence: { threshold: -30, minLength: 1, keep: 0 },
      words: { cut: ['um', 'you know'], mute: ['x'], bleep: ['y'], margin: 0.1, transcript: src },
      crop: { top: 0, bottom: 0.5, left: 1, right: 0.25 },
      chromaKey: { color: '#0f0', threshold: 0.5, halo: 250 },
    },
    {
      src,
      speed: [{ from: -10, to: 10, start: 0, length: 1, interpolation: 'bezier', easing: 'easeInOut' }],
    },
  ],
  group: [
    { tracks: [{ clips: [{ asset: { type: 'text', text: '' }, start: 0, length: 1 }] }] },
    {
      width: 640,
      height: 360,
      tracks: [
        {
          clips: [
            {
              asset: {
                type: 'group',
                tracks: [{ clips: [{ asset: { type: 'image', src }, start: 'auto', length: 'end' }] }],
              },
              start: 'auto',
              length: 2,
              opacity: 0.5,
            },
          ],
        },
      ],
    },
  ],
  image: [{ src, crop: {} }],
  audio: [
    { src, trim: 0, volume: 1, speed: 10, effect: 'none', duck: { under: ['alias://a'], by: 6.5 } },
    { src, duck: { under: 'alias://b' } },
    {
      src,
      sound: [
        { type: 'voice' },
        { type: 'gain', db: 24 },
        { type: 'shelf', side: 'high', frequency: 10, gain: [{ from: -60, to: 24, length: 1 }], q: 20 },
        { type: 'compressor', threshold: -60, ratio: 50, attack: 1, release: 5, knee: 24, makeup: 0 },
        { type: 'denoise' },
      ],
    },
  ],
  luma: [{ src, trim: 1 }],
  text: [
    { text: '' },
    {
      text: 'a\nb',
      width: 1,
      height: 5000,
      font: { family: 'Roboto', color: '#ffffff', opacity: 0.5, size: 32, weight: 700, lineHeight: 1.5 },
      background: { color: '#000000', opacity: 0, padding: 100, borderRadius: 8, wrap: true },
      alignment: { horizontal: 'left', vertical: 'center' },
      stroke: { width: 10, color: '#123abc' },
      animation: { preset: 'typewriter', duration: 0.1 },
      ellipsis: '…',
    },
  ],
  'rich-text': [
    {
      text: 'x'.repeat(5000),
      font: {
        family: 'Open Sans',
        size: 500,
        weight: 'bold',
        style: 'italic',
        color: '#000000',
        opacity: 1,
        background: '#ffffff',
        stroke: { width: 1, color: '#000000', opacity: 0.5 },
      },
      style: {
        letterSpacing: -1,
        wordSpacing: 2,
        lineHeight: 10,
        textTransform: 'uppercase',
        textDecoration: 'line-through',
        gradient: {
          type: 'radial',
          angle: 360,
          stops: [
            { offset: 0, color: '#000000' },
            { offset: 1, color: '#ffffff' },
          ],
        },
      },
      stroke: {},
      shadow: { offsetX: -4, offsetY: 4, blur: 2, color: '#000000', opacity: 0.5 },
      background: { color: '#000000', opacity: 1, borderRadius: 3, wrap: true, padding: 200 },
      border: { width: 1, color: '#000000', opacity: 1, radius: 4 },
      padding: 12,
      align: { horizontal: 'right', vertical: 'middle' },
      animation: { preset: 'movingLetters', duration: 30, style: 'word', direction: 'up' },
    },
    { text: '', font: { weight: 400, minSize: 8 }, padding: { top: 1, right: 2, bottom: 3, left: 4 } },
    {
      spans: [
        {
          text: 'x',
          font: {
            family: 'Roboto',
            size: 12,
            weight: 'bold',
            style: 'italic',
            color: '#ff0000',
            opacity: 0.5,
            background: '#ffffff',
          },
          style: { letterSpacing: 2, textDecoration: 'underline' },
          stroke: { width: 1, color: '#000000', opacity: 1 },
        },
        { text: '' },
      ],
    },
  ],
  caption: [
    {
      src: 'alias://voice',
      font: {
        family: 'Roboto',
        color: '#ffffff',
        opacity: 1,
        size: 30,
        lineHeight: 1,
        stroke: '#000000',
        strokeWidth: 2,
      },
      background: { color: '#000000', opacity: 0.5, padding: 10, borderRadius: 4 },
      margin: { top: 0.8, left: 0.1, right: 0.1 },
      trim: 1,
      speed: 2,
    },
  ],
  'rich-caption': [
    {
      src,
      font: {
        family: 'R',
        size: 24,
        weight: '400',
        style: 'normal',
        color: '#ffffff',
        opacity: 1,
        background: '#000000',
      },
      style: {
        letterSpacing: 1,
        lineHeight: 1.2,
        textTransform: 'none',
        size: 24.5,
        textDecoration: 'none',
        gradient: {
          stops: [
            { offset: 0, color: '#000000' },
            { offset: 1, color: '#ffffff' },
          ],
        },
      },
      stroke: {},
      shadow: {},
      background: {},
      border: {},
      padding: {},
      align: {},
      active: {
        font: {
          family: 'R',
          weight: 700,
          color: '#ffff00',
          background: '#000000',
          opacity: 1,
          size: 30,
          textDecoration: 'underline',
        },
        stroke: 'none',
        shadow: { blur: 2 },
      },
      animation: { style: 'karaoke', direction: 'down' },
    },
  ],
  html5: [{ html: '<p>', css: 'p{}', js: 'let a;' }],
  html: [{ html: '<p>', css: 'p{}', width: 10, height: 10, background: '#80ffffff', position: 'topLeft' }],
  title: [
    {
      text: 'Hello',
      style: 'chunkLight',
      color: '#ffffff',
      size: 'xx-large',
      minSize: 12,
      background: '#80000000',
      position: 'center',
      offset: { x: 0.1, y: tweens },
    },
  ],
  shape: [
    {
      shape: 'rectangle',
      rectangle: { width: 10, height: 10, cornerRadius: 0 },
      width: 100,
      height: 100,
      fill: { color: '#ffffff', opacity: 1 },
      stroke: { color: '#000000', width: 2 },
    },
    { shape: 'circle', circle: { radius: 5 } },
    { shape: 'line', line: { length: 10, thickness: 2 } },
  ],
  svg: [{ src: '<svg/>' }],
  lottie: [{ src }, { src, trim: 0.5, speed: 2, loop: true, crop: { top: 0.5 } }],
  progress: [
    {},
    {
      shape: 'ring',
      value: tweens.slice(0, 2),
      direction: 'up',
      color: '#f00',
      background: 'transparent',
      cornerRadius: 4,
      thickness: 12,
      width: 200,
      height: 200,
    },
  ],
  qr: [
    { text: 'https://example.com' },
    {
      text: 'A',
      errorCorrection: 'high',
      modules: 'dot',
      color: '#80000000',
      background: '#fff',
      margin: 0,
      width: 200,
      height: 200,
    },
  ],
  waveform: [
    {},
    {
      source: 'alias://a',
      shape: 'circle',
      bars: 64,
      color: '#f00',
      background: '#80000000',
      mirrored: false,
      gap: 0.2,
      cornerRadius: 2,
      thickness: 3,
      gain: tweens.slice(0, 2),
      attack: 0,
      decay: 1,
      width: 200,
      height: 100,
    },
  ],
  'text-to-image': [{ prompt: 'a cat', width: 512, height: 512, crop: {} }],
  'image-to-video': [{ src, prompt: 'it moves', aspectRatio: '9:21', speed: 1, crop: {} }],
  'text-to-speech': [
    {
      text: 'Hi',
      voice: 'Amy',
      language: 'en-US',
      newscaster: true,
      trim: 0,
      volume: 0.5,
      speed: 1,
      effect: 'fadeIn',
    },
  ],
};

/** Every field of the contract outside of assets, with valid values. */
export const completeEdit = {
  timeline: {
    soundtrack: { src, effect: 'fadeInFadeOut', volume: 0.5, start: 1, loop: true },
    background: '#1a2B3c',
    fonts: [{ src }],
    tracks: [
      {
        clips: [
          {
            id: 'mine',
            asset: { type: 'image', src },
            start: 'auto',
            length: 'end',
            fit: 'cover',
            scale: tweens,
            width: 3840,
            height: 2160,
            position: 'bottomRight',
            offset: { x: -10, y: tweens },
            transition: { in: 'shuffleTopRightSlow', out: 'zoom' },
            effect: 'slideUpFast',
            filter: 'greyscale',
            opacity: tweens,
            transform: {
              rotate: { angle: -360 },
              skew: { x: 100, y: tweens },
              flip: { horizontal: true, vertical: false },
            },
            alias: 'a_b-1',
          },
        ],
      },
      { clips: [{ asset: { type: 'image', src }, start: 'alias://a_b-1', length: 'alias://a_b-1' }] },
    ],
    cache: false,
  },
  output: {
    format: 'mp4',
    resolution: '4k',
    aspectRatio: '4:5',
    fps: 23.976,
    scaleTo: 'preview',
    quality: 'veryhigh',
    repeat: true,
    mute: true,
    loudness: -16,
    range: { start: 0, length: 1.5 },
    poster: { capture: 1 },
    thumbnail: { capture: 0, scale: 1 },
    captions: { format: 'srt', burn: false },
    destinations: [
      { provider: 'shotstack', exclude: true, whatever: 1 },
      {
        provider: 's3',
        options: { region: 'r', bucket: 'films', prefix: 'p', filename: 'f', acl: 'private' },
      },
      { provider: 'mux', options: { playbackPolicy: ['public'], passthrough: 'x' } },
      { provider: 'google-cloud-storage', options: { bucket: 'films' } },
      { provider: 'google-drive' },
      { provider: 'vimeo', options: { privacy: { view: 'unlisted', comments: 'nobody' } } },
      { provider: 'tiktok', options: { privacyLevel: 'friends' } },
      { provider: 'akamai-netstorage', options: { host: 'h', cpCode: '1' } },
      { provider: 'azure-blob-storage', options: { accountName: 'films', container: 'films' } },
    ],
  },
  merge: [
    { find: 'A', replace: null },
    { find: 'B', replace: { any: ['thing'] } },
  ],
  callback: 'https://user:secret@example.com/hook?x=1',
  disk: 'mount',
  instance: 'a1',
};

/** Returns a valid edit with one asset. */
export function withAsset(asset: object): object {
  return {
    timeline: { tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] },
    output: { format: 'mp4', resolution: 'sd' },
  };
}
