/** Statements and debts as the server draws them, against pdfmake, which draws them in the browser. */
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import pdfmake from 'pdfmake';
import { describe, expect, it } from 'vitest';
import type { LogoFile } from '#core/membrete.ts';
import { RESIDENCIALES } from '#core/residenciales.ts';
import { createPdf, type PdfDocument } from '#platform/pdf.ts';
import { readLogo } from '#platform/server/logo/logo.ts';
import { renderPdf } from '#platform/server/pdf.ts';
import { facesOf } from '#platform/server/pdf-plain-faces.ts';
import { type Mark, type Page, pagesOf, type Square } from '#platform/server/pdf-plain-layout.ts';
import { formatMoney } from '#ui/format.ts';
import { drawingOf, LOGO_GRID } from '#ui/logos/drawings.ts';
import type { PlainDocument } from './definition.ts';
import {
  type DebtLine,
  debtsDocument,
  type LoteDocument,
  type Statement,
  type StatementLine,
  statementDocument,
} from './estado-cuenta.ts';

const LOTE: LoteDocument = {
  codigo: 'ENCINOS',
  residencial: 'Residencial Los Encinos',
  name: 'José Ñandú Peña',
  referencia: 'M01-L02',
  direccion: 'Paseo de los Encinos 104',
  tipoLote: 'habitacional',
  unidad: '',
  referenciaPago: '100000000000055433 (BBVA)',
  codigoPago: '100000000000055433',
  impreso: '20-05-2026 10:15',
};

const statement = (rows: readonly StatementLine[], changed: Partial<Statement> = {}): Statement => ({
  ...LOTE,
  desde: '2026-01-01',
  hasta: '2026-12-31',
  conocido: null,
  verificacion: `https://encinos.example.mx/v/E.1.EC-7-260520-1015.20260520.123450.20261231.M01-L02.${'q'.repeat(86)}`,
  folio: 'EC-7-260520-1015',
  debe: { label: 'Debe hoy', monto: 1234.5 },
  rows,
  totals: { cargo: 100, abono: 40, saldo: 60 },
  ...changed,
});

const line = (at: number): StatementLine => ({
  fecha: '2026-02-10',
  descripcion: `Renglón ${at}`,
  folio: '',
  cargo: 10,
  abono: null,
  saldo: 10 * at,
  estado: 'vigente',
});
const lines = (count: number) => Array.from({ length: count }, (_, at) => line(at + 1));

function logoFile(shapes: string): LogoFile {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80">${shapes}</svg>`;
  const { png, width, height } = readLogo(Buffer.from(svg));
  return { src: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, width, height };
}

/** A line of text, a rule or something else where it stands. */
interface Stood {
  what: string;
  at: number[];
}

/** Alike things from above and from the left: rules and squares are drawn in another order. */
const inOrder = (stood: readonly Stood[]): Stood[] =>
  stood.toSorted((a, b) => {
    if (a.what !== b.what) return a.what < b.what ? -1 : 1;
    const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [a.at, b.at];
    return Math.abs(ay - by) > 0.5 ? ay - by : ax - bx;
  });

const shown = (stood: Stood | undefined) =>
  stood ? `${stood.at.map((n) => n.toFixed(2)).join(' ')} ${stood.what}` : 'nothing';

/** The first thing that stands elsewhere, by more than a hundredth of a point; undefined: none does. */
function difference(ours: readonly Stood[][], theirs: readonly Stood[][]): string | undefined {
  if (ours.length !== theirs.length) return `${ours.length} pages, not ${theirs.length}`;
  for (const [page, expected] of theirs.entries()) {
    const [found, wanted] = [inOrder(ours[page] ?? []), inOrder(expected)];
    for (let at = 0; at < Math.max(found.length, wanted.length); at += 1) {
      const [one, other] = [found[at], wanted[at]];
      const near = one?.at.every((number, axis) => Math.abs(number - (other?.at[axis] ?? 0)) < 0.01);
      if (!near || one?.what !== other?.what) return `page ${page + 1}: ${shown(one)}, not ${shown(other)}`;
    }
  }
  return undefined;
}

