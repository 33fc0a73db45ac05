/** What the amenities of the demo community look like: drawn, since nobody's photograph is ours to show. */
import { type Colour, Drawing } from '#platform/server/drawing.ts';

const WIDTH = 480;
const HEIGHT = 300;
const ICON = 128;
const HORIZON = 130;

/** Sky, sun, hills and grass: what every place outside stands on. */
function outside(): Drawing {
  const drawing = new Drawing(WIDTH, HEIGHT, '#7cc0ee').shade(0, 0, WIDTH, HORIZON, '#6db7ea', '#d9eefb');
  drawing.ellipse(400, 48, 24, 24, '#ffe9a8');
  for (const [x, y, size] of [
    [90, 44, 26],
    [250, 64, 20],
  ] as const) {
    drawing.ellipse(x, y, size * 1.6, size * 0.5, '#ffffff', 0.85);
    drawing.ellipse(x + size * 0.3, y - size * 0.3, size * 0.8, size * 0.5, '#ffffff', 0.85);
  }
  drawing.ellipse(110, HORIZON + 12, 190, 42, '#8fbf8a').ellipse(380, HORIZON + 14, 230, 52, '#7bb07b');
  return drawing.shade(0, HORIZON, WIDTH, HEIGHT - HORIZON, '#86b96c', '#5f9a52');
}

function tree(drawing: Drawing, x: number, foot: number, size: number): void {
  drawing.rect(x - size * 0.08, foot - size * 0.5, size * 0.16, size * 0.5, '#7a5a3c');
  drawing.ellipse(x, foot - size * 0.72, size * 0.36, size * 0.4, '#3f7d46');
  drawing.ellipse(x - size * 0.12, foot - size * 0.82, size * 0.18, size * 0.18, '#5a9a5a', 0.8);
}

function parasol(drawing: Drawing, x: number, foot: number, colour: Colour): void {
  drawing.rect(x - 2, foot - 66, 4, 66, '#8d8d86');
  drawing.polygon(
    [
      [x - 40, foot - 56],
      [x, foot - 84],
      [x + 40, foot - 56],
    ],
    colour,
  );
  drawing.polygon(
    [
      [x - 13, foot - 56],
      [x, foot - 84],
      [x + 13, foot - 56],
    ],
    '#ffffff',
    0.85,
  );
  drawing.rect(x + 12, foot - 12, 34, 6, '#f4f1e8').rect(x + 14, foot - 6, 4, 6, '#8d8d86');
  drawing.rect(x + 40, foot - 6, 4, 6, '#8d8d86');
}

function pool(): Drawing {
  const drawing = outside();
  for (const [x, size] of [
    [36, 90],
    [92, 66],
    [446, 96],
  ] as const)
    tree(drawing, x, 164, size);
  drawing.polygon(
    [
      [70, 160],
      [410, 160],
      [470, 288],
      [10, 288],
    ],
    '#e5dccb',
  );
  drawing.polygon(
    [
      [112, 176],
      [368, 176],
      [414, 270],
      [66, 270],
    ],
    '#f7f3ea',
  );
  drawing.polygon(
    [
      [118, 181],
      [362, 181],
      [404, 264],
      [76, 264],
    ],
    '#2f9fd0',
  );
  drawing.polygon(
    [
      [118, 181],
      [362, 181],
      [372, 200],
      [108, 200],
    ],
    '#1f86b8',
    0.6,
  );
  for (const [x, y, width] of [
    [150, 212, 60],
    [250, 206, 40],
    [190, 234, 90],
    [300, 240, 54],
    [120, 252, 48],
  ] as const)
    drawing.ellipse(x, y, width / 2, 2.4, '#c9ecf8', 0.75);
  drawing.line([352, 176], [352, 210], 3, '#e9edf0').line([368, 176], [368, 210], 3, '#e9edf0');
  for (const y of [186, 195, 204]) drawing.line([352, y], [368, y], 2.5, '#e9edf0');
  parasol(drawing, 60, 200, '#d9573f');
  parasol(drawing, 410, 206, '#e7a23c');
  return drawing;
}

function court(): Drawing {
  const drawing = outside();
  tree(drawing, 34, 158, 96);
  tree(drawing, 448, 160, 84);
  drawing.polygon(
    [
      [120, 150],
      [360, 150],
      [456, 284],
      [24, 284],
    ],
    '#2d6fb3',
  );
  const line = '#f2f6fa';
  drawing.line([120, 151], [360, 151], 3, line).line([25, 283], [455, 283], 4, line);
  drawing.line([120, 150], [24, 284], 3.5, line).line([360, 150], [456, 284], 3.5, line);
  drawing.line([97, 182], [383, 182], 3, line).line([50, 248], [430, 248], 3.5, line);
  drawing.line([240, 182], [240, 248], 3, line);
  // Glass at the back, with its posts.
  drawing.rect(118, 84, 244, 66, '#cfe6f2', 0.55);
  for (const x of [118, 179, 240, 301, 360]) drawing.rect(x - 1.5, 82, 3, 69, '#4b5a63');
  drawing.rect(117, 80, 246, 4, '#4b5a63');
  // The net.
  drawing.rect(66, 196, 348, 20, '#24323a', 0.35).rect(64, 194, 352, 4, '#f2f6fa');
  drawing.rect(62, 192, 5, 28, '#4b5a63').rect(413, 192, 5, 28, '#4b5a63');
  drawing.ellipse(312, 230, 6, 6, '#d8e84a').ellipse(314, 237, 7, 2, '#153f69', 0.5);
  return drawing;
}

