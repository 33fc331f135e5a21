/** How long a mouse rests on a submenu before it opens, and may be off it before it closes, in milliseconds. */
const hoverDelay = 100;
const hoverGrace = 300;

/**
 * The menus are `details`, which a click opens and the stylesheet shows under a mouse. This closes them by Esc, by a click elsewhere or on
 * a link, and when the focus or the page leaves; moves through them by arrow keys; and stands in where the stylesheet cannot help a mouse.
 */
export function tendMenus() {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('[data-submenu], [data-mobile-menu]')) {
    const summary = menu.querySelector('summary');
    if (!summary) continue;
    closeWhenDone(menu, summary);
    moveByArrows(menu, summary);
    if ('submenu' in menu.dataset) openUnderMouse(menu, summary);
  }
}

function close(menu: HTMLDetailsElement) {
  menu.open = false;
  dismiss(menu);
}

/** Keeps the stylesheet from showing a closed menu until a mouse comes anew. */
function dismiss(menu: HTMLDetailsElement) {
  menu.dataset.dismissed = '';
}

function closeWhenDone(menu: HTMLDetailsElement, summary: HTMLElement) {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && (!menu.contains(target) || target.closest('a'))) close(menu);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !(menu.open || menu.matches(':hover, :focus-within'))) return;
    if (menu.open || menu.contains(document.activeElement)) summary.focus();
    close(menu);
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close(menu);
  });
  // A click into a frame is heard only as a loss of focus.
  addEventListener('blur', () => {
    if (document.activeElement?.tagName === 'IFRAME') close(menu);
  });
  addEventListener('pagehide', () => close(menu));
  menu.addEventListener('toggle', () => {
    if (!menu.open) dismiss(menu);
  });
  menu.addEventListener('pointerenter', () => {
    delete menu.dataset.dismissed;
  });
}

function moveByArrows(menu: HTMLDetailsElement, summary: HTMLElement) {
  menu.addEventListener('keydown', (event) => {
    const stops = [summary, ...menu.querySelectorAll('a')];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 1, End: stops.length - 1 }[event.key];
    if (to === undefined || (!menu.open && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    menu.open = true;
    stops[to]?.focus();
  });
}

function openUnderMouse(menu: HTMLDetailsElement, summary: HTMLElement) {
  const shownByStylesheet = CSS.supports('selector(::details-content)');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  menu.addEventListener('pointerenter', ({ pointerType }) => {
    clearTimeout(timer);
    if (pointerType !== 'mouse' || menu.open) return;
    timer = setTimeout(() => {
      // What opening would do to the menus of the same name.
      if (shownByStylesheet) for (const other of siblings(menu)) other.open = false;
      else held = menu.open = true;
    }, hoverDelay);
  });
  menu.addEventListener('pointerleave', () => {
    clearTimeout(timer);
    if (held) timer = setTimeout(() => close(menu), hoverGrace);
  });
  summary.addEventListener('click', (event) => {
    // The first click on what a mouse has opened keeps it open.
    if (held) event.preventDefault();
    held = false;
  });
}

const siblings = (menu: HTMLDetailsElement) =>
  [...document.querySelectorAll<HTMLDetailsElement>('[data-submenu]')].filter((other) => other !== menu);