function ours(document: PlainDocument): Stood[][] {
  const stoodOf = (mark: Mark): Stood[] => {
    switch (mark.kind) {
      case 'text': {
        const { bold, size, color, line } = mark;
        const text = line.words.map((word) => word.text).join('');
        return text === '' ? [] : [{ what: `${text} ${bold} ${size} ${color}`, at: [mark.x, mark.base] }];
      }
      case 'rule':
        return [{ what: `rule ${mark.width} ${mark.color}`, at: [mark.x, mark.y, mark.x + mark.length] }];
      case 'svg':
        return [{ what: `svg ${mark.width}`, at: [mark.x, mark.y] }];
      case 'image':
        return [{ what: `image ${mark.width}`, at: [mark.x, mark.y] }];
      case 'qr':
        return mark.squares.map(({ x, y, w, color }) => ({
          what: `square ${w} ${color}`,
          at: [mark.x + x, mark.y + y],
        }));
    }
  };
  return pagesOf(document, facesOf()).map(({ marks }) => marks.flatMap(stoodOf));
}

interface TheirLine {
  x: number;
  y: number;
  inlines: { text: string; x: number; fontSize: number; color: string; font: { name: string; ascender: number } }[];
}
interface TheirRule {
  type: string;
  x1: number;
  x2: number;
  y1: number;
  lineWidth: number;
  lineColor: string;
}
type TheirItem =
  | { type: 'line'; item: TheirLine }
  | { type: 'vector'; item: TheirRule | (Square & { type: 'rect' }) }
  | { type: 'svg' | 'image'; item: { x: number; y: number; _width: number } };

function theirText({ x, y, inlines }: TheirLine): Stood[] {
  const [first] = inlines;
  const text = inlines.map((inline) => inline.text).join('');
  if (!first || text === '') return [];
  const { fontSize, color, font } = first;
  const base = y + Math.max(...inlines.map((inline) => (inline.font.ascender / 1000) * inline.fontSize));
  const bold = font.name === 'Roboto-Medium';
  return [{ what: `${text} ${bold} ${fontSize} ${color}`, at: [x + first.x, base] }];
}

/** pdfmake draws a rule a column at a time. */
function theirRules(rules: readonly TheirRule[]): Stood[] {
  const whole: TheirRule[] = [];
  for (const rule of rules) {
    const last = whole.at(-1);
    if (last && last.y1 === rule.y1 && Math.abs(last.x2 - rule.x1) < 1e-6) last.x2 = rule.x2;
    else whole.push({ ...rule });
  }
  return whole.map(({ x1, x2, y1, lineWidth, lineColor }) => ({
    what: `rule ${lineWidth} ${lineColor}`,
    at: [x1, y1, x2],
  }));
}

async function theirs(document: PdfDocument): Promise<Stood[][]> {
  const made = await createPdf((drawn, options) => pdfmake.createPdf(drawn, options), document);
  const { _pdfMakePages: pages } = (await made.getStream()) as unknown as { _pdfMakePages: { items: TheirItem[] }[] };
  return pages.map(({ items }) => {
    const vectors = items.flatMap((one) => (one.type === 'vector' ? [one.item] : []));
    const rules = vectors.flatMap((vector) => ('x1' in vector ? [vector] : []));
    const others = items.flatMap((one): Stood[] => {
      if (one.type === 'line') return theirText(one.item);
      if (one.type === 'svg' || one.type === 'image')
        return [{ what: `${one.type} ${one.item._width}`, at: [one.item.x, one.item.y] }];
      return 'w' in one.item ? [{ what: `square ${one.item.w} ${one.item.color}`, at: [one.item.x, one.item.y] }] : [];
    });
    return [...theirRules(rules), ...others];
  });
}

