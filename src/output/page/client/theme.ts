/** Light or dark: the system's setting, until one is chosen. */

/**
 * Makes a button switch between light and dark.
 * @param changed called after each switch
 */
export function themeButton(button: HTMLButtonElement, changed: () => void): void {
  const root = document.documentElement;
  const dark = (): boolean =>
    root.dataset['theme'] === undefined
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : root.dataset['theme'] === 'dark';
  const name = (): void => {
    button.textContent = dark() ? 'light' : 'dark';
    button.setAttribute('aria-label', `show this page ${dark() ? 'light' : 'dark'}`);
  };
  button.addEventListener('click', () => {
    root.dataset['theme'] = dark() ? 'light' : 'dark';
    name();
    changed();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    name();
    changed();
  });
  name();
}
