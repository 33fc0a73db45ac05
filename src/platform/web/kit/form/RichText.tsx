/**
 * The rich text editor: headings, lists, links, and the places that data fill. It writes no style, neither as a tag nor as
 * an attribute, so that the page's policy has nothing to refuse; HTML that it could not keep whole is edited as it is.
 */
import { Button, Textarea } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCode,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconMinus,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { GroupLabel } from './GroupLabel.tsx';
import { type Dato, InsertDato } from './InsertDato.tsx';
import classes from './rich-text.module.css';
import { isPlainRich, keptHtml } from './rich-text-html.ts';

export interface RichTextProps {
  id: string;
  label: string;
  required: boolean;
  description?: ReactNode;
  error?: ReactNode;
  maxLength?: number | undefined;
  datos?: readonly Dato[] | undefined;
  value: string;
  onChange: (html: string) => void;
  onBlur: () => void;
}

/** Shows {{places}} apart from the text around them. */
const Places = Extension.create({
  name: 'lugares',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          decorations({ doc }) {
            const found: Decoration[] = [];
            doc.descendants((node, at) => {
              for (const match of node.text?.matchAll(/\{\{\s*[\p{L}_]+\s*\}\}/gu) ?? []) {
                const from = at + match.index;
                found.push(Decoration.inline(from, from + match[0].length, { class: classes.place ?? '' }));
              }
            });
            return DecorationSet.create(doc, found);
          },
        },
      }),
    ];
  },
});

const EXTENSIONS = [
  StarterKit.configure({ heading: { levels: [1, 2, 3] }, link: { openOnClick: false, protocols: ['mailto', 'tel'] } }),
  Places,
];

interface Tool {
  label: string;
  icon: ReactNode;
  active?: string | [string, Record<string, unknown>];
  act: (editor: Editor) => void;
}

