/** A sentence for each language, by its first letters, to try how a voice sounds. */
const SAMPLES: Readonly<Record<string, string>> = {
  ar: 'مرحبا، هذا هو صوتي.',
  ca: 'Hola, així sona la meva veu.',
  cmn: '你好，这是我的声音。',
  da: 'Hej, sådan lyder min stemme.',
  de: 'Hallo, so klingt meine Stimme.',
  en: 'Hello, this is how my voice sounds.',
  es: 'Hola, así suena mi voz.',
  fi: 'Hei, tältä ääneni kuulostaa.',
  fr: 'Bonjour, voici ma voix.',
  hi: 'नमस्ते, मेरी आवाज़ ऐसी है।',
  it: 'Ciao, questa è la mia voce.',
  ja: 'こんにちは、これがわたしのこえです。',
  ko: '안녕하세요, 제 목소리입니다.',
  nb: 'Hei, slik høres stemmen min ut.',
  nl: 'Hallo, zo klinkt mijn stem.',
  pl: 'Cześć, tak brzmi mój głos.',
  pt: 'Olá, esta é a minha voz.',
  sv: 'Hej, så här låter min röst.',
  yue: '你好，呢個係我把聲。',
};

/** Returns a sentence in a language, such as `de-AT`. English if there is none. */
export function describeSpeechSample(language: string): string {
  return SAMPLES[language.split('-', 1)[0] ?? ''] ?? SAMPLES['en'] ?? '';
}