const WORDS =
  'Mantenimiento,Octubre,-,2026,Interés,moratorio,oficina,fl,AVATAR,Lote/Manzana,M01-L02,(Águila),$1,250.50,12%,¿Qué?,·,ñandú,A-12000,«cita»,1a2b3,Tü,  ,V.A.T.O.,ACTA20261122PATRULLA07LOTE18XXXXXXXXXXXXXXXXXXXXXXXXX,x'.split(
    ',',
  );
const text = (max: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: max }).map((words) => words.join(' '));
const pesos = fc.integer({ min: -9_999_999_999_99, max: 9_999_999_999_99 }).map((centavos) => centavos / 100);
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -100_000, max: 900_000 }).map((n) => n / 100) },
  pesos,
);

/** What a community has of its own; its pixels are not asked about where it stands. */
const LOGO = logoFile('<circle cx="60" cy="40" r="30" fill="#1d4f91"/>');

const lote = fc.record({
  codigo: fc.constantFrom('ENCINOS', 'LAGOS', 'CUMBRES', 'MIRADOR', 'JACARANDAS', 'HACIENDA', 'ALAMEDA', ''),
  residencial: text(6),
  logo: fc.constantFrom(undefined, LOGO, { ...LOGO, width: 900 }, { ...LOGO, height: 900 }),
  name: fc.oneof(fc.constant(''), text(25)),
  referencia: fc.constantFrom('M01-L02', 'ENC-00001', 'A'),
  direccion: text(20),
  tipoLote: fc.constantFrom('habitacional', 'comercial'),
  unidad: fc.constantFrom('', 'M01-L02-A'),
  referenciaPago: fc.oneof(fc.constant(''), text(5)),
  codigoPago: fc.oneof(fc.constant(''), fc.stringMatching(/^[0-9]{7,18}$/)),
  impreso: fc.constant('20-05-2026 10:15'),
});
const row: fc.Arbitrary<StatementLine> = fc.record({
  fecha: fc.constant('2026-02-10'),
  descripcion: text(14),
  nota: fc.oneof(fc.constant(''), text(20)),
  folio: fc.constantFrom('', 'A17', 'FACT-120001', 'A-12000'),
  cargo: fc.oneof(fc.constant(null), amount),
  abono: fc.oneof(fc.constant(null), amount),
  saldo: amount,
  estado: fc.constantFrom('', 'pagado', 'vigente', 'cancelado'),
});
const anyStatement: fc.Arbitrary<Statement> = fc
  .tuple(lote, fc.array(row, { maxLength: 60, size: 'max' }), fc.constantFrom(null, '2026-04-30'), amount)
  .map(([head, rows, conocido, monto]) => statement(rows, { ...head, conocido, debe: { label: 'Debe hoy', monto } }));
const anyDebts = fc
  .tuple(
    lote,
    fc.array(
      fc.record<DebtLine>({ descripcion: text(16), referencia: fc.constantFrom('M01-L02', 'A'), saldo: amount }),
      { maxLength: 60, size: 'max' },
    ),
  )
  .map(([head, rows]) => ({ ...head, rows }));

const textsOf = ({ marks }: Page) => marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
const saidBy = (mark: Extract<Mark, { kind: 'text' }>) => mark.line.words.map((word) => word.text).join('');

describe('a plain document stands as pdfmake has it', () => {
  it.each([0, 1, 10, 22, 23, 24, 25, 26, 40, 110])('a statement of %s rows', async (count) => {
    const document = () => statementDocument(statement(lines(count)));
    expect(difference(ours(document()), await theirs(document()))).toBeUndefined();
  });

  it('any statement', () =>
    fc.assert(
      fc.asyncProperty(anyStatement, async (any) => {
        expect(difference(ours(statementDocument(any)), await theirs(statementDocument(any)))).toBeUndefined();
      }),
      { numRuns: 20 },
    ));

  it('any debts', () =>
    fc.assert(
      fc.asyncProperty(anyDebts, async (any) => {
        expect(difference(ours(debtsDocument(any)), await theirs(debtsDocument(any)))).toBeUndefined();
      }),
      { numRuns: 12 },
    ));
});

