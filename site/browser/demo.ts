import { type KinoraPlayer, PreviewFault, type PreviewSource } from '../../src/embed/player.ts';
import recorded from '../demo/recorded.json' with { type: 'json' };

/** The sliders, each with the number of a clip that it changes. Clips are in the order of the tracks. */
const SLIDERS = [
  { label: 'Size of the film', clip: 1, field: 'scale', min: 0.1, max: 0.9 },
  { label: 'Opacity of the title', clip: 2, field: 'opacity', min: 0, max: 1 },
] as const;

const files: Readonly<Record<string, string>> = recorded.files;

/** The recorded edit. No server draws its frames, so the pictures stay those of the page. */
function createSource(timeline: unknown): PreviewSource {
  return {
    timeline,
    load: (file, piece) => {
      const text = files[piece === undefined ? file : `${file}/${piece}`];
      if (text === undefined) return Promise.reject(new PreviewFault('missing', 'The recording ends here.'));
      return Promise.resolve(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)).buffer);
    },
    frame: () => new Promise(() => undefined),
  };
}

/** Shows a player with the recorded edit, and sliders that change it while it plays. */
function showDemo(place: Element): void {
  const player: KinoraPlayer = document.createElement('kinora-player');
  player.controls = true;
  player.loop = true;
  player.ariaLabel = 'A day at the coast';
  const { timeline } = structuredClone(recorded);
  const clips: readonly Record<string, unknown>[] = timeline.timeline.visualClips;
  const sliders = SLIDERS.map(({ label, clip, field, min, max }) => {
    const slider = document.createElement('input');
    Object.assign(slider, { type: 'range', min, max, step: 0.01, value: clips[clip]?.[field] });
    slider.addEventListener('input', () => {
      Object.assign(clips[clip] ?? {}, { [field]: slider.valueAsNumber });
      player.source = createSource(timeline);
    });
    const name = document.createElement('label');
    name.append(label, slider);
    return name;
  });
  player.source = createSource(timeline);
  place.replaceChildren(player, ...sliders);
}

const place = document.querySelector('#player-demo');
if (place) showDemo(place);
