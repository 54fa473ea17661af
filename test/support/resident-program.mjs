/**
 * The program of a build in one process that does a command for whoever connects, one after the other: modules are loaded once. A command
 * comes as the number of its words, the folder and the arguments, each with a zero byte after it; the answer is the exit code and the
 * file that what was written to stdout lies in, beside that of stderr. The argument says where the build lies.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , build] = process.argv;
const built = (file) => import(pathToFileURL(join(build, file)).href);
const { main } = await built('src/cli/main.js');
const { standard } = await built('bin/standard.js');

const folder = mkdtempSync(join(tmpdir(), 'cahoots-said-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const print = process.stdout.write.bind(process.stdout);

let commands = 0;

// Nothing awaits a command, so that no line of this file stands in the stack of an error in a plugin.
function answer(socket, [at, ...args]) {
  const file = join(folder, `${++commands}`);
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    process[name].write = (text) => {
      written[name] += String(text);
      return true;
    };
  process.chdir(at);
  return main(args, () => Promise.resolve([standard])).then((code) => {
    for (const [name, text] of Object.entries(written)) writeFileSync(`${file}.${name}`, text);
    socket.end(`${code} ${file}\n`);
  });
}

let done = Promise.resolve();
const server = createServer((socket) => {
  let heard = '';
  socket.setEncoding('utf8').on('data', (text) => {
    heard += text;
    const [count, ...words] = heard.split('\0').slice(0, -1);
    if (count !== undefined && words.length === Number(count)) done = done.then(() => answer(socket, words));
  });
  socket.on('error', () => undefined);
});
server.listen(0, '127.0.0.1', () => print(`${server.address().port}\n`));
process.stdin.on('end', () => process.exit()).resume();
