/**
 * The ids of the documented voices, in lower case. They are premade voices of ElevenLabs with fixed ids, so that
 * a key needs no right to list voices. The voice of Bella is called Sarah there today.
 */
export const ELEVENLABS_VOICE_IDS: ReadonlyMap<string, string> = new Map([
  ['adam', 'pNInz6obpgDQGcFmaJgB'],
  ['antoni', 'ErXwobaYiN019PkySvjV'],
  ['arnold', 'VR6AewLTigWG4xSOukaG'],
  ['bella', 'EXAVITQu4vr4xnSDxMaL'],
  ['domi', 'AZnzlk1XvdvUeBnXmlld'],
  ['elli', 'MF3mGyEYCl7XYWbV9V6O'],
  ['josh', 'TxGEqnHWrfWFTfGW9XjX'],
  ['rachel', '21m00Tcm4TlvDq8ikWAM'],
  ['sam', 'yoZ06aMxZJJ28mfd3POQ'],
]);
