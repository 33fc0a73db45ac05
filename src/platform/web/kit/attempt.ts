import { SERVER_ERROR_RETRY } from '../../messages.ts';
import { messageOf } from '../api.ts';
import { withBusy } from './busy.tsx';
import { toast } from './toast.tsx';

/** Blocks the page while something is done, and tells what stood in its way: in the server's own words, else in those given. */
export async function attempt(
  work: () => Promise<unknown>,
  failed: string = SERVER_ERROR_RETRY,
  seconds = 8,
): Promise<void> {
  try {
    await withBusy(work);
  } catch (error) {
    toast.error(messageOf(error, failed), seconds);
  }
}
