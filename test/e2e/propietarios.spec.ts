/** A house is sold on one screen, whoever sold is still found, and a certificate of no debt is issued, printed and revoked. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dayFromNow } from '../day.ts';
import { apiOf, deliveredLot, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

const fresh = (mark: string): string => `${mark}${unique().slice(-6)}`.toUpperCase();

/** A delivered lot of the test's own, with an owner, a vehicle with its card and an account of the app. */
async function owned(page: Page, { debe = false } = {}) {
  const api = await apiOf(page);
  const name = `Amalia ${fresh('Robles')}`;
  const referencia = fresh('VT');
  const { id } = await deliveredLot(api, { referencia, name, calle: 'Roble', fechaEntrega: dayFromNow(-250) });
  const { id: vehiculo } = await api('/vehiculo/save', {
    ...{ id: '', placa: fresh('P'), marca: 'Kia', modelo: 'Rio', color: 'Azul', loteTransient: { id } },
  });
  const numero = fresh('T');
  await api('/tarjetaacceso/save', { id: '', numero, status: 'activo', fechaBaja: '', vehiculo: { id: vehiculo } });
  await api('/userapp/save', {
    ...{ id: '', name, phone: '5512345678', email: `${fresh('a')}@prueba.mx`, status: 'verificada', lote: { id } },
  });
  if (debe) {
    const [tipoCuota] = await api('/tipocuota/all-active');
    await api('/cuota/save', {
      id: '',
      loteTransient: { id },
      observacion: '',
      tipoCuota: { id: tipoCuota.id },
      costo: 400,
    });
  }
  return { id, referencia, name, numero, api };
}

