/** Settings as people write them in a scenario. */

import { stringify } from 'yaml';

/** On one line, with mappings in braces. */
export function inYaml(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', flowCollectionPadding: true, lineWidth: 0 }).trimEnd();
}
