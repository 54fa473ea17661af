/**
 * Ends the programs that this process has started if this process is killed, even if they wait for nothing: a shell that is told of
 * them, and that kills those that are left when its input ends.
 */

import { type ChildProcess, spawn } from 'node:child_process';

const SCRIPT = `
trap '' INT TERM HUP
left=' '
while read -r what pid; do
  case $what in
    add) left="$left$pid ";;
    remove) left="\${left%%" $pid "*} \${left#*" $pid "}";;
  esac
done
for pid in $left; do kill -KILL "-$pid"; done
`;

let shell: ChildProcess | undefined;

function tell(line: string): void {
  if (shell === undefined) {
    shell = spawn('/bin/sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    // Without a shell, programs end when they see the end of their input.
    shell.on('error', () => undefined);
    shell.stdin?.on('error', () => undefined);
    shell.unref();
  }
  shell.stdin?.write(`${line}\n`);
}

export const watchdog = {
  add: (pid: number): void => tell(`add ${pid}`),
  remove: (pid: number): void => tell(`remove ${pid}`),
};

/** Kills the group of a process, as far as it is left. */
export function kill(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
