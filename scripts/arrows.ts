/**
 * Holds the import arrows of ARCHITECTURE.md: core ← platform ← libro ← features ← server.ts / web.tsx; `ui` stands on core
 * alone and is drawn by platform/web and features, `documents` stands beside platform; `cfdi` (electronic invoices) stands on
 * core and platform and serves features. A feature sees of another only its contract and its rules; what runs in the browser
 * sees nothing of the server. Workbooks are written from listings. A server folder in storeys is held to their order. Files that
 * import each other form no circle, types included, and neither do features. Prints each offending line and exits with 1.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

export type Violation = Readonly<{ file: string; line: number; target: string; rule: string }>;

/** A list is declared once: of screen, paper and workbook. */
const LISTED = 'las hojas de un libro salen de listing(): sheetOf() hace las de todos';

const SRC = join(import.meta.dirname, '../src');

/** Static, dynamic and re-exporting imports; the specifier is the first group that matched. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"\n]+)\1/g;

/**
 * Server folders in storeys, each with those that it stands on. Below them all lies the folder's own repository.ts, whose rows
 * they share; its other files stand above.
 */
const STOREYS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'features/facturacion/server': {
    borrador: [],
    timbre: ['borrador'],
    cancelacion: ['borrador', 'timbre'],
    lectura: [],
  },
};

export interface Import {
  specifier: string;
  /** The imported file's path below src (beginning with ../ when outside); undefined for a package. */
  target: string | undefined;
  line: number;
}

/** Comments are blanked and keep their line breaks, so that line numbers stay right. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
}

export function importsOf(file: string, source: string): Import[] {
  const code = withoutComments(source);
  return [...code.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? '';
    return {
      specifier,
      target: resolveTarget(file, specifier),
      line: code.slice(0, match.index).split('\n').length,
    };
  });
}

/**
 * Violations in one file.
 * @param file path below src, with slashes
 */
export function violationsOf(file: string, source: string): Violation[] {
  return importsOf(file, source).flatMap(({ specifier, target, line }) => {
    const rule = target === undefined ? brokenByPackage(file, specifier) : broken(file, target);
    return rule === undefined ? [] : [{ file, line, target: specifier, rule }];
  });
}

/** From one place to another, and the import that is the way. */
type Step = Violation & Readonly<{ to: string }>;

/** The steps that close a circle. */
function closing(steps: ReadonlyMap<string, readonly Step[]>, what: string): Violation[] {
  const found: Violation[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (place: string): void => {
    path.push(place);
    for (const { to, ...step } of steps.get(place) ?? []) {
      if (done.has(to) || !steps.has(to)) continue;
      const since = path.indexOf(to);
      if (since < 0) visit(to);
      else found.push({ ...step, rule: `cierra un círculo de ${what} (${[...path.slice(since), to].join(' → ')})` });
    }
    path.pop();
    done.add(place);
  };
  for (const place of steps.keys()) if (!done.has(place)) visit(place);
  return found;
}

/**
 * Circles: files that import each other, types too, over however many others, and features that do; tests aside. A violation
 * at the import that closes it.
 * @param sources by path below src
 */
export function circlesOf(sources: ReadonlyMap<string, string>): Violation[] {
  const steps = new Map<string, Step[]>();
  const features = new Map<string, Step[]>();
  const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1];
  for (const [file, source] of sources) {
    const own = featureOf(file);
    const imports = importsOf(file, source).flatMap(({ target, specifier, line }) =>
      // A file may name itself: its functions are called by a thread.
      target === undefined || target === file ? [] : [{ to: target, file, line, target: specifier, rule: '' }],
    );
    steps.set(file, imports);
    if (own === undefined || isTest(file)) continue;
    const others = imports.map((step) => ({ ...step, to: featureOf(step.to) ?? own })).filter(({ to }) => to !== own);
    features.set(own, [...(features.get(own) ?? []), ...others]);
  }
  return [...closing(steps, 'importaciones'), ...closing(features, 'funciones; lo que comparten baja a libro')];
}

/** The imported file's path below src (beginning with ../ when outside), or undefined for a package. */
function resolveTarget(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#test/')) return `../test/${specifier.slice('#test/'.length)}`;
  if (specifier.startsWith('#')) return normalize(specifier.slice(1));
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  return undefined;
}

/** What writes sheets: of a feature it gets those that sheetOf() makes. */
const WRITERS = ['platform/server/xlsx-write.ts', 'platform/web/workbook-zip.ts'];