describe('a statement over pages', () => {
  it('has every row once, in order, under a head, and its totals with the last one', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 150 }), (count) => {
        const pages = pagesOf(statementDocument(statement(lines(count))), facesOf()).map((page) =>
          textsOf(page).map(saidBy),
        );
        expect(pages.flat().filter((said) => said.startsWith('Renglón'))).toEqual(
          lines(count).map(({ descripcion }) => descripcion),
        );
        for (const [at, said] of pages.entries()) {
          expect(said.filter((one) => one === 'Descripción')).toHaveLength(1);
          expect(said.at(-1)).toBe(`Página ${at + 1} de ${pages.length}`);
          expect(said.findIndex((one) => one.startsWith('Renglón'))).toBeGreaterThan(said.indexOf('Descripción'));
        }
        const last = pages.at(-1) ?? [];
        for (const said of [`Renglón ${count}`, 'Total', 'Saldo al 31-12-2026: $60.00']) expect(last).toContain(said);
      }),
    ));

  it('stays on the paper, its amounts whole and in their size', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ descripcion: text(14), centavos: fc.nat(999_999_999) }), { maxLength: 60, size: 'max' }),
        (any) => {
          const rows = any.map(({ descripcion, centavos }) => ({ ...line(1), descripcion, saldo: centavos / 100 }));
          const marks = pagesOf(statementDocument(statement(rows)), facesOf()).flatMap(textsOf);
          for (const { x, base, size, line } of marks) {
            expect(x).toBeGreaterThanOrEqual(40);
            expect(x + line.width).toBeLessThan(573);
            // A foot is in smaller letters.
            expect(base).toBeLessThan(size > 7 ? 744 : 770);
          }
          const amounts = marks.filter(({ size }) => size === 9).map(saidBy);
          for (const { saldo } of rows) expect(amounts).toContain(formatMoney(saldo));
        },
      ),
      { numRuns: 60 },
    ));
});

const streamsOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, packed = '']) =>
    inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'),
  );

interface Read {
  text: string;
  bold: boolean;
  size: number;
  x: number;
  /** From below, as a file counts. */
  y: number;
}

/** The texts of a file, as a reader finds them: by its codes, and what the file says that these stand for. */
function readTexts(pdf: Buffer): Read[] {
  const streams = streamsOf(pdf);
  const maps = streams
    .filter((stream) => stream.includes('begincmap'))
    .map((stream) => {
      const texts = [...stream.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)].flatMap(([, from = '', list = '']) =>
        [...list.matchAll(/<(\w*)>/g)].map(([, codes = ''], at): [string, string] => [
          (Number.parseInt(from, 16) + at).toString(16).padStart(4, '0'),
          (codes.match(/..../g) ?? []).map((code) => String.fromCharCode(Number.parseInt(code, 16))).join(''),
        ]),
      );
      return new Map(texts);
    });
  return streams.flatMap((stream) =>
    [...stream.matchAll(/\/F([12]) ([\d.]+) Tf ([\d.]+) ([\d.]+) Td \[(.*?)\] TJ/g)].map(
      ([, face, size, x, y, shown = '']) => ({
        text: [...shown.matchAll(/<(\w+)>/g)]
          .flatMap(([, codes = '']) => codes.match(/..../g) ?? [])
          .map((code) => maps[Number(face) - 1]?.get(code) ?? '?')
          .join(''),
        bold: face === '2',
        ...{ size: Number(size), x: Number(x), y: Number(y) },
      }),
    ),
  );
}

