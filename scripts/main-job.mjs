// npm run demo:main-job: installs what is missing, then does a cashier's main job from end to end (src/cli/main-job.ts).
import { spawn } from 'node:child_process';
import { childEnv, ensureInstalled, main, node24, ROOT } from './setup.mjs';

await main(async () => {
  await ensureInstalled();
  const child = spawn(node24(), ['src/cli/main-job.ts', ...process.argv.slice(2)], {
    cwd: ROOT,
    env: childEnv({}),
    stdio: 'inherit',
  });
  child.once('exit', (code) => process.exit(code ?? 1));
});
