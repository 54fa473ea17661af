/**
 * Activates a page's interactive parts: sorting, themes, timelines, unfolding for print. Without it the page
 * is still readable.
 */

import { unfoldForPrint } from './print.ts';
import { themeButton } from './theme.ts';
import { wake } from './wake.ts';

const redraw = wake(document);

const button = document.querySelector<HTMLButtonElement>('button.theme');
if (button !== null) themeButton(button, redraw);

unfoldForPrint();
