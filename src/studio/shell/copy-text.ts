import { notify } from './notice.tsx';

/** Copies a text to the clipboard, and says so. @param what its name at the beginning of a sentence. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await writeToClipboard(text);
    notify(`${what} is in the clipboard.`);
  } catch {
    notify('The browser does not allow the page to copy. Select the text and copy it by hand.');
  }
}

async function writeToClipboard(text: string): Promise<void> {
  // A page without HTTPS has no clipboard, unless its server is this computer.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    await clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- Such pages have nothing else.
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('The browser has not copied the text.');
}