test('a house is sold: what it owes, who buys, what ends, a summary and a typed confirmation', async ({ page }) => {
  const { id, referencia, name, api } = await owned(page, { debe: true });
  const compra = `Berta ${fresh('Lozano')}`;
  await signIn(page, 'administrador', `/propietarios/${id}`);
  await page.getByRole('link', { name: 'Cambio de propietario' }).click();
  await expect(page.getByRole('heading', { name: '1. La venta y lo que se debe' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Tarjetas de acceso (1)' })).toBeChecked();
  await expect(page.getByText('El lote debe $400.00. Cóbrelo en «Pagar todo»')).toBeVisible();
  await expectNoAxe(page);

  // Nothing is chosen yet: the faults are told on top, and what was typed stays.
  await page.getByRole('button', { name: 'Registrar la venta' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toBeFocused();
  await page.getByLabel('O nuevo: nombre completo').fill(compra);
  await page.getByRole('button', { name: 'Agregar correo' }).click();
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill('berta@prueba.mx');
  await page.getByLabel('Aceptó el aviso de privacidad').check();
  await expect(page.getByText(`El lote pasa de ${name} a ${compra}`)).toBeVisible();
  await expect(page.getByText(`Los $400.00 que se deben siguen en el lote y los paga ${compra}`)).toBeVisible();

  // Settled first it waits for the debt; with another reference nothing is done.
  await page.getByRole('radio', { name: /Quien vende lo paga antes/ }).check();
  await page.getByLabel(`Escriba ${referencia} para confirmar`).fill('otra cosa');
  await page.getByRole('button', { name: 'Registrar la venta' }).click();
  await expect(page.getByText(`Escriba la referencia del lote, ${referencia}, para confirmar`).first()).toBeVisible();
  await page.getByLabel(`Escriba ${referencia} para confirmar`).fill(referencia.toLowerCase());
  await page.getByRole('button', { name: 'Registrar la venta' }).click();
  await expect(page.getByText('Faltan por pagar $400.00 de antes de la venta').first()).toBeVisible();
  await page.getByRole('radio', { name: /lo paga quien compra/ }).check();
  await page.getByRole('button', { name: 'Registrar la venta' }).dblclick();
  await expect(page.getByRole('heading', { name: `${referencia} es de ${compra}` })).toBeVisible();
  await expectNoAxe(page);

  await page.getByRole('link', { name: 'Ver propietarios' }).click();
  const owners = page.getByRole('table', { name: 'Propietarios actual y anteriores' });
  await expect(owners.getByRole('row')).toHaveCount(3);
  await expect(owners.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expectNoAxe(page);
  const { data } = (await api(`/lote/cambiopropietario/${id}`).then((value: unknown) => ({ data: value }))) as {
    data: { termina: Record<string, unknown[]> };
  };
  expect(Object.values(data.termina).flat()).toEqual([]);
});

test('whoever sold still has his statement, on screen, on paper and as a workbook', async ({ page }) => {
  const { id, referencia, name, api } = await owned(page, { debe: true });
  const shown = (await api(`/lote/cambiopropietario/${id}`)) as {
    lazo: number;
    adeudo: number;
    fondo: number;
    termina: Record<string, unknown[]>;
  };
  const each = <T>(of: (list: unknown[]) => T) =>
    Object.fromEntries(Object.entries(shown.termina).map(([clave, list]) => [clave, of(list)]));
  await api('/lote/cambiopropietario', {
    ...{ id, fecha: dayFromNow(), adeudo: 'lote', fondo: 'lote', residente: { id: '' }, name: 'Celia Ruelas' },
    ...{
      telefonoList: [],
      correoElectronicoList: [],
      consentimiento: false,
      fiscal: 'quitar',
      razonSocial: '',
      rfc: '',
    },
    ...{ codigoPostal: '', email: '', regimenFiscal: { id: '' }, usoCFDI: { id: '' }, termina: each(() => true) },
    visto: { lazo: shown.lazo, adeudo: shown.adeudo, fondo: shown.fondo, termina: each((list) => list.length) },
    confirmacion: referencia,
  });
  await signIn(page, 'cobranza', `/propietarios/${id}`);
  await expect(page.getByRole('link', { name: 'Cambio de propietario' })).toBeHidden();
  await page.getByRole('link', { name: `Estado de cuenta de ${name}` }).click();
  await expect(page.getByRole('heading', { name: new RegExp(`^${name}:`) })).toBeVisible();
  await expect(page.getByText('Fue propietario. Su cuenta queda como se conocía')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Movimientos' }).getByRole('row')).toHaveCount(3);
  await expectNoAxe(page);
  const pdf = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  expect((await pdf).suggestedFilename()).toContain(name.replace(' ', '_'));
  const xlsx = page.waitForEvent('download');
  await page.getByRole('button', { name: /XLSX|Excel/ }).click();
  expect((await xlsx).suggestedFilename()).toMatch(/\.xlsx$/);
});

test('a certificate of no debt is issued, saved, verified and revoked', async ({ page }) => {
  const { id, referencia } = await owned(page);
  await signIn(page, 'administrador', `/propietarios/${id}`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Expedir constancia' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^constancia_de_no_adeudo_NA-\\d{5}_${referencia}\\.pdf$`));
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const table = page.getByRole('table', { name: 'Constancias de no adeudo' });
  await expect(table.getByRole('cell', { name: 'vigente' })).toBeVisible();

  const again = page.waitForEvent('download');
  await table.getByRole('button', { name: /Descargar la constancia/ }).click();
  expect(await readFile(await (await again).path())).toEqual(bytes);

  const more = table.getByRole('button', { name: /Más acciones/ });
  await more.click();
  await page.getByRole('menuitem', { name: 'Verificar' }).click();
  await expect(page.getByText('es la que se expidió')).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', { name: 'Revocar…' }).click();
  await page.getByRole('dialog').getByLabel('Razón').fill('Se devolvió el cheque');
  await expectNoAxe(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Revocar' }).click();
  await expect(table.getByRole('cell', { name: 'revocada' })).toBeVisible();

  await page.goto(`/operaciones/no-adeudo?q=${referencia}`);
  await expect(page.getByRole('table', { name: 'Constancias de no adeudo' }).getByRole('row')).toHaveCount(2);
  await expectNoAxe(page);
});