const SIZE = 16;
const TOOLS: readonly (readonly Tool[])[] = [
  [
    {
      label: 'Negritas',
      icon: <IconBold size={SIZE} />,
      active: 'bold',
      act: (e) => e.chain().focus().toggleBold().run(),
    },
    {
      label: 'Cursivas',
      icon: <IconItalic size={SIZE} />,
      active: 'italic',
      act: (e) => e.chain().focus().toggleItalic().run(),
    },
    {
      label: 'Subrayado',
      icon: <IconUnderline size={SIZE} />,
      active: 'underline',
      act: (e) => e.chain().focus().toggleUnderline().run(),
    },
    {
      label: 'Tachado',
      icon: <IconStrikethrough size={SIZE} />,
      active: 'strike',
      act: (e) => e.chain().focus().toggleStrike().run(),
    },
  ],
  [
    {
      label: 'Encabezado',
      icon: <IconH2 size={SIZE} />,
      active: ['heading', { level: 2 }],
      act: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    {
      label: 'Encabezado menor',
      icon: <IconH3 size={SIZE} />,
      active: ['heading', { level: 3 }],
      act: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    },
    {
      label: 'Lista',
      icon: <IconList size={SIZE} />,
      active: 'bulletList',
      act: (e) => e.chain().focus().toggleBulletList().run(),
    },
    {
      label: 'Lista numerada',
      icon: <IconListNumbers size={SIZE} />,
      active: 'orderedList',
      act: (e) => e.chain().focus().toggleOrderedList().run(),
    },
    {
      label: 'Cita',
      icon: <IconBlockquote size={SIZE} />,
      active: 'blockquote',
      act: (e) => e.chain().focus().toggleBlockquote().run(),
    },
    { label: 'Línea', icon: <IconMinus size={SIZE} />, act: (e) => e.chain().focus().setHorizontalRule().run() },
  ],
  [
    { label: 'Deshacer', icon: <IconArrowBackUp size={SIZE} />, act: (e) => e.chain().focus().undo().run() },
    { label: 'Rehacer', icon: <IconArrowForwardUp size={SIZE} />, act: (e) => e.chain().focus().redo().run() },
  ],
];

const isActive = (editor: Editor, active: Tool['active']): boolean =>
  active !== undefined && (typeof active === 'string' ? editor.isActive(active) : editor.isActive(...active));

function ToolButton({
  label,
  icon,
  pressed,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  pressed?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}

/** The address of a link, asked in the bar itself. */
function LinkTool({ editor }: { editor: Editor }) {
  const [address, setAddress] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const asks = address !== null;
  useEffect(() => {
    if (asks) input.current?.focus();
  }, [asks]);
  const apply = () => {
    const typed = (address ?? '').trim();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (typed === '') chain.unsetLink().run();
    else chain.setLink({ href: /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}` }).run();
    setAddress(null);
  };
  return (
    <>
      <ToolButton
        label="Enlace"
        icon={<IconLink size={SIZE} />}
        pressed={editor.isActive('link')}
        onClick={() => setAddress(asks ? null : String(editor.getAttributes('link').href ?? ''))}
      />
      {asks ? (
        <span className={classes.link}>
          <input
            ref={input}
            aria-label="Dirección del enlace"
            placeholder="https://"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                apply();
              }
              if (event.key === 'Escape') {
                event.stopPropagation();
                setAddress(null);
              }
            }}
          />
          <Button size="compact-xs" variant="default" onClick={apply}>
            Aplicar
          </Button>
        </span>
      ) : null}
    </>
  );
}

function Visual(props: RichTextProps & { onSource: () => void }) {
  const { id, required, error, datos, value, onChange, onBlur, onSource } = props;
  const own = useRef(value);
  const latest = useRef({ onChange, onBlur });
  useEffect(() => {
    latest.current = { onChange, onBlur };
  });
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        id,
        class: classes.area ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${id}-about`,
        ...(required && { 'aria-required': 'true' }),
      },
    },
    onUpdate: ({ editor: changed }) => {
      own.current = keptHtml(changed.getHTML());
      latest.current.onChange(own.current);
    },
    onBlur: () => latest.current.onBlur(),
  });
  // What comes from outside, such as a template that was chosen, takes the place of what there was.
  useEffect(() => {
    if (!editor || value === own.current) return;
    own.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => (current ? TOOLS.flat().map((tool) => isActive(current, tool.active)) : []),
  });
  if (!editor) return null;
  return (
    <div className={classes.frame} data-error={error ? true : undefined}>
      <div className={classes.bar} role="toolbar" aria-label="Formato del texto">
        {TOOLS.map((group) => (
          <span key={group[0]?.label} className={classes.group}>
            {group.map((tool) => (
              <ToolButton
                key={tool.label}
                label={tool.label}
                icon={tool.icon}
                pressed={tool.active === undefined ? undefined : active?.[TOOLS.flat().indexOf(tool)] === true}
                onClick={() => tool.act(editor)}
              />
            ))}
          </span>
        ))}
        <span className={classes.group}>
          <LinkTool editor={editor} />
        </span>
        {datos ? (
          <InsertDato datos={datos} onInsert={(text) => editor.chain().focus().insertContent(text).run()} />
        ) : null}
        <span className={classes.gap} />
        <ToolButton label="Editar como HTML" icon={<IconCode size={SIZE} />} onClick={onSource} />
      </div>
      <EditorContent editor={editor} />
    </div>
  );
}

function Source(props: RichTextProps & { onVisual: () => void }) {
  const { id, error, maxLength, datos, value, onChange, onBlur, onVisual } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const fits = isPlainRich(value);
  const insert = (text: string) => {
    const at = area.current?.selectionStart ?? value.length;
    onChange(value.slice(0, at) + text + value.slice(area.current?.selectionEnd ?? at));
    area.current?.focus();
  };
  return (
    <div className={classes.frame} data-error={error ? true : undefined}>
      <div className={classes.bar} role="toolbar" aria-label="Formato del texto">
        {datos ? <InsertDato datos={datos} onInsert={insert} /> : null}
        <span className={classes.gap}>
          {fits ? null : 'Tiene tablas, imágenes o estilos: se edita como HTML para no perderlos'}
        </span>
        <Button size="compact-xs" variant="default" disabled={!fits} onClick={onVisual}>
          Editor visual
        </Button>
      </div>
      <Textarea
        id={id}
        ref={area}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-about`}
        variant="unstyled"
        className={classes.source}
        autosize
        minRows={8}
        maxRows={24}
        maxLength={maxLength}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
    </div>
  );
}

export default function RichText(props: RichTextProps) {
  const { id, label, required, description, error, value } = props;
  const [asSource, setAsSource] = useState(() => !isPlainRich(value));
  return (
    <div className={classes.root}>
      <GroupLabel id={id} label={label} required={required} />
      {asSource ? (
        <Source {...props} onVisual={() => setAsSource(false)} />
      ) : (
        <Visual {...props} onSource={() => setAsSource(true)} />
      )}
      <p id={`${id}-about`} className={error ? classes.error : classes.about}>
        {error ?? description}
      </p>
    </div>
  );
}
