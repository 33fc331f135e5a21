/** How long a toast stays, and how often its remaining time is updated, in milliseconds. */
const duration = 5000;
const tick = 100;

let dismissShown = () => {};

/** Shows a message above everything else and removes the one before. It stays while it is hovered or has the focus. */
export function toast(text: string) {
  dismissShown();
  const opener = document.activeElement;
  const line = document.createElement('span');
  const button = document.createElement('button');
  button.type = 'button';
  button.ariaLabel = scriptWords.dismiss;
  button.textContent = '×';
  const shown = document.createElement('div');
  shown.className = 'toast';
  shown.role = 'status';
  shown.popover = 'manual';
  shown.append(line, button);
  document.body.append(shown);
  shown.showPopover?.();
  // A screen reader announces a text that is set after the live region was added.
  setTimeout(() => {
    line.textContent = text;
  });

  let left = duration;
  const timer = setInterval(() => {
    if (!shown.matches(':hover, :focus-within')) left -= tick;
    if (left <= 0) dismissShown();
  }, tick);
  dismissShown = () => {
    clearInterval(timer);
    if (shown.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    shown.remove();
  };
  button.addEventListener('click', () => dismissShown());
  shown.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') dismissShown();
  });
}
