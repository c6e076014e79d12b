import { clip, editOf, picture } from './edits.ts';
import type { Row, Sheet } from './sheet.ts';

const TIMES = [0, 0.24, 0.48, 0.8, 1.2, 1.96];

/** Returns the sheet of HTML pages that move. */
export function movingPageSheet(): Sheet {
  return {
    file: 'html5',
    heading: 'HTML that moves',
    text: 'Pages of the type `html5` over pictures. Their clock is set to the time of each frame.',
    columns: [{ heading: 'moved by', captions: TIMES.map((time) => `${time.toFixed(2)} s`) }],
    rows: [
      row('CSS', 'dawn', {
        html: '<h1><span>Out</span> <span>at</span> <span>first</span> <span>light</span></h1>',
        css: `h1 { height: 100%; margin: 0; padding: 0 60px; display: flex; flex-wrap: wrap; gap: 0 24px; place-content: center; color: #fff; font: 800 104px/1.1 Montserrat }
          span { animation: rise 0.7s cubic-bezier(0.2, 0.8, 0.2, 1) both }
          span:nth-child(2) { animation-delay: 0.2s } span:nth-child(3) { animation-delay: 0.4s } span:nth-child(4) { animation-delay: 0.6s }
          @keyframes rise { from { opacity: 0; transform: translateY(90px) rotate(6deg) } }`,
      }),
      row('anime', 'night', {
        html: '<main><b>0</b><p>kilometres on foot</p></main>',
        css: `main { height: 100%; display: grid; place-content: center; text-align: center; color: #fff; font: 500 32px Montserrat }
          b { font-size: 150px; font-weight: 800; line-height: 1; color: #3df5a5; font-variant-numeric: tabular-nums } p { margin: 12px 0 0 }`,
        js: "anime.animate('b', { innerHTML: [0, 1284], modifier: anime.utils.round(0), duration: 1800, ease: 'outCubic' });",
      }),
      row('d3', 'coast', {
        html: '<svg width="640" height="360"></svg>',
        js: `d3.select('svg').selectAll('rect').data([120, 190, 150, 240, 280, 210]).join('rect')
          .attr('x', (height, index) => 92 + index * 78).attr('width', 58).attr('rx', 10).attr('fill', '#fff').attr('y', 320).attr('height', 0)
          .transition().delay((height, index) => index * 120).duration(800).attr('y', (height) => 320 - height).attr('height', (height) => height)
          .transition().duration(200).attr('fill', (height) => (height === 280 ? '#ff7a59' : '#fff'));`,
      }),
      row('__kinoraSeek', 'night', {
        html: '<canvas width="640" height="360"></canvas>',
        js: `const pen = document.querySelector('canvas').getContext('2d');
          window.__kinoraSeek = (ms) => {
            pen.reset();
            for (let ring = 0; ring < 9; ring++) {
              pen.beginPath();
              pen.arc(320, 180, 30 + ring * 15, ring + (ms / 400) * (1 - ring / 14), ring + (ms / 400) * (1 - ring / 14) + 4);
              pen.lineWidth = 7;
              pen.lineCap = 'round';
              pen.strokeStyle = 'hsl(' + (150 + ring * 14) + ' 85% 68%)';
              pen.stroke();
            }
          };`,
      }),
    ],
  };
}

function row(name: string, scene: Parameters<typeof picture>[0], page: object): Row {
  const edit = editOf([picture(scene, 2), clip({ type: 'html5', ...page }, 2)]);
  return { name, tiles: TIMES.map((at) => ({ edit, at })) };
}
