const SHOWN_MS = 1500;

/** Adds a button to each piece of code that copies it. */
export function addCopyButtons(): void {
  // Only pages from a safe origin may write to the clipboard.
  if (!window.isSecureContext) return;
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      const code = block.querySelector('code')?.textContent ?? '';
      navigator.clipboard.writeText(code.trimEnd()).then(
        () => showResult(button, 'Copied'),
        () => showResult(button, 'Failed'),
      );
    });
    block.append(button);
  }
}

function showResult(button: HTMLButtonElement, word: string): void {
  button.textContent = word;
  setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS);
}
