/** The list of the shortcuts that are active now. */
import { Dialog } from './dialog.tsx';
import { Keys } from './keys.tsx';
import classes from './shortcuts.module.css';

interface ShortcutsHelpProps {
  shortcuts: readonly { combo: string; label: string; group: string }[];
  onClose: () => void;
}

export default function ShortcutsHelp({ shortcuts, onClose }: ShortcutsHelpProps) {
  const groups = new Map<string, Map<string, string>>();
  for (const { group, combo, label } of shortcuts) {
    const rows = groups.get(group) ?? new Map<string, string>();
    rows.set(combo, label);
    groups.set(group, rows);
  }
  return (
    <Dialog title="Atajos de teclado" width="30rem" closeButton onClose={onClose}>
      {[...groups].map(([group, rows]) => (
        <section key={group} className={classes.group} aria-label={group}>
          <h3 className={classes.heading}>{group}</h3>
          <dl className={classes.list}>
            {[...rows].map(([combo, label]) => (
              <div key={combo} className={classes.row}>
                <dt>{label}</dt>
                <dd>
                  <Keys combo={combo} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
