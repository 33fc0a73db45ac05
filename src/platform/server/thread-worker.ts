/** The thread that works beside the server's own: see thread.ts. */
import { parentPort } from 'node:worker_threads';
import { Refusal } from './errors.ts';
import type { Call, Echo } from './thread.ts';

type Callable = (...args: readonly unknown[]) => unknown;

async function work({ module, name, args }: Call): Promise<Echo> {
  try {
    const { [name]: called } = (await import(module)) as Record<string, Callable | undefined>;
    if (!called) throw new Error(`${module} has no ${name}`);
    return { value: await called(...args) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (call: Call) => void work(call).then((echo) => parentPort?.postMessage(echo)));
