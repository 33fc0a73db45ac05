// npm run dev: the page by Vite on PORT, the API on the next port; both reload while their files are edited.
// One Ctrl+C stops both. Called with `page`, this file is the page's half, run by node24().
import { spawn } from 'node:child_process';
import { childEnv, ensureInstalled, main, node24, ROOT } from './setup.mjs';

const pagePort = Number(process.env.PORT || 3000);
const apiPort = pagePort + 1;

if (process.argv[2] === 'page') await servePage();
else await main(develop);

async function develop() {
  await ensureInstalled();
  const env = childEnv({ NODE_ENV: 'development' });
  const start = (args, more) => spawn(node24(), args, { cwd: ROOT, env: { ...env, ...more }, stdio: 'inherit' });
  const children = [
    start(['--watch', '--watch-preserve-output', 'src/server.ts'], { PORT: String(apiPort) }),
    start(['scripts/dev.mjs', 'page'], {}),
  ];
  console.log(`Página en http://localhost:${pagePort}; API en http://localhost:${apiPort}/api. Ctrl+C detiene ambas.`);
  let stopping = false;
  const stop = (code) => {
    if (stopping) return;
    stopping = true;
    process.exitCode = code;
    for (const child of children) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
  // Either half alone is of no use.
  for (const child of children) child.once('exit', (code) => stop(code ?? 0));
}

async function servePage() {
  const { createServer } = await import('vite');
  const server = await createServer({
    root: ROOT,
    server: {
      port: pagePort,
      strictPort: true,
      // The host name chooses the community, so the proxy must not change it.
      proxy: Object.fromEntries(
        ['/api', '^/r(/|$)', '^/v(/|$)', '/.well-known'].map((path) => [
          path,
          { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false },
        ]),
      ),
    },
  });
  await server.listen();
  const close = () => void server.close().then(() => process.exit(0));
  process.once('SIGINT', close);
  process.once('SIGTERM', close);
}
