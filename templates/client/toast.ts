/** How long a toast stays while nobody holds it, and how often that is looked at, in milliseconds. */
const duration = 5000;
const tick = 100;

let dismissShown = () => {};

/** Shows a line above everything else, in the place of the one before. Under a mouse or with the focus in it, it stays. */
export function toast(text: string) {
  dismissShown();
  const opener = document.activeElement;
  const line = document.createElement('span');
  const button = document.createElement('button');
  button.type = 'button';
  button.ariaLabel = 'Dismiss';
  button.textContent = '×';
  const shown = document.createElement('div');
  shown.className = 'toast';
  shown.role = 'status';
  shown.popover = 'manual';
  shown.append(line, button);
  document.body.append(shown);
  shown.showPopover?.();
  // A live region is read out when its words come after it.
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
