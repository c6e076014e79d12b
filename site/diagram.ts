import { renderMermaidSVG } from 'beautiful-mermaid';

/** A diagram for one theme. */
export interface DrawnDiagram {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** The colours of `src/studio/style/tokens.css`. */
const COLOURS = {
  dark: { bg: '#0b0f17', fg: '#eef2f8', line: '#66738c', border: '#2a3448', muted: '#a7b2c5' },
  light: { bg: '#eef1f5', fg: '#111827', line: '#6f7b8d', border: '#d3d9e2', muted: '#4a5568' },
};

/** Draws a diagram in the language of Mermaid. It loads nothing. */
export function drawDiagram(code: string, theme: keyof typeof COLOURS): DrawnDiagram {
  const svg = renderMermaidSVG(code, { ...COLOURS[theme], font: 'system-ui', transparent: true })
    // The fonts of the diagram are those of the system.
    .replaceAll(/@import url\([^)]*\);/g, '');
  const [, width = 0, height = 0] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return { svg, width: Math.round(Number(width)), height: Math.round(Number(height)) };
}
