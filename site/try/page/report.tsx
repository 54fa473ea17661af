/** The report of the run: that of `cahoots report --html`, below the stage. */

import { useEffect, useRef } from 'preact/hooks';
import { wake } from '../../../src/output/page/client/wake.ts';
import type { ReportShown } from '../shapes.ts';
import { jump } from './break.tsx';

/** The sections that are unfolded from the beginning. */
const AT_ONCE = new Set(['rounds', 'sight']);

/** @param look changes whenever colours do */
export function Report({ report, look }: { report: ReportShown; look: number }) {
  const sections = useRef<HTMLDivElement>(null);
  const redraw = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    if (sections.current !== null) redraw.current = wake(sections.current);
  }, [report]);
  useEffect(() => redraw.current?.(), [look]);
  return (
    <div class="report" ref={sections}>
      <nav aria-label="Sections of the report">
        {report.sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`} onClick={jump}>
            {title}
          </a>
        ))}
      </nav>
      {report.sections.map(({ id, title, html }) => (
        <details key={id} id={id} open={AT_ONCE.has(id)}>
          <summary>
            <h2>{title}</h2>
          </summary>
          <Html html={html} />
        </details>
      ))}
    </div>
  );
}

/** HTML of our own, in which everything that is not ours is escaped. */
export function Html({ html }: { html: string }) {
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
