/** Questions before an act: `if (await confirmDelete('el banco BBVA')) …`. Answers false when dismissed in any way. */
import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Dialog, DialogActions } from './dialog.tsx';
import { createStore } from './store.ts';

export interface ConfirmOptions {
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** For what destroys: the button that names the act is red, the other says 'Volver' and has the focus. */
  danger?: boolean;
}

interface Question extends ConfirmOptions {
  id: number;
  answer: (yes: boolean) => void;
}

const questions = createStore<readonly Question[]>([]);
let lastId = 0;

/** Asks and waits for the answer. Questions asked at the same time are shown one after the other. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++lastId;
    const answer = (yes: boolean) => {
      questions.set(questions.get().filter((question) => question.id !== id));
      resolve(yes);
    };
    questions.set([...questions.get(), { ...options, id, answer }]);
  });
}

/**
 * The one question before anything is deleted, in the specification's words.
 * @param what what goes, by its name: 'el banco BBVA'
 */
export function confirmDelete(what: string): Promise<boolean> {
  return confirm({
    title: 'Estás seguro que deseas eliminar!!!',
    text: (
      <>
        <p>Se eliminará {what}.</p>
        <p>No podrás deshacer esta acción</p>
      </>
    ),
    confirmLabel: 'Eliminar',
    cancelLabel: 'Cancelar',
    danger: true,
  });
}

/** Mount once, in the shell. */
export function Confirms() {
  const question = questions.use()[0];
  return question ? <ConfirmDialog key={question.id} {...question} onAnswer={question.answer} /> : null;
}

/** The dialog itself, for screens that keep the question in their own state. */
export function ConfirmDialog(props: ConfirmOptions & { onAnswer: (yes: boolean) => void }) {
  const { title, text, confirmLabel, danger, cancelLabel = danger ? 'Volver' : 'Cancelar', onAnswer } = props;
  const textId = useId();
  return (
    <Dialog title={title} role="alertdialog" describedBy={text ? textId : undefined} onClose={() => onAnswer(false)}>
      {text ? <div id={textId}>{text}</div> : null}
      <DialogActions>
        <Button variant="default" data-autofocus={danger || undefined} onClick={() => onAnswer(false)}>
          {cancelLabel}
        </Button>
        <Button color={danger ? 'red' : undefined} data-autofocus={!danger || undefined} onClick={() => onAnswer(true)}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