function hall(): Drawing {
  const drawing = new Drawing(WIDTH, HEIGHT, '#f1e7d8').shade(0, 0, WIDTH, 190, '#efe3d0', '#f8f1e6');
  drawing.shade(0, 190, WIDTH, HEIGHT - 190, '#b98a5c', '#9a6d43');
  for (let x = -60; x < WIDTH + 60; x += 44)
    drawing.line([240 + (x - 240) * 0.7, 190], [x, HEIGHT], 1.2, '#7e5735', 0.6);
  for (const x of [46, 186, 326]) {
    drawing.rect(x, 44, 108, 122, '#7d6a55').rect(x + 5, 49, 98, 117, '#bfe0f2');
    drawing.ellipse(x + 40, 150, 34, 13, '#8dbb7d').ellipse(x + 78, 152, 24, 11, '#7bb07b');
    drawing.rect(x + 5, 152, 98, 10, '#8dbb7d').rect(x, 162, 108, 6, '#7d6a55');
    drawing.rect(x + 52, 49, 4, 117, '#7d6a55').rect(x + 5, 104, 98, 4, '#7d6a55');
    drawing.polygon(
      [
        [x - 8, 40],
        [x + 22, 40],
        [x + 6, 172],
        [x - 8, 172],
      ],
      '#a23b3b',
    );
  }
  for (const x of [120, 240, 360]) {
    drawing.line([x, 0], [x, 22], 1.5, '#5d4a37').ellipse(x, 30, 26, 14, '#ffe9a8', 0.5);
    drawing.ellipse(x, 28, 12, 8, '#fff3c4');
  }
  for (const [x, y, size] of [
    [96, 226, 0.8],
    [384, 226, 0.8],
    [240, 250, 1.1],
  ] as const) {
    for (const side of [-1, 1]) {
      drawing.rect(x + side * 66 * size - 9 * size, y - 26 * size, 18 * size, 34 * size, '#6b4a2f');
      drawing.rect(x + side * 66 * size - 9 * size, y + 6 * size, 18 * size, 6 * size, '#57391f');
    }
    drawing.ellipse(x, y + 30 * size, 46 * size, 8 * size, '#6f4b2b', 0.5);
    drawing.polygon(
      [
        [x - 54 * size, y],
        [x + 54 * size, y],
        [x + 46 * size, y + 30 * size],
        [x - 46 * size, y + 30 * size],
      ],
      '#f3efe6',
    );
    drawing.ellipse(x, y, 54 * size, 13 * size, '#ffffff');
    drawing.rect(x - 5 * size, y - 20 * size, 10 * size, 18 * size, '#5c93a8');
    for (const [dx, colour] of [
      [-8, '#d9573f'],
      [0, '#e7a23c'],
      [8, '#c64f7d'],
    ] as const)
      drawing.ellipse(x + dx * size, y - 24 * size - (dx === 0 ? 6 : 0) * size, 8 * size, 8 * size, colour);
  }
  return drawing;
}

function terrace(): Drawing {
  const drawing = outside();
  tree(drawing, 30, 176, 104);
  drawing.polygon(
    [
      [40, 196],
      [440, 196],
      [480, 300],
      [0, 300],
    ],
    '#c79a6b',
  );
  for (let at = 1; at < 8; at += 1) {
    const x = at / 8;
    drawing.line([40 + 400 * x, 196], [480 * x, 300], 1.5, '#9b7146', 0.7);
  }
  // The pergola.
  for (const x of [84, 388]) drawing.rect(x, 78, 10, 150, '#5d4630');
  drawing.rect(64, 70, 354, 12, '#6b5138');
  for (let x = 70; x < 412; x += 22) drawing.rect(x, 58, 7, 14, '#7a5e43');
  for (const [x, y] of [
    [110, 86],
    [170, 92],
    [240, 94],
    [310, 92],
    [370, 86],
  ] as const)
    drawing.ellipse(x, y + 4, 9, 9, '#fff2b8', 0.45).ellipse(x, y + 4, 4, 4, '#fff7d6');
  // A table with benches.
  drawing.rect(152, 214, 148, 9, '#8a5c36').rect(166, 223, 8, 40, '#6f482a').rect(278, 223, 8, 40, '#6f482a');
  drawing.rect(140, 246, 172, 8, '#a06c42').rect(152, 254, 7, 22, '#6f482a').rect(293, 254, 7, 22, '#6f482a');
  drawing.ellipse(200, 211, 16, 5, '#f4efe4').ellipse(252, 211, 16, 5, '#f4efe4');
  drawing.rect(222, 196, 8, 18, '#7da36a').ellipse(226, 194, 10, 8, '#4f8a4f');
  // The grill.
  drawing.rect(338, 222, 52, 34, '#8f8a83').rect(334, 216, 60, 8, '#55514c').rect(344, 230, 40, 18, '#3a3532');
  drawing.ellipse(364, 246, 16, 5, '#e2652f').ellipse(358, 245, 7, 3, '#f5b942');
  for (const [x, y, size] of [
    [362, 204, 8],
    [370, 190, 11],
    [360, 174, 14],
  ] as const)
    drawing.ellipse(x, y, size, size * 0.7, '#ffffff', 0.4);
  return drawing;
}

