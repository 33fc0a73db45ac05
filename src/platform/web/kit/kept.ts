/**
 * What the browser keeps for this page, or for this tab alone. A habit, a draft and even a session are no reason to fail: where
 * storage is full, switched off or refused, nothing is kept, and nothing else changes.
 */
function keeping(storage: () => Storage | undefined) {
  return {
    get(key: string): string | null {
      try {
        return storage()?.getItem(key) ?? null;
      } catch {
        return null;
      }
    },
    set(key: string, value: string): void {
      try {
        storage()?.setItem(key, value);
      } catch {
        // As above.
      }
    },
    remove(key: string): void {
      try {
        storage()?.removeItem(key);
      } catch {
        // As above.
      }
    },
    clear(): void {
      try {
        storage()?.clear();
      } catch {
        // As above.
      }
    },
  };
}

export const kept = keeping(() => globalThis.localStorage);
export const keptInTab = keeping(() => globalThis.sessionStorage);
