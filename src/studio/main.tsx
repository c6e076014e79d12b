import './style/tokens.css';
import './style/base.css';
import './style/parts.css';
import './style/shell.css';
import { render } from 'preact';
import { readFormAddress } from './form/form-address.ts';
import { App } from './shell/app.tsx';

const place = document.getElementById('studio');
if (!place) throw new Error('The page has no place for the Studio.');
const form = readFormAddress(location.hash);
if (form) {
  // Loaded on demand: people with a form do not need the editor.
  const { FormPage } = await import('./form/form-page.tsx');
  render(<FormPage address={form} />, place);
} else render(<App />, place);

// A form and the editor are two pages.
addEventListener('hashchange', ({ oldURL, newURL }) => {
  const isForm = (url: string): boolean => readFormAddress(new URL(url).hash) !== undefined;
  if (isForm(oldURL) || isForm(newURL)) location.reload();
});
