import {
  EXIF,
  GRADIENT,
  svg,
  RED,
  BLOCK,
  LINE,
  styled,
  text,
  filter,
  marker,
  PNG,
  WEBP,
  FONT,
} from './svg-markup.ts';

/** The features that only the browser draws as it ought to, each with a drawing. */
export const BROWSER_FEATURES: readonly (readonly [string, string])[] = [
  ['`transform` in styles', styled('rect{transform:rotate(20deg)}')],
  ['`transform-box`', styled('rect{transform:rotate(45deg);transform-box:fill-box;transform-origin:center}')],
  [
    '`transform-origin`',
    svg(
      '<rect x="20" y="20" width="40" height="40" transform="rotate(45)" transform-origin="40 40" fill="red"/>',
    ),
  ],
  ['`rotate`, `scale` and `translate`', styled('rect{rotate:20deg;transform-origin:50px 50px}')],
  ['`var()`', styled(':root{--c:#fa0}rect{fill:var(--c)}', `${BLOCK}/>`)],
  ['`calc()`', styled('rect{stroke:blue;stroke-width:calc(2px + 4px)}')],
  ['the selector `~`', styled('circle ~ rect{fill:orange}', `<circle r="9"/><g/>${BLOCK}/>`)],
  [
    'the selectors `[name^=value]`, `[name*=value]` and `[name$=value]`',
    styled('[data-a^="x"]{fill:orange}', `${BLOCK} data-a="xyz"/>`),
  ],
  ['`:last-child`', styled('rect:last-child{fill:orange}', `<g>${BLOCK}/></g>`)],
  ['`:nth-child()`', styled('rect:nth-child(2){fill:orange}', `<g><g/>${BLOCK}/></g>`)],
  ['`:not()`', styled('rect:not(.a){fill:orange}', `${BLOCK}/>`)],
  ['`:is()`', styled(':is(rect,circle){fill:orange}', `${BLOCK}/>`)],
  ['`:root`', styled(':root{fill:orange}', `${BLOCK}/>`)],
  ['nested rules', styled('g{rect{fill:orange}}', `<g>${BLOCK}/></g>`)],
  ['`!important`', styled('rect{fill:orange!important}', `${BLOCK} style="fill:blue"/>`)],
  ['`@media`', styled('@media screen{rect{fill:orange}}', `${BLOCK}/>`)],
  ['`@supports`', styled('@supports (fill:red){rect{fill:orange}}', `${BLOCK}/>`)],
  ['`@import`', styled('@import url(data:text/css,rect%7Bfill:orange%7D);rect{stroke:blue}', `${BLOCK}/>`)],
  ['`@layer`', styled('@layer a{rect{fill:orange}}', `${BLOCK}/>`)],
  ['the `media` of a style', svg(`<style media="print">rect{fill:orange}</style>${BLOCK}/>`)],
  ['places and sizes in styles', styled('rect{x:20px;y:20px;width:60px;height:60px;fill:orange}', '<rect/>')],
  ['paths in styles', styled('path{d:path("M10 10H90V90z");fill:orange}', '<path/>')],
  ['`currentcolor` in small letters', svg(`<g color="orange">${BLOCK} fill="currentcolor"/></g>`)],
  [
    'colours with a slash',
    svg(
      '<rect width="50" height="100" fill="rgb(0 128 255 / 50%)"/><rect x="50" width="50" height="100" fill="hsl(120deg 50% 40% / .5)"/>',
    ),
  ],
  ['`oklch()`, `lab()`, `hwb()` and `color()`', svg(`${BLOCK} fill="oklch(0.7 0.15 50)"/>`)],
  ['`color-mix()`', svg(`${BLOCK} style="fill:color-mix(in srgb, red, blue)"/>`)],
  ['`light-dark()`', svg(`${BLOCK} style="fill:light-dark(orange, blue)"/>`)],
  ['`rebeccapurple`', svg(`${BLOCK} fill="rebeccapurple"/>`)],
  [
    '`fr` of radial gradients',
    svg(
      `<radialGradient id="g" fx=".3" fy=".3" fr=".1"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient>${BLOCK} fill="url(#g)"/>`,
    ),
  ],
  [
    '`color-interpolation`',
    svg(
      `<linearGradient id="g" color-interpolation="linearRGB"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>${BLOCK} fill="url(#g)"/>`,
    ),
  ],
  [
    '`context-fill` and `context-stroke`',
    svg(`${marker('', '<path d="M0 0L10 5L0 10z" fill="context-stroke"/>')}${LINE} marker-end="url(#m)"/>`),
  ],
  [
    '`orient="auto-start-reverse"`',
    svg(`${marker('orient="auto-start-reverse"')}${LINE} marker-start="url(#m)" marker-end="url(#m)"/>`),
  ],
  [
    'markers of circles and rectangles',
    svg(
      `<marker id="m" markerWidth="6" markerHeight="6"><rect width="6" height="6"/></marker><circle cx="50" cy="50" r="30" fill="none" stroke="red" marker-start="url(#m)"/>`,
    ),
  ],
  ['shapes in `clip-path`', svg(`${BLOCK} style="clip-path:circle(20px at 30px 30px)" fill="red"/>`)],
  [
    '`mask-type` in styles',
    styled(
      'mask{mask-type:alpha}',
      `<mask id="k"><circle cx="50" cy="50" r="25"/></mask>${BLOCK} mask="url(#k)" fill="red"/>`,
    ),
  ],
  ['gradients as masks', svg(`${BLOCK} style="mask:linear-gradient(#000,transparent)" fill="red"/>`)],
  [
    'masks of masks',
    svg(
      `<mask id="k2"><rect width="50" height="100" fill="#fff"/></mask><mask id="k" mask="url(#k2)"><circle cx="50" cy="50" r="25" fill="#fff"/></mask>${BLOCK} mask="url(#k)" fill="red"/>`,
    ),
  ],
  [
    '`plus-lighter`',
    svg(
      `<rect width="100" height="100" fill="#840"/>${BLOCK} style="mix-blend-mode:plus-lighter" fill="#048"/>`,
    ),
  ],
  [
    '`vector-effect`',
    svg(
      '<g transform="scale(4)"><rect x="4" y="4" width="16" height="16" fill="none" stroke="red" stroke-width="3" vector-effect="non-scaling-stroke"/></g>',
    ),
  ],
  [
    '`image-rendering`',
    svg(`<image href="${PNG}" x="10" y="10" width="80" height="80" image-rendering="pixelated"/>`),
  ],
  ['embedded WebPs', svg(`<image href="${WEBP}" x="10" y="10" width="80" height="80"/>`)],
  [
    'embedded SVGs with any of these',
    svg(
      `<image href="data:image/svg+xml,${encodeURIComponent(styled('rect{fill:var(--a,blue)}'))}" x="10" y="10" width="80" height="80"/>`,
    ),
  ],
  [
    '`foreignObject`',
    svg(
      '<foreignObject width="100" height="100"><p xmlns="http://www.w3.org/1999/xhtml" style="font:20px Open Sans;margin:20px;color:red">label</p></foreignObject>',
    ),
  ],
  [
    '`refX` of symbols',
    svg(
      '<symbol id="s" viewBox="0 0 10 10" refX="5" refY="5" width="20" height="20"><rect width="10" height="10" fill="red"/></symbol><use href="#s" x="50" y="50"/>',
    ),
  ],
  [
    '`requiredFeatures`',
    svg(
      `<switch><rect requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility" width="50" height="50" fill="red"/>${BLOCK}/></switch>`,
    ),
  ],
  [
    'the filter function `drop-shadow()`',
    svg(`${BLOCK} style="filter:drop-shadow(4px 4px 2px rgba(0,0,0,.5))" fill="red"/>`),
  ],
  [
    '`lighter` of `feComposite`',
    filter('<feFlood flood-color="#446"/><feComposite in2="SourceGraphic" operator="lighter"/>'),
  ],
  ['`feMorphology`', filter('<feMorphology operator="dilate" radius="4"/>')],
  ['`feTurbulence`', filter('<feTurbulence baseFrequency=".05" numOctaves="2"/>')],
  [
    '`feDisplacementMap`',
    filter(
      '<feTurbulence baseFrequency=".05" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="20" xChannelSelector="R" yChannelSelector="G"/>',
    ),
  ],
  [
    '`feDiffuseLighting`',
    filter(
      '<feDiffuseLighting lighting-color="#fc8" surfaceScale="4"><feDistantLight azimuth="45" elevation="50"/></feDiffuseLighting>',
    ),
  ],
  ['filters that are missing', svg(`${BLOCK} filter="url(#none)"/>`)],
  [
    '`textPath`',
    svg(
      '<path id="p" d="M10 70Q50 10 90 70" fill="none"/><text font-family="Open Sans" font-size="18"><textPath href="#p">along path</textPath></text>',
    ),
  ],
  ['`text-decoration`', svg(text('Hello', 'text-decoration="underline"'))],
  ['`baseline-shift`', svg(text('H<tspan baseline-shift="super" font-size="14">2</tspan>O'))],
  ['`dominant-baseline="middle"`', svg(text('Hello', 'dominant-baseline="middle"'))],
  ['`alignment-baseline="middle"`', svg(text('H<tspan alignment-baseline="middle">ell</tspan>o'))],
  [
    '`writing-mode`',
    svg(
      '<text x="50" y="10" style="writing-mode:vertical-rl" font-family="Open Sans" font-size="20">Tall</text>',
    ),
  ],
  [
    '`direction`',
    svg('<text x="90" y="60" direction="rtl" font-family="Open Sans" font-size="24">Hello!</text>'),
  ],
  [
    'moved parts of Hebrew and Arabic texts',
    svg(
      '<text font-family="Open Sans" font-size="18"><tspan x="10" y="30">שלום</tspan><tspan x="10" dy="30">עולם</tspan></text>',
    ),
  ],
  [
    '`unicode-bidi`',
    svg(
      '<text x="10" y="60" unicode-bidi="bidi-override" direction="rtl" font-family="Open Sans" font-size="24">abc</text>',
    ),
  ],
  [
    '`white-space`',
    svg('<text x="10" y="60" style="white-space:pre" font-family="Open Sans" font-size="20">a   b</text>'),
  ],
  ['`font-variant`', svg(text('Hello', 'font-variant="small-caps"'))],
  ['`font`', svg('<text x="10" y="60" style="font:italic 700 24px Open Sans">Hello</text>')],
  [
    'names of font sizes',
    svg('<text x="10" y="60" font-family="Open Sans" font-size="x-large">Hello</text>'),
  ],
  ['texts without a font size', svg('<text x="5" y="40">Hello</text>')],
  [
    'units of the root, the window or a letter',
    svg('<text x="10" y="60" font-family="Open Sans" font-size="2rem">Hello</text>'),
  ],
  ['`text-transform`', svg(text('Hello', 'style="text-transform:uppercase"'))],
  ['`text-shadow`', svg(text('Hello', 'style="text-shadow:3px 3px red"'))],
  [
    'embedded fonts',
    styled(
      `@font-face{font-family:Own;src:url(data:font/ttf;base64,${FONT})}`,
      '<text x="5" y="60" font-family="Own" font-size="30">Hello</text>',
    ),
  ],
  ['CSS animations', styled('@keyframes a{from{fill:blue}to{fill:lime}}rect{animation:a 2s forwards}')],
  ['the background of the drawing', svg(RED, ' style="background:#cfc"')],
  [
    '`pathLength`',
    svg('<path pathLength="10" d="M10 50H90" stroke="#000" stroke-width="6" stroke-dasharray="2 1"/>'),
  ],
  ['a `transform` of the whole drawing', svg(BLOCK + '/>', ' transform="rotate(20)"')],
  [
    'ids that are not unique',
    svg(
      `${GRADIENT}<linearGradient id="g"><stop stop-color="lime"/></linearGradient>${BLOCK} fill="url(#g)"/>`,
    ),
  ],
  [
    '`transform` of symbols',
    svg(
      '<symbol id="s" viewBox="0 0 10 10" transform="rotate(20)"><rect width="10" height="10" fill="red"/></symbol><use href="#s" x="30" width="60" height="40"/>',
    ),
  ],
  [
    'sizes of symbols',
    svg(
      '<symbol id="s" viewBox="0 0 10 10" width="30" height="30"><rect width="10" height="10" fill="red"/></symbol><use href="#s"/>',
    ),
  ],
  [
    'markers of paths with arcs and of closed paths',
    svg(
      `<marker id="m" orient="auto" markerWidth="6" markerHeight="6"><path d="M0 0L6 3L0 6"/></marker><path d="M10 50C30 0 60 100 90 50A20 20 0 0 1 60 80z" fill="none" stroke="red" marker-mid="url(#m)" marker-start="url(#m)" marker-end="url(#m)"/>`,
    ),
  ],
  [
    'the opacity of markers',
    svg(
      `<marker id="m" markerWidth="6" markerHeight="6" opacity=".4"><path d="M0 0L6 3L0 6"/></marker><line x1="10" y1="10" x2="80" y2="80" stroke="red" stroke-width="4" marker-end="url(#m)"/>`,
    ),
  ],
  ['embedded JPEGs with EXIF or CMYK', svg(`<image href="${EXIF}" width="80" height="80"/>`)],
  [
    'embedded SVGs without a size or with `preserveAspectRatio`',
    svg(
      `<image href="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 10 10" preserveAspectRatio="none"><rect width="5" height="10" fill="red"/></svg>')}" width="80" height="80"/>`,
    ),
  ],
  [
    'filters that are turned',
    svg(
      `<filter id="f"><feDropShadow dx="6" dy="6" stdDeviation="2"/></filter><g transform="rotate(45 50 50) scale(.7)">${BLOCK} fill="red" filter="url(#f)"/></g>`,
    ),
  ],
  ['unusual names in selectors', styled('.a\\:b{fill:lime}', `${BLOCK} class="a:b"/>`)],
  ['selectors with namespaces', styled('*|rect{fill:lime}', `${BLOCK}/>`)],
  ['units in capitals', styled('rect{stroke:red;stroke-width:4PX}', `${BLOCK}/>`)],
  [
    '`dx` in texts that do not begin at their place',
    svg(
      '<text x="90" y="50" text-anchor="end" font-size="20" font-family="Open Sans">ab<tspan fill="red" dx="4">cd</tspan></text>',
    ),
  ],
  [
    'the opacity of a `tspan`',
    svg('<text x="10" y="50" font-size="30" font-family="Open Sans">a<tspan opacity=".3">b</tspan></text>'),
  ],
];