/** Workbooks that are no list's: what people fill in, and what the bank reads. */
const OWN_SHEETS = ['features/importacion/server/template.ts', 'features/recurrentes/server/xlsx.ts'];

function brokenByPackage(file: string, specifier: string): string | undefined {
  if (isTest(file)) return undefined;
  if (specifier.startsWith('write-excel-file') && !OWN_SHEETS.includes(file)) return LISTED;
  if (!file.startsWith('core/')) return undefined;
  return `core no importa paquetes (${specifier})`;
}

function broken(file: string, target: string): string | undefined {
  // Composition roots and tools stand above all folders.
  if (!file.includes('/') || file.startsWith('cli/')) return undefined;
  if (target.startsWith('../')) return isTest(file) ? undefined : 'src no importa de fuera de src';
  if (!target.includes('/')) return 'sólo las raíces (server.ts, web.tsx, cli) importan raíces';
  if (runsInBrowser(file) && !isTest(file) && isServer(target))
    return 'lo que corre en el navegador no importa nada de server/';
  const upwards = brokenByStorey(file, target);
  if (upwards !== undefined) return upwards;

  const [top = '', feature] = file.split('/');
  const [targetTop = '', targetFeature] = target.split('/');
  switch (top) {
    case 'core':
      return targetTop === 'core' ? undefined : 'core sólo importa core';
    case 'platform': {
      // Formats and logos are drawn by the kit and the shell too; they know nothing of either.
      if (targetTop === 'ui' && feature === 'web') return undefined;
      return ['core', 'platform'].includes(targetTop) ? undefined : 'platform sólo importa core y platform';
    }
    case 'ui':
      return ['core', 'ui'].includes(targetTop) ? undefined : 'ui sólo importa core y ui';
    case 'documents':
      return ['core', 'platform', 'ui', top].includes(targetTop)
        ? undefined
        : 'documents sólo importa core, platform, ui y documents';
    case 'residente':
      return ['core', top].includes(targetTop) ? undefined : 'residente sólo importa core y residente';
    case 'cfdi':
      return ['core', 'platform', top].includes(targetTop) ? undefined : 'cfdi sólo importa core, platform y cfdi';
    case 'libro':
      return ['core', 'platform', 'ui', 'documents', top].includes(targetTop)
        ? undefined
        : 'libro sólo importa core, platform, ui, documents y libro';
    case 'features': {
      if (WRITERS.includes(target) && !isTest(file)) return LISTED;
      if (targetTop !== 'features') {
        const allowed = ['core', 'platform', 'libro', 'cfdi', 'ui', 'documents'];
        return allowed.includes(targetTop) ? undefined : `features sólo importa ${allowed.join(', ')}`;
      }
      const own = feature === targetFeature;
      const shared = /^features\/[^/]+\/(contract|rules)\.ts$/.test(target);
      return own || shared ? undefined : 'de otra función sólo se importan contract.ts y rules.ts';
    }
    default:
      return `la carpeta src/${top} no está en las reglas de scripts/arrows.ts`;
  }
}

function brokenByStorey(file: string, target: string): string | undefined {
  for (const [folder, storeys] of Object.entries(STOREYS)) {
    const within = (path: string) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined);
    const [from, to] = [within(file)?.split('/')[0], within(target)?.split('/')[0]];
    if (from === undefined || to === undefined || from === to || isTest(file)) continue;
    const below = from === 'repository.ts' ? [] : storeys[from] && ['repository.ts', ...storeys[from]];
    if (below && !below.includes(to)) return `de ${folder}, ${from} no se apoya en ${to}`;
  }
  return undefined;
}

function runsInBrowser(file: string): boolean {
  const [top] = file.split('/');
  return (
    file.includes('/web/') ||
    ['core', 'ui', 'documents'].includes(top ?? '') ||
    /^(platform|cfdi)\/[^/]+$/.test(file) ||
    /\/(contract|rules|listings)\.ts$/.test(file)
  );
}

function isServer(target: string): boolean {
  return target.includes('/server/') || target === 'server.ts';
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

if (import.meta.main) {
  const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(SRC, join(entry.parentPath, entry.name)));
  const sources = new Map(files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));
  const violations = [...sources].flatMap(([file, source]) => violationsOf(file, source)).concat(circlesOf(sources));
  for (const { file, line, target, rule } of violations) console.error(`src/${file}:${line}: ${rule}: «${target}»`);
  if (violations.length > 0) process.exitCode = 1;
  else console.log(`${files.length} archivos respetan las flechas.`);
}
