/** `cahoots report`: the tables of a run, from its trace alone. */

import { reportOfTrace } from '../report/of-trace.ts';
import { registryOf } from '../plugin/registry.ts';
import { reportText } from '../report/text.ts';
import type { PayloadDigest } from '../sim/digest.ts';
import { criticalPathText } from '../report/timing-text.ts';
import type { Action } from './command.ts';
import type { ReportFlags } from './commands/report.ts';
import { EXIT } from './exit-codes.ts';
import { readTrace } from './trace-file.ts';

export const reportCommand: Action<ReportFlags> = {
  run({ files: [file], values, plugins }) {
    const { report, digest, problem } = reportOfTrace(file, readTrace(file), registryOf(plugins).faults);
    if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
    else if (values.criticalPath) process.stdout.write(criticalPathText(report));
    else process.stdout.write(reportText(report) + DIGEST_TEXT[digest]);
    if (problem !== undefined) throw problem;
    return Promise.resolve(EXIT.done);
  },
};

const DIGEST_TEXT: Readonly<Record<PayloadDigest, string>> = {
  crc32: 'payloads are kept by their CRC-32, against accidents; as evidence, run with --digest sha256\n',
  sha256: 'payloads are kept by their SHA-256\n',
};
