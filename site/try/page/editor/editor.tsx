/** The scenario's text, in an editor that is loaded when it is first looked at. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../session.ts';
import type { Editor as Opened } from './codemirror.ts';

export function Editor({ session }: { session: Session }) {
  const { text, problems } = session.state;
  const parent = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Opened>();
  useEffect(() => {
    let opened: Opened | undefined;
    let wanted = true;
    void import('./codemirror.ts').then(({ openEditor }) => {
      if (!wanted || parent.current === null) return;
      opened = openEditor(parent.current, session.state.text, {
        changed: (changed) => session.edit(changed, { live: false }),
        run: () => void session.run(),
      });
      setEditor(opened);
    });
    return () => {
      wanted = false;
      opened?.destroy();
    };
  }, []);
  // Not the text of this rendering: more may have been written since.
  useEffect(() => editor?.show(session.state.text), [editor, text]);
  useEffect(() => editor?.mark(problems), [editor, problems]);
  return (
    <div class="editor">
      <div ref={parent} class="code" />
      {editor === undefined && <pre>{text}</pre>}
      <p class="faint">
        Ctrl-Enter runs it. Point at a setting to read what it means; Ctrl-Space lists what may stand here.
      </p>
    </div>
  );
}