describe('the file of a plain document', () => {
  it('can be read and searched, letters that are rare in Spanish included', async () => {
    const document = statementDocument(
      statement(lines(30), { name: 'Łukasz Žižek Ωμέγα, oficina y aflicción', direccion: 'Pen\u0303a y Peña' }),
    );
    const read = readTexts(await renderPdf(document));
    const stood = pagesOf(document, facesOf())
      .flatMap(textsOf)
      .filter((mark) => saidBy(mark) !== '');
    expect(read.map(({ text, bold, size }) => ({ text, bold, size }))).toEqual(
      stood.map((mark) => ({ text: saidBy(mark), bold: mark.bold, size: mark.size })),
    );
    for (const [at, { x, base }] of stood.entries()) {
      expect(read[at]?.x).toBeCloseTo(x, 2);
      expect(read[at]?.y).toBeCloseTo(792 - base, 2);
    }
    const said = read.map(({ text }) => text);
    expect(said).toContain('Łukasz Žižek Ωμέγα, oficina y aflicción');
    expect(said).toContain('Peña y Peña');
    // One after it has the letters of Spanish alone again.
    const next = await renderPdf(statementDocument(statement(lines(30))));
    expect(readTexts(next).map(({ text }) => text)).toContain('José Ñandú Peña');
  });

  it("has the logo of every community, each of its shapes within the logo's square", async () => {
    for (const code of [...RESIDENCIALES.map(({ code }) => code), 'OTRA']) {
      const pdf = await renderPdf(statementDocument(statement([], { codigo: code })));
      const logo = streamsOf(pdf)
        .map((stream) => /^q [\d.]+ 0 0 -[\d.]+ 40 752 cm\n([\s\S]*?)\nQ$/m.exec(stream)?.[1])
        .find((found) => found !== undefined);
      const { shapes } = drawingOf(code);
      expect(logo?.match(/^[fS]$/gm)).toHaveLength(shapes.length);
      const points = [...(logo ?? '').matchAll(/^([-\d. ]+) [mlc]$/gm)].flatMap(([, numbers = '']) =>
        numbers.split(' '),
      );
      for (const point of points.map(Number))
        expect(Math.abs(point - LOGO_GRID / 2)).toBeLessThanOrEqual(LOGO_GRID / 2);
    }
    // The waves of this one are curves of the second degree: two thirds of the way to their one control point.
    const waves = streamsOf(await renderPdf(statementDocument(statement([], { codigo: 'LAGOS' })))).join('\n');
    expect(waves).toContain('8 33.5 m\n10.667 30.833 13.333 30.833 16 33.5 c\n18.667 36.167 21.333 36.167 24 33.5 c');
  });

  it('has the logo of a community’s own once, however many pages call it', async () => {
    const pdf = await renderPdf(statementDocument(statement(lines(200), { logo: LOGO })));
    const file = pdf.toString('latin1');
    expect(file.match(/\/Subtype \/Image/g)).toHaveLength(1);
    expect(file).toMatch(/\/Width \d+\n\/Height 320\n/);
    expect(streamsOf(pdf).filter((stream) => / Do Q$/m.test(stream))).toHaveLength(1);
    // Another document of the same community has it again.
    expect((await renderPdf(statementDocument(statement([], { logo: LOGO })))).toString('latin1')).toMatch(/\/XObject/);
  });

  it('says its title and its language, and is no larger than what pdfmake makes', async () => {
    const document = statementDocument(statement(lines(30)));
    const pdf = await renderPdf(document);
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.3');
    expect(pdf.toString('latin1')).toContain('/Lang (es-MX)');
    expect(pdf.toString('latin1')).toContain('(Estado de cuenta M01-L02)');
    const made = await createPdf((drawn, options) => pdfmake.createPdf(drawn, options), document);
    expect(pdf.length).toBeLessThan((await (made as unknown as { getBuffer(): Promise<Buffer> }).getBuffer()).length);
  });
});
