/** The licences of what is bundled. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('..', import.meta.url));

/**
 * The licences of bundled packages, which must accompany copies of them.
 * @param inputs the files that were bundled, from the top
 */
export function licencesOf(inputs: readonly string[]): string {
  const folders = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(file)?.[0] ?? []);
  return [...new Set(folders)]
    .toSorted()
    .flatMap((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(TOP, folder, 'package.json'), 'utf8'),
      ) as Record<string, string>;
      const texts = readdirSync(join(TOP, folder)).filter((file) => /^(licen[cs]e|copying)/i.test(file));
      return [
        `${name} ${version} (${license})`,
        ...texts.map((file) => readFileSync(join(TOP, folder, file), 'utf8').trim()),
      ];
    })
    .join('\n\n');
}
