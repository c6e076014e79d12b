/**
 * Returns a sentence for an address of a file that stops working, as a warning for its use in an edit. An edit
 * has no other address for a file of Kinora. Undefined if the address lasts.
 */
export function describeExpiry(url: string): string | undefined {
  const query = URL.parse(url)?.searchParams;
  const seconds = Number(query?.get('expires') ?? Number.NaN);
  if (!query?.has('signature') || !Number.isFinite(seconds)) return undefined;
  const until = new Date(1000 * seconds).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return `The address of the file works until ${until}. To render later, add the file again.`;
}