function gym(): Drawing {
  const drawing = new Drawing(WIDTH, HEIGHT, '#dfe4e8').shade(0, 0, WIDTH, 200, '#d5dce2', '#eceff2');
  drawing.shade(0, 200, WIDTH, 100, '#5a6570', '#424b54');
  drawing.rect(40, 40, 400, 110, '#f7f9fa').rect(46, 46, 388, 98, '#b9d6e6');
  for (const x of [142, 240, 338]) drawing.rect(x, 46, 4, 98, '#f7f9fa');
  drawing.rect(96, 198, 288, 8, '#3a4148').rect(110, 206, 10, 60, '#2b3137').rect(360, 206, 10, 60, '#2b3137');
  for (const [x, size] of [
    [140, 26],
    [170, 20],
    [310, 20],
    [340, 26],
  ] as const)
    drawing.ellipse(x, 190, size * 0.45, size, '#23282d').ellipse(x, 190, size * 0.2, size * 0.45, '#c23b3b');
  return drawing.rect(120, 187, 240, 6, '#aeb7bf');
}

const SCENES: Readonly<Record<string, () => Drawing>> = {
  Alberca: pool,
  'Cancha de pádel': court,
  'Salón de eventos': hall,
  Terraza: terrace,
  Gimnasio: gym,
};

/** White on one colour, to be read at the size of a letter. */
const ICONS: Readonly<Record<string, (icon: Drawing) => void>> = {
  Alberca: (icon) => {
    for (const y of [64, 84, 104]) {
      for (let x = 24; x < 108; x += 20) {
        icon.line([x, y], [x + 10, y - 7], 6, '#ffffff').line([x + 10, y - 7], [x + 20, y], 6, '#ffffff');
      }
    }
    icon.ellipse(84, 38, 11, 11, '#ffffff').line([30, 52], [66, 38], 9, '#ffffff');
  },
  'Cancha de pádel': (icon) => {
    icon.ellipse(54, 50, 27, 30, '#ffffff').line([70, 74], [92, 106], 12, '#ffffff');
    for (const [x, y] of [
      [44, 40],
      [56, 40],
      [66, 46],
      [44, 54],
      [56, 56],
    ] as const)
      icon.ellipse(x, y, 3.4, 3.4, '#7a5a1c');
    icon.ellipse(94, 40, 9, 9, '#ffffff');
  },
  'Salón de eventos': (icon) => {
    icon.polygon(
      [
        [20, 60],
        [64, 26],
        [108, 60],
      ],
      '#ffffff',
    );
    for (const x of [28, 50, 72, 94]) icon.rect(x, 64, 8, 32, '#ffffff');
    icon.rect(22, 98, 84, 9, '#ffffff');
  },
  Terraza: (icon) => {
    icon.polygon(
      [
        [20, 60],
        [64, 22],
        [108, 60],
      ],
      '#ffffff',
    );
    icon.rect(61, 58, 6, 48, '#ffffff').rect(30, 82, 24, 6, '#ffffff').rect(74, 82, 24, 6, '#ffffff');
    icon.rect(40, 88, 5, 18, '#ffffff').rect(84, 88, 5, 18, '#ffffff');
  },
  Gimnasio: (icon) => {
    icon.rect(34, 60, 60, 8, '#ffffff');
    for (const [x, height] of [
      [24, 26],
      [34, 44],
      [86, 44],
      [96, 26],
    ] as const)
      icon.rect(x, 64 - height / 2, 8, height, '#ffffff');
  },
};
const ICON_COLOURS: Readonly<Record<string, Colour>> = {
  Alberca: '#1f7fae',
  'Cancha de pádel': '#7a5a1c',
  'Salón de eventos': '#8a3b55',
  Terraza: '#3f7d46',
  Gimnasio: '#4a5560',
};

/** The picture and the icon of an amenity; undefined for one that nobody has drawn. */
export function drawAmenidad(name: string): { foto: Drawing; icono: Drawing } | undefined {
  const scene = SCENES[name];
  if (!scene) return undefined;
  const icono = new Drawing(ICON, ICON, ICON_COLOURS[name] ?? '#4a5560');
  ICONS[name]?.(icono);
  return { foto: scene(), icono };
}
