/**
 * Sentences for clients, by the beginning of the texts of the tus library. Those texts name neither the reason
 * nor what to do.
 */
const SENTENCES: readonly (readonly [string, string])[] = [
  ['Tus-Resumable Required', 'The header Tus-Resumable is missing or unknown. Set it to 1.0.0.'],
  ['Upload-Length or', 'The header Upload-Length is missing. Set it to the size of the file in bytes.'],
  ['Invalid upload-length', 'The header Upload-Length must be the size of the file in bytes.'],
  [
    'Upload-Offset header',
    'The header Upload-Offset is missing. Set it to the number of bytes that have arrived.',
  ],
  ['Invalid upload-offset', 'The header Upload-Offset must be the number of bytes that have arrived.'],
  [
    'Upload-Offset conflict',
    'The header Upload-Offset differs from the number of bytes that have arrived. Send HEAD to the same URL to get this number.',
  ],
  ['Content-Type header', 'The header Content-Type must be application/offset+octet-stream.'],
  ['Invalid content-type', 'The header Content-Type must be application/offset+octet-stream.'],
  ['The file for this url', 'The upload has expired, was cancelled or is finished. Create a new upload.'],
  [
    'Request aborted',
    'Another request has continued this upload. Send HEAD to the same URL to learn how many bytes have arrived.',
  ],
  ['Cannot terminate', 'The upload is finished. Delete its source instead.'],
  ['creation-defer-length', 'An upload without a size is not supported. Set the header Upload-Length.'],
  ['Concatenation extension', 'Parts of an upload cannot be joined. Send the file as one upload.'],
];

/** Returns the sentence for a failure of the tus library. @param text its own text. */
export function toTusSentence(text: string): string {
  const known = SENTENCES.find(([beginning]) => text.startsWith(beginning));
  return known?.[1] ?? text.trim().replace(/\.?$/, '.');
}
