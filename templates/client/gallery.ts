/** Shows the pictures of a gallery larger, in a strip that keys, swipes and buttons scroll: a click on one opens it. */
const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-picture]')];
const words = scriptWords.viewer;

const dialog = document.createElement('dialog');
dialog.className = 'viewer';
dialog.ariaLabel = words.title;
const strip = document.createElement('div');
strip.className = 'viewer__strip';
strip.tabIndex = 0;

const button = (name: string, label: string, run: () => void) => {
  const element = document.createElement('button');
  element.className = `button viewer__${name}`;
  element.ariaLabel = label;
  element.addEventListener('click', run);
  return element;
};
const turn = (way: number) => strip.scrollBy({ left: way * strip.clientWidth });
dialog.append(
  strip,
  button('previous', words.previous, () => turn(-1)),
  button('next', words.next, () => turn(1)),
  button('close', words.close, () => dialog.close()),
);

function largerOf(link: HTMLAnchorElement) {
  const figure = document.createElement('figure');
  const parts = [link.firstElementChild, link.nextElementSibling];
  figure.append(...parts.flatMap((part) => part?.cloneNode(true) ?? []));
  for (const part of figure.querySelectorAll('[sizes]')) part.setAttribute('sizes', '100vw');
  return figure;
}

for (const link of links)
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const pictures = links.filter((other) => other.closest('.gallery') === link.closest('.gallery'));
    strip.replaceChildren(...pictures.map(largerOf));
    document.body.append(dialog);
    dialog.showModal();
    strip.children[pictures.indexOf(link)]?.scrollIntoView({ behavior: 'instant' });
    strip.focus();
  });

dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
