import './style/tokens.css';
import './style/base.css';
import './style/parts.css';
import './style/shell.css';
import { render } from 'preact';
import { App } from './shell/app.tsx';

const place = document.getElementById('studio');
if (!place) throw new Error('The page has no place for the Studio.');
render(<App />, place);
