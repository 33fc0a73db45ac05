/** The pictures of the demo community's newsletters, drawn. */
import { type Colour, Drawing } from '#platform/server/drawing.ts';

const WIDTH = 560;
const HEIGHT = 280;

function titled(above: Colour, below: Colour, title: string, under: string): Drawing {
  const drawing = new Drawing(WIDTH, HEIGHT, above).shade(0, 0, WIDTH, HEIGHT, above, below);
  drawing.rect(0, 214, WIDTH, 66, '#10241f', 0.55);
  return drawing.text(title, WIDTH / 2, 226, 3, '#ffffff').text(under, WIDTH / 2, 256, 2, '#e6efe9');
}

function maintenance(): Drawing {
  const drawing = titled('#d5eefa', '#8fd0ea', 'Mantenimiento', 'Alberca cerrada dos días');
  drawing.rect(0, 128, WIDTH, 86, '#2f9fd0');
  for (const [y, shift, colour] of [
    [128, 0, '#2f9fd0'],
    [152, 22, '#268dbd'],
    [178, 6, '#1f7fae'],
  ] as const) {
    for (let x = -40 + shift; x < WIDTH + 40; x += 56) drawing.ellipse(x, y + 4, 34, 12, colour);
    drawing.rect(0, y + 6, WIDTH, 214 - y - 6, colour);
  }
  // A net on its pole, leaves, and the sign that nobody bathes.
  drawing.line([330, 26], [168, 150], 8, '#c9a35c');
  drawing.ellipse(150, 160, 44, 17, '#dfe6e9').ellipse(150, 160, 36, 12, '#7fb7cf');
  for (const [x, y] of [
    [144, 158],
    [162, 162],
    [262, 170],
    [88, 184],
  ] as const)
    drawing.ellipse(x, y, 9, 4, '#d98b32');
  drawing.rect(424, 62, 9, 112, '#6b5138').rect(364, 26, 130, 74, '#ffffff').rect(368, 30, 122, 66, '#d9573f');
  drawing.text('Cerrada', 429, 54, 2.6, '#ffffff');
  return drawing;
}

function posada(): Drawing {
  const drawing = titled('#1f2a54', '#5b3a7a', 'Posada de fin de año', 'Piñata, ponche y música');
  for (let at = 0; at < 46; at += 1)
    drawing.ellipse((at * 127) % WIDTH, (at * 61) % 150, 1.3, 1.3, '#fff7d6', at % 3 === 0 ? 0.95 : 0.5);
  const flags: readonly Colour[] = ['#e2487b', '#f0a832', '#3fae8f', '#4a90d9', '#d9573f'];
  drawing.line([0, 20], [WIDTH / 2, 40], 2, '#f4efe4').line([WIDTH / 2, 40], [WIDTH, 20], 2, '#f4efe4');
  for (let at = 0; at < 14; at += 1) {
    const x = 4 + at * 40;
    const y = 22 + (1 - Math.abs(x + 18 - WIDTH / 2) / (WIDTH / 2)) * 18;
    const colour = flags[at % flags.length] ?? '#e2487b';
    drawing.rect(x, y, 34, 24, colour).polygon(
      [
        [x, y + 24],
        [x + 34, y + 24],
        [x + 17, y + 38],
      ],
      colour,
    );
    drawing.ellipse(x + 17, y + 13, 6, 6, '#1f2a54', 0.45);
  }
  // The piñata: a star of seven points with ribbons.
  const [cx, cy] = [280, 134];
  drawing.line([cx, 40], [cx, 90], 2, '#f4efe4');
  for (let at = 0; at < 7; at += 1) {
    const turn = (at / 7) * 2 * Math.PI - Math.PI / 2;
    const point = (angle: number, radius: number) =>
      [cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius] as const;
    const tip = point(turn, 74);
    drawing.polygon([point(turn - 0.36, 34), tip, point(turn + 0.36, 34)], flags[at % flags.length] ?? '#e2487b');
    for (const side of [-5, 0, 5]) drawing.line(tip, [tip[0] + side, tip[1] + 14], 1.6, '#ffe9a8');
  }
  drawing.ellipse(cx, cy, 40, 40, '#f0a832').ellipse(cx, cy, 29, 29, '#e2487b').ellipse(cx, cy, 18, 18, '#f0a832');
  // Cups of punch at both sides.
  for (const x of [96, 464]) {
    drawing.polygon(
      [
        [x - 26, 160],
        [x + 26, 160],
        [x + 20, 206],
        [x - 20, 206],
      ],
      '#b5532b',
    );
    drawing
      .ellipse(x, 160, 26, 8, '#7a2f4d')
      .ellipse(x - 8, 159, 6, 3, '#f0a832')
      .ellipse(x + 9, 161, 5, 3, '#d9573f');
    for (const [dx, y] of [
      [-8, 140],
      [4, 128],
      [12, 142],
    ] as const)
      drawing.ellipse(x + dx, y, 5, 9, '#ffffff', 0.22);
  }
  return drawing;
}

function gate(): Drawing {
  const drawing = titled('#bfe3f7', '#f3f8fb', 'Nuevo horario', 'Caseta poniente, de 6:00 a 23:00');
  drawing.rect(0, 176, WIDTH, 38, '#6d7680');
  for (let x = 12; x < WIDTH; x += 64) drawing.rect(x, 193, 34, 4, '#f2efe2');
  drawing.rect(0, 168, WIDTH, 8, '#9cb67f');
  // The gatehouse with its barrier.
  drawing.rect(96, 86, 112, 90, '#efe3d0').polygon(
    [
      [80, 88],
      [152, 50],
      [224, 88],
    ],
    '#a5533b',
  );
  drawing.rect(112, 104, 46, 36, '#8fbfd8').rect(168, 104, 28, 72, '#7d5a3c').ellipse(190, 142, 2.4, 2.4, '#f0d27a');
  drawing.rect(236, 126, 14, 50, '#4b5a63').line([243, 134], [470, 100], 9, '#f4f4f0');
  for (let at = 0; at < 5; at += 1) {
    const x = 262 + at * 44;
    drawing.line([x, 131 - at * 6.6], [x + 22, 127.7 - at * 6.6], 9, '#d9573f');
  }
  // The clock.
  drawing.ellipse(426, 56, 42, 42, '#24443c').ellipse(426, 56, 36, 36, '#ffffff');
  for (let at = 0; at < 12; at += 1) {
    const turn = (at / 12) * 2 * Math.PI;
    drawing.ellipse(426 + Math.cos(turn) * 30, 56 + Math.sin(turn) * 30, 2, 2, '#24443c');
  }
  return drawing
    .line([426, 56], [426, 80], 4, '#24443c')
    .line([426, 57], [426, 30], 3, '#d9573f')
    .ellipse(426, 56, 4, 4, '#24443c');
}

const DRAWN: Readonly<Record<string, () => Drawing>> = {
  'Mantenimiento de la alberca': maintenance,
  'Posada de fin de año': posada,
  'Nuevo horario de la caseta poniente': gate,
};

/** The picture of a newsletter; undefined for one that nobody has drawn. */
export const drawNewsletter = (name: string): Drawing | undefined => DRAWN[name]?.();
