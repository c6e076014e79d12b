/* global atob, Blob, document, setTimeout, URL -- This function runs in the browser. */

/**
 * Seeks in a film, and reads the numbers that its pictures show.
 *
 * @param {{ film: string, seconds: number[], longest: number, bar: number, bits: number }} given The bytes of an MP4
 *   in base64, the seconds to seek to, the maximum seconds that a picture is shown, the width of a bar in pixels, and the number of bars.
 * @returns {Promise<number[]>} The number at each second.
 */
export async function readNumbersInPage({ film, seconds, longest, bar, bits }) {
  const LIMIT_MS = 1000;
  const video = document.createElement('video');
  const bytes = Uint8Array.from(atob(film), (letter) => letter.charCodeAt(0));
  await new Promise((resolve, reject) => {
    video.onloadeddata = resolve;
    video.onerror = () => reject(new Error(video.error?.message));
    video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }));
  });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const numbers = [];
  for (const second of seconds) {
    const isSought = new Promise((resolve) => (video.onseeked = resolve));
    // On a busy machine, the picture of an earlier moment is still shown when the seek has ended.
    const isShown = new Promise((resolve) => {
      const look = (_now, { mediaTime }) => {
        if (mediaTime <= second && second - mediaTime < longest) resolve();
        else video.requestVideoFrameCallback(look);
      };
      video.requestVideoFrameCallback(look);
    });
    video.currentTime = second;
    await isSought;
    await Promise.race([isShown, new Promise((resolve) => setTimeout(resolve, LIMIT_MS))]);
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(0, canvas.height / 2, canvas.width, 1);
    const isWhite = (bit) => data[4 * (bit * bar + bar / 2)] > 125;
    numbers.push(
      Array.from({ length: bits }).reduce((number, _, bit) => 2 * number + (isWhite(bit) ? 1 : 0), 0),
    );
  }
  return numbers;
}
