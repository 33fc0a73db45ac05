/** A combination of keys as it is drawn. */
import classes from './shortcuts.module.css';

const NAMES: Record<string, string> = {
  mod: 'Ctrl',
  alt: 'Alt',
  shift: 'Mayús',
  enter: 'Intro',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
};

/** A combination drawn as keys; `hidden` from names, on a button that tells it by `aria-keyshortcuts`. */
export function Keys({ combo, hidden }: { combo: string; hidden?: boolean }) {
  return (
    <span className={classes.keys} aria-hidden={hidden}>
      {combo.split('+').map((key) => (
        <kbd key={key} className={classes.key}>
          {NAMES[key.toLowerCase()] ?? key.toUpperCase()}
        </kbd>
      ))}
    </span>
  );
}
