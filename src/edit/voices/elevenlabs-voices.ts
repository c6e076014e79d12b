/** The documented voices of ElevenLabs. */
export const ELEVENLABS_VOICES: readonly string[] = [
  'Adam',
  'Antoni',
  'Arnold',
  'Bella',
  'Domi',
  'Elli',
  'Josh',
  'Rachel',
  'Sam',
];
