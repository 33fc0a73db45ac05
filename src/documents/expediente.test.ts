import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { practiceName } from '#core/residenciales.ts';
import { renderPdf } from '#platform/server/pdf.ts';
import { facesOf } from '#platform/server/pdf-plain-faces.ts';
import { pagesOf } from '#platform/server/pdf-plain-layout.ts';
import {
  type CargoImpreso,
  type ExpedienteImpreso,
  expedienteDocument,
  expedienteFileName,
  saysNothing,
  suplementoOf,
} from './expediente.ts';

const cargo = (id: number, saldo = 250_000): CargoImpreso => ({
  ...{ id, vence: '2026-05-10', concepto: `Mantenimiento ${id}`, estado: 'vigente' },
  ...{ monto: 250_000, rebajado: 0, pagado: 250_000 - saldo, saldo },
});
const EXPEDIENTE: ExpedienteImpreso = {
  ...{ codigo: 'ENCINOS', residencial: 'Los Encinos', folio: 'EJ-00001', suplementoDe: null, referencia: 'M01-L02' },
  ...{ direccion: 'Paseo 104', tipoLote: 'habitacional', asociado: 'Ana Ruiz', fecha: '2026-05-20' },
  ...{ reloj: '2026-05-20T12:00:00', principal: 750_000, interes: 15_000, cierre: null },
  ...{ cargos: [], intereses: [], pagos: [], ajustes: [], convenios: [], cartas: [], propietarios: [], anexos: [] },
  requisitos: [],
};
const MADE = { huella: 'a'.repeat(64), verificacion: '', adjuntos: [] };

/** The lines of text of each page. */
const textsOf = (of: ExpedienteImpreso): string[][] =>
  pagesOf(expedienteDocument(of, MADE), facesOf()).map(({ marks }) =>
    marks.flatMap((mark) => (mark.kind === 'text' ? [mark.line.words.map(({ text }) => text).join('')] : [])),
  );

describe('the table of contents', () => {
  it('names each part with the page on which it begins, however long they are', () => {
    for (const count of [0, 1, 60, 400]) {
      const pages = textsOf({ ...EXPEDIENTE, cargos: Array.from({ length: count }, (_, id) => cargo(id)) });
      const [cover = []] = pages;
      const at = cover.indexOf('Contenido');
      const listed = cover.slice(at + 1, at + 21);
      const titles = listed.filter((_, n) => n % 2 === 0);
      expect(titles[0]).toBe('1. Lista de requisitos');
      expect(titles).toHaveLength(10);
      for (const [n, title] of titles.entries()) {
        const begins = pages.findIndex((lines, page) => page > 0 && lines[0] === title);
        expect([title, listed[2 * n + 1]]).toEqual([title, String(begins + 1)]);
      }
    }
  });
});

it('carries its files within', async () => {
  const bytes = new TextEncoder().encode('%PDF-1.7\n%%EOF\n');
  const adjuntos = [{ name: '01 acta.pdf', description: 'acta.pdf', mime: 'application/pdf', bytes }];
  const file = (await renderPdf(expedienteDocument(EXPEDIENTE, { ...MADE, adjuntos }))).toString('latin1');
  expect(file).toContain('/EmbeddedFile');
  expect(file).toContain('01 acta.pdf');
});

it('is named by what it is', () => {
  expect(expedienteFileName(EXPEDIENTE)).toBe('expediente_EJ-00001_M01-L02.pdf');
  const suplementoDe = { folio: 'EJ-00001', fecha: '2026-05-20' };
  expect(expedienteFileName({ ...EXPEDIENTE, folio: 'EJ-00002', suplementoDe })).toBe(
    'suplemento_EJ-00002_M01-L02.pdf',
  );
});

describe('a supplement', () => {
  const cargos = fc.uniqueArray(
    fc.record({ id: fc.nat(30), saldo: fc.constantFrom(0, 100_000, 250_000) }).map(({ id, saldo }) => cargo(id, saldo)),
    { selector: ({ id }) => id },
  );

  it('says nothing of what has not changed, and with what was said before all that there is', () => {
    fc.assert(
      fc.property(fc.array(cargos, { minLength: 2, maxLength: 4 }), (versions) => {
        const dichos: ExpedienteImpreso[] = [];
        const known = new Map<number, CargoImpreso>();
        for (const version of versions) {
          const told = suplementoOf({ ...EXPEDIENTE, cargos: version }, dichos);
          dichos.push(told);
          for (const row of told.cargos) known.set(row.id, row);
          for (const row of version) expect(known.get(row.id)).toEqual(row);
          expect(saysNothing(suplementoOf({ ...EXPEDIENTE, cargos: version }, dichos))).toBe(true);
        }
      }),
    );
  });
});

it('says on each page of a practice that it is one', () => {
  const cargos = Array.from({ length: 120 }, (_, at) => cargo(at + 1));
  const pages = textsOf({ ...EXPEDIENTE, cargos, residencial: practiceName('Los Encinos') });
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(page).toContain('PRÁCTICA, sin valor');
  expect(textsOf({ ...EXPEDIENTE, cargos }).flat()).not.toContain('PRÁCTICA, sin valor');
});
