import classes from './form.module.css';

/** The label of a field that is no input of its own, such as an image or an editor. */
export function GroupLabel({ id, label, required }: { id: string; label: string; required?: boolean | undefined }) {
  return (
    <span id={`${id}-label`} className={classes.label}>
      {label}
      {required ? (
        <span className={classes.mark} aria-hidden="true">
          {' '}
          *
        </span>
      ) : null}
    </span>
  );
}
