// Every party is a process that runs lloyd.py: cahoots run scenario.yaml --plugin plugin.ts
import * as c from 'cahoots';
import { Centres, lloydSums, Sums } from './protocol.ts';
import { privacy } from './privacy.ts';

const add = c.programTask('sums/add');
const lloyd = c.program(import.meta.url, ['python3', 'lloyd.py'], {
  messages: [Centres, Sums],
  tasks: [add],
});

export default c.plugin(import.meta.url, {
  name: 'python',
  protocols: [lloydSums(lloyd, lloyd, add, privacy)],
});
