/**
 * A program that makes the requests that it is given as JSON, one after another, and waits for the end of its input. With a second
 * argument it makes them again and again.
 */

import { once } from 'node:events';
import { pack } from 'msgpackr';

const [requests, forever] = process.argv.slice(2);
const frames = JSON.parse(requests).map((request) => {
  const bytes = pack(request);
  const head = Buffer.alloc(5);
  head[0] = 0xc6;
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
});
process.stdin.resume();
process.stdout.write(Buffer.concat(frames));
const many = Buffer.concat(Array.from({ length: 1000 }, () => frames).flat());
if (forever) for (;;) if (!process.stdout.write(many)) await once(process.stdout, 'drain');
