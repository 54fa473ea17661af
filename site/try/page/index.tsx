/** The simulator as a page. */

import { render } from 'preact';
import { App } from './app.tsx';
import { readLink } from './link.ts';
import { Session } from './session.ts';

const session = new Session();

function open(): void {
  const link = readLink(location.hash);
  if (link !== undefined) void session.open(link);
  else if (location.hash.length > 1) session.say('The link says nothing that this page understands.');
}

const root = document.getElementById('app');
if (root !== null) {
  root.textContent = '';
  render(<App session={session} />, root);
}
if (readLink(location.hash) === undefined) void session.run();
open();
addEventListener('hashchange', open);
