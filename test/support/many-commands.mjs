/**
 * Many commands in one process of the build, one after the other: what each writes and returns, as JSON. Its input says where the build
 * lies, and of each command the folder and the arguments.
 */

import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { build, commands } = JSON.parse(readFileSync(0, 'utf8'));
const built = (file) => import(pathToFileURL(join(build, file)).href);
const { main } = await built('src/cli/main.js');
const { standard } = await built('bin/standard.js');

const said = [];

// Nothing awaits a command, so that no line of this file stands in the stack of an error in a plugin.
function next() {
  if (said.length === commands.length) {
    writeSync(1, JSON.stringify(said));
    process.exit();
  }
  const { folder, args } = commands[said.length];
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    process[name].write = (text) => {
      written[name] += String(text);
      return true;
    };
  process.chdir(folder);
  main(args, () => Promise.resolve([standard])).then((code) => {
    said.push({ code, ...written });
    next();
  });
}

next();
