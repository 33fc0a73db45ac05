/** What the resident's page does beyond being read: it sends forms and says what came of it, copies and prints. */

interface Fault {
  path: string;
  message: string;
}

const NO_NETWORK = 'No hay internet en este momento. Revise su conexión e intente de nuevo.';

/** Where a form tells what came of it. */
function tell(form: HTMLFormElement, text: string, bad: boolean): void {
  const place = form.querySelector<HTMLElement>('[role="status"]');
  if (!place) return;
  place.textContent = text;
  place.classList.toggle('mal', bad);
}

/** Says of each field what is wrong with it, and takes whoever fills it there. */
function tellFaults(form: HTMLFormElement, faults: readonly Fault[]): void {
  let first: HTMLElement | undefined;
  for (const place of form.querySelectorAll<HTMLElement>('[data-error]')) {
    const fault = faults.find(({ path }) => path === place.dataset.error);
    place.textContent = fault?.message ?? '';
    const field = form.elements.namedItem(place.dataset.error ?? '');
    if (!(field instanceof HTMLElement)) continue;
    field.setAttribute('aria-invalid', String(fault !== undefined));
    if (fault) first ??= field;
  }
  first?.focus();
}

function bodyOf(form: HTMLFormElement): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of form.elements) {
    if (
      !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement)
    )
      continue;
    if (field.name === '') continue;
    body[field.name] = field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value;
  }
  return body;
}

/** What the server takes: a form of fields, or one file with what is said of it. */
function requestOf(form: HTMLFormElement): RequestInit {
  if (form.dataset.archivo !== undefined) return { method: 'POST', body: new FormData(form) };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(form)),
  };
}

async function send(form: HTMLFormElement): Promise<void> {
  const buttons = form.querySelectorAll('button');
  if ([...buttons].some(({ disabled }) => disabled)) return;
  const question = form.dataset.pregunta;
  if (question && !confirm(question)) return;
  for (const button of buttons) button.disabled = true;
  let goesOn = false;
  tellFaults(form, []);
  tell(form, 'Un momento…', false);
  try {
    const answer = await fetch(form.dataset.enviar ?? '', requestOf(form));
    const said = (await answer.json()) as { success?: boolean; message?: string; errors?: Fault[] };
    if (answer.ok && said.success !== false) {
      tell(form, said.message ?? 'Listo', false);
      // On a slow network the next screen takes seconds: meanwhile nothing is sent twice.
      goesOn = form.dataset.ir !== undefined;
      if (form.dataset.ir) location.assign(form.dataset.ir);
      return;
    }
    tell(form, said.message ?? NO_NETWORK, true);
    tellFaults(form, said.errors ?? []);
  } catch {
    tell(form, NO_NETWORK, true);
  } finally {
    for (const button of buttons) button.disabled = goesOn;
  }
}

async function copy(button: HTMLElement): Promise<void> {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset.copiar ?? '');
    button.textContent = 'Copiado';
  } catch {
    button.textContent = 'No se pudo copiar: mantenga el dedo sobre el número';
  }
  setTimeout(() => {
    button.textContent = label;
  }, 3_000);
}

document.documentElement.classList.add('con-guion');
// Whoever comes back to a screen that the browser kept finds it as it was first.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.enviar === undefined) return;
  event.preventDefault();
  void send(form);
});
document.addEventListener('click', (event) => {
  const button =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>('button[data-copiar], button[data-imprimir]')
      : null;
  if (button?.dataset.copiar !== undefined) void copy(button);
  else if (button) print();
});
