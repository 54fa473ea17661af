// What this module exports is known to every command that is called in this folder.
export { default } from './protocol.js';
