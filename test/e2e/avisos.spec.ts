/** CLABEs of lots and what a provider tells: a transfer that names its lot applies itself, one to a released CLABE asks. */
import type { Page } from '@playwright/test';
import { eventOf, FINTOC, type FintocTransfer, transferOf } from '../fintoc-http.ts';
import { apiOf, expect, expectNoAxe, signIn, test } from './fixtures.ts';

interface Clabe {
  clabe: string;
  lote: { referencia: string } | null;
  liberadaAt: string | null;
}

/** The demo's account of which somebody tells, and its CLABEs. */
async function told(page: Page): Promise<{ cuenta: number; name: string; clabes: Clabe[] }> {
  const api = await apiOf(page, 'director');
  for (const { id, caja } of (await api('/cuentabancaria/all')) as { id: number; caja: { name: string } }[]) {
    const clabes = (await api(`/clabelote/all/${id}`)) as Clabe[];
    if (clabes.length > 0) return { cuenta: id, name: caja.name, clabes };
  }
  throw new Error('the demo has an account with CLABEs');
}

async function simulate(page: Page, clabe: string, importe: string, concepto: string): Promise<void> {
  await page.getByLabel('CLABE de un lote').fill(clabe);
  await page.getByLabel('Importe').fill(importe);
  await page.getByLabel('Concepto').fill(concepto);
  await page.getByRole('button', { name: 'Simular' }).click();
  await expect(page.getByText('El simulador avisó').last()).toBeVisible();
  await expect(page.getByLabel('Concepto')).toHaveValue('');
}

test('a transfer that a provider tells of is applied by its CLABE, and one to a released CLABE asks', async ({
  page,
}) => {
  await signIn(page, 'director', '/cobranza');
  const { cuenta, name, clabes } = await told(page);
  const used = clabes.find(({ lote, liberadaAt }) => lote !== null && liberadaAt === null);
  const old = clabes.find(({ liberadaAt }) => liberadaAt !== null);
  await page.goto(`/cobranza/bancos/${cuenta}/avisos`);
  await expect(page.getByRole('heading', { name: `Avisos de depósitos: ${name}` })).toBeVisible();
  await expect(page.getByText('De prueba: lo que avisa no es dinero')).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Simular' }).click();
  await expect(page.getByText('Campo Requerido').first()).toBeVisible();
  const mark = `AVISO${Date.now()}`;
  // Of no other deposit of the day. One of the two may lack little of what the lot owes, which a bank's fee would be: that asks.
  const paid = 900 + (Date.now() % 90_000) / 100;
  await simulate(page, used?.clabe ?? '', paid.toFixed(2), `${mark} uno`);
  await simulate(page, used?.clabe ?? '', (paid + 250).toFixed(2), `${mark} otro`);
  await simulate(page, old?.clabe ?? '', '56.78', `${mark} dos`);

  await page.goto(`/cobranza/depositos?q=${mark}&situacion=todas`);
  const list = page.getByRole('list', { name: 'Depósitos' });
  // The lot of one that is only proposed stands between question marks.
  const applied = list.getByRole('listitem').filter({ hasText: new RegExp(`(?<!¿)${used?.lote?.referencia}(?!\\?)`) });
  await expect(async () => {
    await page.reload();
    await expect(list.getByRole('listitem')).toHaveCount(3, { timeout: 1_000 });
    await expect(applied.first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const panel = page.getByRole('region', { name: 'Depósito' });
  await list.getByRole('listitem').filter({ hasText: '$56.78' }).getByRole('button').click();
  await expect(panel).toContainText(`La CLABE ${old?.clabe} era del lote ${old?.lote?.referencia} y se liberó`);
  await applied.first().getByRole('button').click();
  await expect(panel.getByRole('link', { name: /^Recibo \d+/ })).toBeVisible();
});

test('CLABEs are added by a range, and one is released for good', async ({ page }) => {
  await signIn(page, 'director', '/cobranza');
  const { cuenta, name, clabes } = await told(page);
  await page.goto(`/cobranza/bancos/${cuenta}/clabes`);
  await expect(page.getByRole('heading', { name: `CLABE de los lotes: ${name}` })).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Agregar CLABE' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar CLABE' });
  await dialog.getByLabel('O las CLABE').fill('646180110400000011');
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(dialog.getByText('no es una CLABE').first()).toBeVisible();
  await dialog.getByLabel('O las CLABE').fill('');
  await dialog.getByLabel('Prefijo del rango').fill(`64618011${String(Date.now()).slice(-5)}`);
  await dialog.getByLabel('Cuántas').fill('3');
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('Se agregaron 3 CLABE')).toBeVisible();

  const last = clabes.findLast(({ lote, liberadaAt }) => lote !== null && liberadaAt === null)?.lote?.referencia ?? '';
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(last);
  await page.getByRole('button', { name: `Liberar la CLABE de ${last}` }).click();
  const release = page.getByRole('dialog', { name: `Liberar la CLABE de ${last}` });
  await release.getByLabel('Razón').fill('Cambió de dueño');
  await release.getByRole('button', { name: 'Liberar' }).click();
  await expect(page.getByRole('cell', { name: 'Cambió de dueño' })).toBeVisible();
});

test('of a transfer that is told with two amounts a person says whether it is the same money or more', async ({
  page,
}) => {
  await signIn(page, 'director', '/cobranza');
  const api = await apiOf(page, 'director');
  const { cuenta: simulated } = await told(page);
  const cuentas = (await api('/cuentabancaria/all')) as { id: number }[];
  const cuenta = cuentas.find(({ id }) => id !== simulated)?.id;
  await api('/avisodeposito/proveedor', { id: cuenta, proveedor: 'fintoc', ...FINTOC });
  const mark = `CONTRA${Date.now()}`;
  const tell = async (transfer: FintocTransfer) => {
    const { text, headers } = eventOf('transfer.inbound.succeeded', transfer, { at: new Date() });
    const reply = await page.request.post(`/api/v1/avisodeposito/recibir/${cuenta}`, { data: text, headers });
    expect(reply.status()).toBe(200);
  };
  const today = { transaction_date: new Date().toISOString() };
  for (const [n, amount] of [111_100, 222_200].entries()) {
    const transfer = transferOf('646180110400000007', amount, {
      ...{ ...today, id: `tr_${mark}_${n}`, tracking_key: `${mark}${n}`, comment: `${mark} ${n}` },
    });
    await tell(transfer);
    await tell({ ...transfer, amount: amount + 5_000 });
  }

  await page.goto(`/cobranza/depositos?q=${mark}&situacion=todas`);
  const list = page.getByRole('list', { name: 'Depósitos' });
  const panel = page.getByRole('region', { name: 'Depósito' });
  const open = (amount: string) => list.getByRole('listitem').filter({ hasText: amount }).getByRole('button').click();
  await expect(async () => {
    await page.reload();
    await expect(list.getByRole('listitem')).toHaveCount(4, { timeout: 1_000 });
  }).toPass();
  await open('$1,161.00');
  await expect(panel).toContainText('antes dijo $1,111.00');
  await expectNoAxe(page);
  await panel.getByRole('button', { name: 'Es el mismo dinero' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Razón').fill('El banco corrigió el importe');
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(dialog).toHaveCount(0);
  await open('$1,161.00');
  await expect(panel).toContainText('duplicado');

  await open('$2,272.00');
  await panel.getByRole('button', { name: 'Es otro depósito' }).click();
  await expect(panel.getByRole('button', { name: 'Es otro depósito' })).toHaveCount(0);
  await open('$2,272.00');
  await expect(panel.getByRole('button', { name: 'Elija un lote' })).toBeVisible();
});
