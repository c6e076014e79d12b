import { signal } from '@preact/signals';

type Layers = typeof import('./layers/layers.ts');

/** The heads, the cuts, the keyframes and the menus of the timeline. Undefined until they are loaded. */
export const layers = signal<Layers | undefined>(undefined);

/** Loads the layers, so that the clips are shown first. */
export async function loadLayers(): Promise<void> {
  layers.value ??= await import('./layers/layers.ts');
}
