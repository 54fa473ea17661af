/** The report of the last run: that of `cahoots report --html`, section by section or as a file. */

import client from '../../../dist/src/output/page/client.js';
import { utf8 } from '../../../src/core/base/bytes.ts';
import type { Certificate } from '../../../src/lab/attack/certificate.ts';
import { pageText } from '../../../src/output/page/page.ts';
import { pageOfRun } from '../../../src/output/page/run-page.ts';
import { pageRunOf } from '../../../src/output/page/run.ts';
import { commandOfRun } from '../../../src/run/report/shell.ts';
import type { ReportShown } from '../shapes.ts';
import type { Context } from './context.ts';
import { FOLDER } from './files.ts';
import { PACKAGE, storeInMemory } from './package.ts';
import { lastRun, plugins } from './run.ts';

export async function report({ signal }: Context): Promise<ReportShown> {
  storeInMemory(`${PACKAGE}dist/src/output/page/client.js`, utf8(client));
  const { scenario, trace } = lastRun();
  const shown = await pageRunOf('run.trace', trace, {
    plugins,
    label: 'the run',
    command: commandOfRun(`${scenario.name}.yaml`, scenario.seed),
    folder: FOLDER,
    replay: true,
    signal,
  });
  const page = pageOfRun(shown);
  const worst = worstOf(shown.certificate);
  return {
    title: page.title,
    subtitle: page.subtitle,
    top: page.top.html,
    sections: page.sections.map(({ id, title, body }) => ({ id, title, html: body.html })),
    ...(worst && { worst }),
    page: pageText(page),
  };
}

function worstOf(certificate: Certificate | undefined): readonly string[] | undefined {
  const found = (certificate?.findings ?? []).filter(({ exposed }) => exposed.most > 0);
  const [most] = found.toSorted((a, b) => b.exposed.most - a.exposed.most);
  return most?.worst;
}
