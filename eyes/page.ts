import type { Size } from './edits.ts';
import { judge, listRows, type Result } from './result.ts';

/** A sheet on the page. */
export interface DrawnSheet {
  readonly name: string;
  readonly heading: string;
  readonly text: string;
  /** Size of the picture in pixels, so that the page does not jump while it loads. */
  readonly size?: Size;
  /** The reason why there is no picture, if there is none. */
  readonly failure?: string;
}

/** Creates the page with the table of results and the sheets, which lie beside it as PNGs. */
export function createPage(results: readonly Result[], sheets: readonly DrawnSheet[], about: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What a sharp eye sees</title>
<style>${STYLE}</style>
<header>
<h1>What a sharp eye sees</h1>
<p>${escape(about)}</p>
<nav>${sheets.map(({ name, heading }) => `<a href="#${name}">${escape(heading)}</a>`).join('\n')}</nav>
</header>
<main>
${results.length > 0 ? createTable(results) : ''}
${sheets.map(createSection).join('\n')}
</main>
</html>
`;
}

function createTable(results: readonly Result[]): string {
  const [head = [], ...rows] = listRows(results);
  const verdicts = results.map(({ measure, now }) => judge(measure, now));
  const line = (cells: readonly string[], tag: string) =>
    cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('');
  const body = rows.map((row, index) => {
    const result = results[index];
    const failures = [result?.before, result?.now].flatMap((it) =>
      it && 'failure' in it ? [it.failure] : [],
    );
    const note = failures.map((failure) => `<tr><td><td colspan="9" class="failure">${escape(failure)}</tr>`);
    return `<tr class="${verdicts[index] === 'ok' ? 'ok' : 'bad'}">${line(row, 'td')}</tr>${note.join('')}`;
  });
  const bad = verdicts.filter((verdict) => verdict !== 'ok').length;
  const summary = bad === 0 ? 'Every limit is kept.' : `Beyond the limit: ${bad} of ${results.length}.`;
  return `<section><h2>Measures</h2><p>${summary}</p><div class="scroll"><table><thead><tr>${line(head, 'th')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></div></section>`;
}

function createSection({ name, heading, text, size, failure }: DrawnSheet): string {
  const measures = size ? ` width="${size.width}" height="${size.height}"` : '';
  const content =
    failure === undefined
      ? `<a href="${name}.png"><img src="${name}.png"${measures} alt="${escape(heading)}" loading="lazy"></a>`
      : `<p class="failure">It could not be drawn: ${escape(failure)}</p>`;
  return `<section id="${name}"><h2>${escape(heading)}</h2><p>${escape(text)}</p>${content}</section>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const STYLE = `
:root { color-scheme: light dark; --back: light-dark(#f6f7f9, #12151c); --card: light-dark(#ffffff, #1b1f2a);
  --text: light-dark(#1b2230, #e8ebf1); --soft: light-dark(#5b6577, #98a2b5); --line: light-dark(#dfe3ea, #2c3342);
  --bad: light-dark(#b3261e, #ff8a80); --good: light-dark(#1b7a3d, #7ddc9a); --link: light-dark(#2456c5, #8ab4ff) }
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
header, main { max-width: 1400px; margin: auto; padding: 24px }
h1 { font-size: 30px; margin: 16px 0 4px } h2 { font-size: 20px; margin: 0 0 6px } p { margin: 0 0 14px; color: var(--soft); max-width: 80ch }
nav { display: flex; flex-wrap: wrap; gap: 6px 18px } a { color: var(--link); text-decoration: none } a:hover { text-decoration: underline }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin-bottom: 24px; scroll-margin-top: 16px }
img { display: block; max-width: 100%; height: auto; border-radius: 6px }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: 6px 14px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top } th { color: var(--soft); font-weight: 500 }
td:first-child { color: var(--soft); white-space: nowrap } .ok td:last-child { color: var(--good) } .bad td:last-child { color: var(--bad); font-weight: 600 }
.failure { color: var(--bad); white-space: pre-wrap }
`;
