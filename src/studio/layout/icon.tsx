import type { JSX } from 'preact';

const SPEAKER = 'M4 9v6h4l5 4V5L8 9z';
const LENS = 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L21 21M8 10.5h5';
const SCREEN = 'M3 5h18v14H3z';

/** The lines of the icons, on a square of 24. */
const LINES = {
  add: 'M12 5v14M5 12h14',
  captions: `${SCREEN}M6 12h5M14 12h4M6 15.5h2.5M11.5 15.5H18`,
  circle: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z',
  delete: 'M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3',
  dark: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  documents: 'M5 4h6a2 2 0 0 1 1 1v15a2 2 0 0 0-1-1H5zM19 4h-6a2 2 0 0 0-1 1v15a2 2 0 0 1 1-1h6z',
  down: 'M6 9l6 6 6-6',
  duplicate: 'M9 9h11v11H9zM5 15H4V4h11v1',
  film: `${SCREEN}M7.5 5v14M16.5 5v14M3 9.5h4.5M3 14.5h4.5M16.5 9.5H21M16.5 14.5H21`,
  fit: 'M3 5v14M21 5v14M7 12h10M10 9l-3 3 3 3M14 9l3 3-3 3',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  leaveFullScreen: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  light:
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5',
  line: 'M4 19L20 5',
  logo: `${SCREEN}M13.5 8h4.5v4h-4.5z`,
  loop: 'M17 2l4 4-4 4M3 11V9a3 3 0 0 1 3-3h15M7 22l-4-4 4-4M21 13v2a3 3 0 0 1-3 3H3',
  markIn: 'M10 4H5v16h5M10 12h9',
  markOut: 'M14 4h5v16h-5M14 12H5',
  marker: 'M7 4h10v16l-5-4-5 4z',
  movingPage: `${SCREEN}M3 9h18M10 11.5v5l4.5-2.5z`,
  muted: `${SPEAKER}M17 9.5l4.5 5M21.5 9.5l-4.5 5`,
  next: 'M9 6l6 6-6 6',
  page: `${SCREEN}M3 9h18M9.5 11.5L7 14l2.5 2.5M14.5 11.5L17 14l-2.5 2.5`,
  pause: 'M8.5 5v14M15.5 5v14',
  photo: `${SCREEN}M3 16l5-5 5 5 3-3 5 5M16 9h.01`,
  play: 'M8 5v14l11-7z',
  previous: 'M15 6l-6 6 6 6',
  problem: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 8v5M12 16h.01',
  progress: 'M3 10h18v4H3zM5.5 12h7',
  progressRing: 'M12 4a8 8 0 1 1-8 8M12 8a4 4 0 1 1-4 4',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v6h-6v-2M7 7h.01M17 7h.01M7 17h.01M18 18h.01',
  rectangle: 'M4 6h16v12H4z',
  redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  signOut: 'M14 8V4H5v16h9v-4M10 12h11M18 9l3 3-3 3',
  sound:
    'M9 18V6l11-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM20 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  speech: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
  split: 'M12 3v18M8 7H4v10h4M16 7h4v10h-4',
  template: 'M4 4h16v5H4zM4 13h7v7H4zM15 13h5v7h-5z',
  toEnd: 'M18 5v14M5 5l10 7-10 7z',
  toStart: 'M6 5v14M19 5L9 12l10 7z',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  volume: `${SPEAKER}M16.5 9a4.2 4.2 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11`,
  waveform: 'M4 10v4M8 6v12M12 3v18M16 7v10M20 10v4',
  warning: 'M12 4L2.5 20h19zM12 10v4M12 17h.01',
  zoomIn: `${LENS}M10.5 8v5`,
  zoomOut: LENS,
} as const;

/** The name of an icon. */
export type IconName = keyof typeof LINES;

/** Icons that are surfaces. */
const FILLED: readonly IconName[] = ['play', 'toStart', 'toEnd'];

/** An icon in the colour of the text. The element around it has the name. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class={`icon-lines${FILLED.includes(name) ? ' filled' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={LINES[name]} />
    </svg>
  );
}
