import { useEffect, useState } from 'react';
import { request } from '../api.ts';

const API = '/api/v1';

/**
 * The address of a kept image for an <img>: its bytes are asked for with the session, which an <img> cannot send. `shown` is
 * undefined while they come, which `loading` tells, and where there are none.
 */
export function useImage(url: string): { shown: string | undefined; loading: boolean } {
  const [shown, setShown] = useState<string>();
  const [missing, setMissing] = useState<string>();
  const isKept = url.startsWith(`${API}/`);
  useEffect(() => {
    if (!isKept) return;
    const abort = new AbortController();
    let made: string | undefined;
    request('GET', url.slice(API.length), { signal: abort.signal })
      .then((response) => response.blob())
      .then((blob) => {
        if (abort.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setShown(made);
      })
      // A picture that is gone is no reason to stop a payment.
      .catch(() => {
        if (!abort.signal.aborted) setMissing(url);
      });
    return () => {
      abort.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
      setShown(undefined);
      setMissing(undefined);
    };
  }, [url, isKept]);
  return { shown, loading: isKept && shown === undefined && missing !== url };
}

/** The address of a file that was chosen and not sent yet. */
export function usePreview(file: File | null): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setShown(made);
    return () => {
      URL.revokeObjectURL(made);
      setShown(undefined);
    };
  }, [file]);
  return shown;
}
