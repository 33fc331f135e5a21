/** Shows the pictures of the galleries of a page one by one, larger: a click on one opens it, keys and swipes lead to the next. */
const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-picture]')];
const words = scriptWords.viewer;

const dialog = document.createElement('dialog');
dialog.className = 'viewer';
dialog.ariaLabel = words.title;
const figure = document.createElement('figure');
figure.ariaLive = 'polite';
/** Where one finger was put down. */
let touched: Touch | undefined;
/** The pictures of the gallery that is open, and the index of the one that is shown. */
let pictures: readonly HTMLAnchorElement[] = [];
let shown = 0;

const button = (name: string, label: string, run: () => void) => {
  const element = document.createElement('button');
  element.className = `button viewer__${name}`;
  element.ariaLabel = label;
  element.addEventListener('click', run);
  return element;
};
const previous = button('previous', words.previous, () => show(shown - 1));
const next = button('next', words.next, () => show(shown + 1));
const closer = button('close', words.close, () => dialog.close());
dialog.append(figure, previous, next, closer);

function show(index: number) {
  const link = pictures[index];
  if (!link) return;
  shown = index;
  const parts = [link.firstElementChild, link.nextElementSibling];
  figure.replaceChildren(...parts.flatMap((part) => part?.cloneNode(true) ?? []));
  for (const part of figure.querySelectorAll('[sizes]')) part.setAttribute('sizes', '100vw');
  figure.querySelector('img')?.removeAttribute('loading');
  previous.disabled = index === 0;
  next.disabled = index === pictures.length - 1;
  // From a button that is disabled, keys would go nowhere.
  if (dialog.querySelector(':focus:disabled')) (next.disabled ? previous : next).focus();
}

for (const link of links)
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    pictures = links.filter((other) => other.closest('.gallery') === link.closest('.gallery'));
    document.body.append(dialog);
    show(pictures.indexOf(link));
    dialog.showModal();
  });

dialog.addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowLeft') show(shown - 1);
  if (key === 'ArrowRight') show(shown + 1);
});
dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
dialog.addEventListener('touchstart', ({ touches }) => {
  touched = touches.length === 1 ? touches[0] : undefined;
});
dialog.addEventListener('touchend', ({ changedTouches: [last] }) => {
  if (!touched || !last || (visualViewport?.scale ?? 1) > 1.1) return;
  const [way, up] = [last.clientX - touched.clientX, last.clientY - touched.clientY];
  // In CSS pixels: a tap may move a little. Who scrolls or has zoomed in wants this picture.
  if (Math.abs(way) >= Math.max(40, Math.abs(up))) show(shown - Math.sign(way));
});
