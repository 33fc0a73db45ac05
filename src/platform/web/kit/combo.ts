type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether the event is the combination. A shifted sign such as '?' is named by itself, without 'shift'. */
export function matchesCombo(event: Keys, combo: string): boolean {
  const keys = combo.toLowerCase().split('+');
  const key = keys.pop();
  if (event.key.toLowerCase() !== key) return false;
  if (keys.includes('mod') !== (event.ctrlKey || event.metaKey)) return false;
  if (keys.includes('alt') !== event.altKey) return false;
  return /^[a-z]$|^.{2,}$/.test(key) ? keys.includes('shift') === event.shiftKey : true;
}
