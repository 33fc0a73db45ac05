/** What went out of the accounts in the browser: by keyboard, looked at by who audits, and what bank and register agree on. */
import { apiOf, expect, expectNoAxe, signIn, test } from './fixtures.ts';

test('a line that went out is classified by keyboard, found again and undone', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/egresos');
  const list = page.getByRole('list', { name: 'Salidas' });
  const panel = page.getByRole('region', { name: 'Salida' });
  await expect(list.getByRole('button').first()).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('searchbox', { name: 'Buscar egresos' }).fill('COMISION POR SERVICIO');
  await expect(list.getByRole('button').filter({ hasNotText: 'COMISION POR SERVICIO' })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Buscar egresos' }).blur();
  const waiting = await list.getByRole('button').count();
  await expect(panel.getByRole('combobox', { name: 'Qué es' })).toHaveValue('Comisión del banco');
  await expect(panel.getByRole('combobox', { name: 'En qué se gastó' })).toHaveValue('Comisiones bancarias');
  await expect(panel.getByRole('button', { name: 'Clasificar' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Salida clasificada')).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(waiting - 1);

  await page.getByRole('button', { name: /^Situación/ }).click();
  await page.getByRole('menuitemradio', { name: 'Clasificadas' }).click();
  await expect(panel.getByText('Comisión del banco, Comisiones bancarias')).toBeVisible();
  await panel.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByRole('textbox', { name: 'Razón' }).fill('No era');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('La salida vuelve a las que esperan')).toBeVisible();
});

test('who audits sees what went out, the reconciliation and the budget, and decides nothing', async ({ page }) => {
  await signIn(page, 'consultor', '/reportes/egresos?situacion=todas');
  await expect(page.getByRole('region', { name: 'Salida' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
  await page.goto('/reportes/conciliacion-bancaria');
  await expect(page.getByText('Según el registro')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dar por conciliado' })).toHaveCount(0);
  await expectNoAxe(page);
  // A receipt is named, and leads nobody where it may not be looked at.
  await page.goto('/reportes/depositos?situacion=aplicado');
  const deposito = page.getByRole('region', { name: 'Depósito' });
  await expect(deposito.getByText(/^Recibo \d+$/).first()).toBeVisible();
  await expect(page.locator('a[href^="/recibo/"]')).toHaveCount(0);
  await page.goto('/reportes/presupuesto');
  await expect(page.getByRole('cell', { name: 'Seguridad y vigilancia' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cambiar' })).toHaveCount(0);
  await expectNoAxe(page);
});

test('what another person approved is undone by two', async ({ page, browser }) => {
  await signIn(page, 'cobranza', '/cobranza/egresos');
  const [cobranza, director] = [await apiOf(page, 'cobranza'), await apiOf(page, 'director')];
  const settings = await director('/configuracionresidencial/get');
  // The bank's own are another test's, and below the limit.
  const line = (
    (await cobranza('/egreso/lista?situacion=pendiente&size=100')) as {
      rows: { id: number; importe: number; concepto: string }[];
    }
  ).rows.findLast(({ importe }) => importe > 3_000);
  await director('/configuracionresidencial/save', { ...settings, limiteEgreso: (line?.importe ?? 0) - 1 });
  const [agua] = ((await director('/categoriaegreso/all')) as { id: number; name: string }[]).filter(
    ({ name }) => name === 'Agua',
  );
  const parte = {
    clase: 'categoria',
    importe: line?.importe,
    categoria: { id: agua?.id },
    factura: { id: '' },
    orden: { id: '' },
  };
  const done = (await cobranza('/egreso/clasificar', {
    movimiento: { id: line?.id },
    partes: [parte],
    contrario: { id: '' },
  })) as {
    clasificacion: { id: number };
  };
  await director('/egreso/aprobar', { egreso: { id: done.clasificacion.id } });
  await director('/configuracionresidencial/save', settings);

  await page.goto(`/cobranza/egresos?situacion=todas&salida=${line?.id}`);
  const panel = page.getByRole('region', { name: 'Salida' });
  await panel.getByRole('button', { name: 'Pedir que se deshaga' }).click();
  await page.getByRole('textbox', { name: 'Razón' }).fill('Era de otra orden');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByText(/pidió deshacerla.*Era de otra orden/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Lo confirma otra persona' })).toBeDisabled();
  await expectNoAxe(page);

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, 'director', `/cobranza/egresos?situacion=por_aprobar&salida=${line?.id}`);
  const theirs = other.getByRole('region', { name: 'Salida' });
  await expect(theirs.getByText(/pidió deshacerla/)).toBeVisible();
  await theirs.getByRole('button', { name: 'Sí, deshacerla' }).click();
  await expect(other.getByText('La salida vuelve a las que esperan')).toBeVisible();
  await context.close();
});

test('of two windows on one cell of the budget the later one is told', async ({ page }) => {
  await signIn(page, 'director', '/reportes/presupuesto');
  const api = await apiOf(page);
  const year = new Date().getFullYear() + 1;
  await api('/presupuesto/crear', { year, razon: '' });
  await page.goto(`/reportes/presupuesto?mes=${year}-01-01`);
  const cell = page.getByRole('textbox', { name: 'Agua, enero' }).or(page.getByLabel('Agua, Enero'));
  const before = (await api(`/presupuesto/get/${year}`)) as {
    id: number;
    renglones: { categoria: { id: number; name: string }; presupuesto: number[] }[];
  };
  const agua = before.renglones.find(({ categoria }) => categoria.name === 'Agua');
  await cell.focus();
  await cell.fill('111');
  // Meanwhile in another window.
  const body = { presupuesto: { id: before.id }, categoria: { id: agua?.categoria.id }, mes: 1 };
  await api('/presupuesto/celda', { ...body, monto: 222, anterior: agua?.presupuesto[0] });
  await cell.press('Tab');
  await expect(page.getByText(/cambió mientras usted lo escribía: otra persona puso \$222\.00/)).toBeVisible();
  await expect(cell).toHaveValue(/222/);
  await cell.focus();
  await cell.fill('333');
  await cell.press('Tab');
  await expect
    .poll(
      async () =>
        ((await api(`/presupuesto/get/${year}`)) as typeof before).renglones.find(
          ({ categoria }) => categoria.name === 'Agua',
        )?.presupuesto[0],
    )
    .toBe(333);

  // It was begun by mistake.
  const actions = page.getByRole('main');
  await actions.getByRole('button', { name: 'Descartar borrador' }).click();
  const asks = page.getByRole('alertdialog');
  await expect(asks).toContainText(`${year} queda sin presupuesto`);
  await expect(asks.getByRole('button', { name: 'Volver' })).toBeFocused();
  await asks.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByText(`Se descartó la versión 1 del presupuesto de ${year}`)).toBeVisible();
  await expect(page.getByText(/^Versión 1\. Empezó .* Descartó /)).toBeVisible();
  await expect(actions.getByRole('button', { name: `Empezar presupuesto de ${year}` })).toBeVisible();
});

test.describe('where the accounts do not come', () => {
  test.use({ noise: /status of 500/ });

  test('the reconciliation says so, and tries again', async ({ page }) => {
    await signIn(page, 'cobranza');
    const accounts = '**/api/v1/cuentabancaria/all';
    await page.route(accounts, (route) => route.fulfill({ status: 500, json: { success: false, message: 'Falló' } }));
    await page.goto('/cobranza/conciliacion');
    const retry = page.getByRole('main').getByRole('button', { name: 'Reintentar' });
    await expect(retry).toBeVisible();
    await page.unroute(accounts);
    await retry.click();
    await expect(page.getByText('Según el banco')).toBeVisible();
  });
});
