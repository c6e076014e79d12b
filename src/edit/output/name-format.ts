/** The formats whose names begin with the sound of a vowel. */
const WITH_AN: readonly string[] = ['mp4', 'mp3', 'm4a', 'hls'];

/** Returns the name of a format with its article, for a message: `an mp4`, `a webm`. */
export function nameFormat(format: string): string {
  return `${WITH_AN.includes(format) ? 'an' : 'a'} ${format}`;
}
