const AUDIBLE: readonly unknown[] = ['video', 'audio', 'text-to-speech', 'image-to-video'];

/** True for a type of asset that may have a sound. */
export function mayHaveSound(type: unknown): boolean {
  return AUDIBLE.includes(type);
}
