/** What the gate's cameras of the demo community would have taken: drawings that say of themselves that they are made up. */
import { type Colour, Drawing, dotFor } from '#platform/server/drawing.ts';

const WIDTH = 400;
const HEIGHT = 260;
const MADE_UP = 'Foto de demostración';

const BODIES: readonly Colour[] = [
  '#a83232',
  '#2f5d8a',
  '#5a6570',
  '#e4e4de',
  '#27323a',
  '#7d7f6a',
  '#c9c9c4',
  '#3f6b4f',
];

function footer(drawing: Drawing): Drawing {
  drawing.rect(0, HEIGHT - 22, WIDTH, 22, '#10181c', 0.7);
  return drawing.text(MADE_UP, WIDTH / 2, HEIGHT - 17, 1.6, '#e6efe9');
}

/** A car from the front, with its plates; `n` chooses how it looks. */
export function drawPlacas(placas: string, n: number): Drawing {
  const drawing = new Drawing(WIDTH, HEIGHT, '#7b848c').shade(0, 0, WIDTH, 120, '#c8d3da', '#a9b6be');
  drawing.shade(0, 120, WIDTH, HEIGHT - 120, '#7b848c', '#565e65');
  drawing.rect(0, 60, 58, 70, '#e8dcc8').rect(0, 52, 66, 10, '#a5533b').rect(10, 74, 34, 28, '#8fbfd8');
  const body = BODIES[n % BODIES.length] ?? '#5a6570';
  const tall = n % 3 === 0 ? 14 : 0;
  drawing.ellipse(200, 226, 158, 12, '#23282d', 0.45);
  for (const x of [74, 290]) drawing.rect(x, 182, 36, 46, '#1c2024').ellipse(x + 18, 228, 18, 6, '#1c2024');
  drawing.polygon(
    [
      [116, 52 - tall],
      [284, 52 - tall],
      [318, 118],
      [82, 118],
    ],
    body,
  );
  drawing.polygon(
    [
      [128, 60 - tall],
      [272, 60 - tall],
      [300, 114],
      [100, 114],
    ],
    '#32424d',
  );
  drawing.polygon(
    [
      [140, 60 - tall],
      [190, 60 - tall],
      [150, 114],
      [100, 114],
    ],
    '#6f8795',
    0.5,
  );
  drawing.ellipse(70, 112, 15, 9, body).ellipse(330, 112, 15, 9, body);
  drawing.polygon(
    [
      [82, 116],
      [318, 116],
      [336, 138],
      [336, 206],
      [64, 206],
      [64, 138],
    ],
    body,
  );
  drawing.rect(64, 116, 272, 3, '#ffffff', 0.25);
  drawing.rect(134, 136, 132, 22, '#1e2429');
  for (let y = 140; y < 156; y += 6) drawing.rect(138, y, 124, 2, '#8b949b');
  for (const x of [98, 302]) drawing.ellipse(x, 148, 25, 13, '#2a3238').ellipse(x, 148, 21, 10, '#fdf3c9');
  drawing.rect(58, 194, 284, 14, '#2a3238').rect(130, 162, 140, 44, '#1e2429');
  // The plates.
  drawing.rect(134, 165, 132, 38, '#f7f7f2').rect(136, 167, 128, 7, '#2d7a4f');
  const dot = dotFor(placas, 116, 22);
  drawing.text(placas, 200, 178 + (20 - dot * 7) / 2, dot, '#1b1f23');
  return footer(drawing);
}

/** An identity card without a person: nobody's face, and the name that was given at the gate. */
export function drawIdentificacion(nombre: string, n: number): Drawing {
  const drawing = new Drawing(WIDTH, HEIGHT, '#6b5138').shade(0, 0, WIDTH, HEIGHT, '#8a6a4b', '#6b4f36');
  drawing.rect(36, 30, 330, 196, '#2a2019', 0.35).rect(32, 24, 330, 196, '#f3f5ee');
  drawing.rect(32, 24, 330, 34, (['#2d6a6a', '#6a2d4f', '#2d4a7a'] as const)[n % 3] ?? '#2d6a6a');
  drawing.text('Identificación', 197, 34, 2, '#ffffff');
  drawing.rect(50, 74, 92, 116, '#cfd8d3');
  drawing.ellipse(96, 116, 22, 26, '#94a39b').ellipse(96, 188, 40, 30, '#94a39b').rect(50, 190, 92, 30, '#f3f5ee');
  const words = nombre.split(' ');
  const longest = Math.max(...words.map((word) => word.length), 1);
  const dot = Math.min(2.4, 180 / (longest * 6));
  for (const [line, word] of words.slice(0, 3).entries())
    drawing.text(word, 162 + ((word.length * 6 - 1) * dot) / 2, 84 + line * 24, dot, '#27323a');
  for (const [y, width] of [
    [164, 168],
    [176, 120],
    [188, 150],
  ] as const)
    drawing.rect(162, y, width, 4, '#c3ccc6');
  for (let x = 50; x < 344; x += 4) drawing.rect(x, 202, (x * 7 + n) % 3 === 0 ? 2.6 : 1.3, 12, '#3a4248');
  return footer(drawing);
}
