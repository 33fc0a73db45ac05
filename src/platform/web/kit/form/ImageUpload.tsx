/**
 * One picture that is sent as soon as it is chosen; the form keeps its address. The preview asks for the bytes with the
 * session, and opens the picture in full.
 */
import { Button } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { messageOf } from '../../api.ts';
import { BusyButton } from '../BusyButton.tsx';
import { CloseIcon } from '../close-icon.tsx';
import { Dialog } from '../dialog.tsx';
import { useImage } from '../useImage.ts';
import { GroupLabel } from './GroupLabel.tsx';
import classes from './image-upload.module.css';

const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/jpg'];
const BYTES_MAX = 5 * 1024 * 1024;

export interface ImageUploadProps {
  /** Names the field: 'Foto'. */
  label: string;
  required?: boolean;
  /** '' for none. */
  url: string;
  onChange: (image: { url: string; fileName: string }) => void;
  upload: (file: File) => Promise<{ url: string; fileName: string }>;
  /** Told while a picture is on its way: the form waits for it, or it would be sent without. */
  onBusy: (busy: boolean) => void;
  /** Left out, the picture can only be replaced. The text says what becomes of it. */
  removedText?: string;
  /** Shows a link with this name that opens the picture. */
  viewLabel?: string;
  /** Said of a file of another type. */
  invalidText?: string;
  error?: string | undefined;
  /** Where the summary of errors leads. */
  id?: string;
}

/** Why what was chosen cannot be sent; '' where it can. */
function faultOf(file: File, isOne: boolean, invalidText: string): string {
  if (!isOne) return 'Solo puedes subir 1 archivo.';
  if (!TYPES.includes(file.type)) return invalidText;
  return file.size > BYTES_MAX ? 'La imagen pesa más de 5 MB. Redúzcala o elija otra' : '';
}

interface FrameProps {
  label: string;
  /** undefined until the bytes are here. */
  shown: string | undefined;
  sending: boolean;
  onOpen: () => void;
  /** Left out where the picture can only be replaced. */
  onRemove: (() => void) | undefined;
}

/** The preview, and the way to be rid of it. */
function Frame({ label, shown, sending, onOpen, onRemove }: FrameProps) {
  return (
    <div className={classes.frame}>
      <button
        type="button"
        className={classes.preview}
        aria-label={`Ver ${label.toLowerCase()}`}
        disabled={!shown}
        onClick={onOpen}
      >
        {shown ? <img src={shown} alt={label} /> : null}
      </button>
      {onRemove ? (
        <button
          type="button"
          className={classes.remove}
          aria-label={`Quitar ${label.toLowerCase()}`}
          title="Quitar"
          disabled={sending}
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      ) : null}
    </div>
  );
}

/** Sends what is chosen, where it is one picture; what kept it from that is told in `fault`. */
function useSending(props: ImageUploadProps) {
  const { onChange, upload, onBusy, invalidText = 'Elija una imagen PNG o JPEG' } = props;
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const send = async (file: File) => {
    setSending(true);
    onBusy(true);
    try {
      onChange(await upload(file));
    } catch (error) {
      setFault(messageOf(error, 'No se pudo subir la imagen. Intente de nuevo'));
    } finally {
      setSending(false);
      onBusy(false);
    }
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    // The same file chosen again must count as a choice.
    event.currentTarget.value = '';
    const [file] = files;
    if (!file) return;
    const found = faultOf(file, files.length === 1, invalidText);
    setFault(found);
    if (!found) void send(file);
  };
  return { sending, fault, setFault, choose };
}

interface ChooserProps extends Pick<ReturnType<typeof useSending>, 'sending' | 'choose'> {
  id: string;
  /** Names the file input. */
  label: string;
  describedBy: string | undefined;
}

function Chooser({ id, label, sending, choose, describedBy }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={TYPES.join(',')}
        className={classes.input}
        tabIndex={-1}
        aria-label={`Subir imagen: ${label}`}
        onChange={choose}
      />
      <BusyButton
        id={id}
        variant="default"
        size="xs"
        leftSection={<IconPhotoUp size={16} aria-hidden="true" />}
        loading={sending}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        Subir imagen
      </BusyButton>
    </>
  );
}

export function ImageUpload(props: ImageUploadProps) {
  const { label, required, url, onChange, removedText, viewLabel, error } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [removed, setRemoved] = useState(false);
  const { sending, fault, setFault, choose } = useSending(props);
  const [open, setOpen] = useState(false);
  const { shown } = useImage(url);
  const message = fault || error;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand where the labels of other fields do
    <div className={classes.root} role="group" aria-labelledby={`${id}-label`}>
      <GroupLabel id={id} label={label} required={required} />
      <div className={classes.box} data-error={message ? true : undefined}>
        {url !== '' ? (
          <Frame
            label={label}
            shown={shown}
            sending={sending}
            onOpen={() => setOpen(true)}
            onRemove={
              removedText
                ? () => {
                    setFault('');
                    setRemoved(true);
                    onChange({ url: '', fileName: '' });
                  }
                : undefined
            }
          />
        ) : null}
        <div className={classes.side}>
          <Chooser {...{ id, label, sending, choose }} describedBy={message ? `${id}-error` : undefined} />
          {viewLabel && url !== '' ? (
            <Button variant="subtle" size="xs" disabled={!shown} onClick={() => setOpen(true)}>
              {viewLabel}
            </Button>
          ) : null}
          <span className={classes.hint} role="status">
            {sending ? 'Subiendo imágenes...' : removed && url === '' ? removedText : 'PNG o JPEG, hasta 5 MB'}
          </span>
        </div>
      </div>
      {message ? (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {message}
        </p>
      ) : null}
      {open && shown ? (
        <Dialog title={label} onClose={() => setOpen(false)} closeButton width="min(90vw, 56rem)">
          <img className={classes.full} src={shown} alt={label} />
        </Dialog>
      ) : null}
    </div>
  );
}
