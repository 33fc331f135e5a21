/** How long a mouse rests on a submenu before it opens, and may be off it before it closes, in milliseconds. */
const hoverDelay = 100;
const hoverGrace = 300;

/**
 * The menus are `details`, which a click opens. This opens them under a mouse; closes them by Esc, by a click elsewhere or on a link, and
 * when the focus or the page leaves; and moves through them by arrow keys. Without scripts the stylesheet shows them under a mouse, not
 * everywhere after just these times.
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
}

function closeWhenDone(menu: HTMLDetailsElement, summary: HTMLElement) {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && (!menu.contains(target) || target.closest('a'))) close(menu);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    if (menu.contains(document.activeElement)) summary.focus();
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

/** Opens a menu as a click does, and with it closes the others of its name; only what a mouse has opened closes when it leaves. */
function openUnderMouse(menu: HTMLDetailsElement, summary: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  menu.addEventListener('pointerenter', ({ pointerType }) => {
    clearTimeout(timer);
    if (pointerType !== 'mouse' || menu.open) return;
    timer = setTimeout(() => {
      held = menu.open = true;
    }, hoverDelay);
  });
  menu.addEventListener('pointerleave', () => {
    clearTimeout(timer);
    if (!held) return;
    timer = setTimeout(() => {
      // Where the focus has moved in, `closeWhenDone` sees to it.
      if (!menu.querySelector('a:focus')) close(menu);
    }, hoverGrace);
  });
  summary.addEventListener('click', (event) => {
    clearTimeout(timer);
    // The first click on what a mouse has opened keeps it open.
    if (held) event.preventDefault();
    held = false;
  });
  menu.addEventListener('toggle', () => {
    held &&= menu.open;
  });
}
