/**
 * Returns an SVG of a head and shoulders that the models take for a person.
 *
 * @param height of the picture in pixels. It is five ninths as wide.
 */
export function drawHead(height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${(height * 5) / 9}" height="${height}" viewBox="-100 0 200 360">
<defs>
<radialGradient id="skin" cx="0.45" cy="0.4" r="0.65"><stop offset="0" stop-color="#f3cdb0"/><stop offset="0.7" stop-color="#dba684"/><stop offset="1" stop-color="#a86f50"/></radialGradient>
<filter id="thin"><feGaussianBlur stdDeviation="1"/></filter><filter id="wide"><feGaussianBlur stdDeviation="5"/></filter>
</defs>
<path d="M-100 360 Q-95 270 -40 258 L40 258 Q95 270 100 360 Z" fill="#2f4a6b"/>
<path d="M-28 215 L-30 268 Q0 290 30 268 L28 215 Z" fill="#c48f6e"/>
<ellipse cx="0" cy="140" rx="80" ry="98" fill="#3b271c"/>
<ellipse cx="0" cy="160" rx="64" ry="86" fill="url(#skin)"/>
<path d="M-66 140 Q-60 70 0 68 Q60 70 66 140 Q50 95 10 98 Q-40 98 -66 140 Z" fill="#3b271c"/>
<g filter="url(#wide)" opacity="0.45" fill="#8a5a40"><ellipse cx="-27" cy="146" rx="19" ry="10"/><ellipse cx="27" cy="146" rx="19" ry="10"/><ellipse cx="6" cy="192" rx="14" ry="6"/><ellipse cx="0" cy="238" rx="34" ry="8"/></g>
<g filter="url(#thin)" fill="none">
<path d="M-44 134 Q-28 124 -12 133 M12 133 Q28 124 44 134" stroke="#3b271c" stroke-width="5"/>
<g fill="#f4efe9"><ellipse cx="-27" cy="149" rx="13" ry="6.5"/><ellipse cx="27" cy="149" rx="13" ry="6.5"/></g>
<g fill="#3c2a1c"><circle cx="-27" cy="149" r="6"/><circle cx="27" cy="149" r="6"/></g>
<path d="M-41 149 Q-27 139 -13 149 M13 149 Q27 139 41 149" stroke="#4b3020" stroke-width="2.5"/>
<path d="M-3 150 Q-8 178 -12 186 Q0 194 12 186" stroke="#a8714f" stroke-width="3"/>
<path d="M-24 210 Q-8 203 0 206 Q8 203 24 210 Q0 228 -24 210 Z" fill="#b5594f"/><path d="M-24 210 Q0 214 24 210" stroke="#7c302c" stroke-width="2"/>
</g></svg>`;
}
