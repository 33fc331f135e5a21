/** How long the mouse is over a submenu before it opens, and away from it before it closes, in milliseconds. */
const openDelay = 100;
const closeDelay = 300;

/** The menus are `details`. Opens submenus on hover, and closes menus on Esc, a click elsewhere or on a link, and without the focus. */
export function initMenus() {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('[data-submenu], [data-mobile-menu]')) {
    const summary = menu.querySelector('summary');
    if (!summary) continue;
    closeWhenDone(menu, summary);
    if ('submenu' in menu.dataset) openOnHover(menu, summary);
  }
}

const close = (menu: HTMLDetailsElement) => {
  menu.open = false;
};

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
  // A click into a frame is no event of this page, but takes the focus from its window.
  addEventListener('blur', () => {
    if (document.activeElement?.tagName === 'IFRAME') close(menu);
  });
  addEventListener('pagehide', () => close(menu));
}

/** Opens a menu while the mouse is over it. What a click has opened stays open. */
function openOnHover(menu: HTMLDetailsElement, summary: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let openedByHover = false;
  menu.addEventListener('pointerenter', ({ pointerType }) => {
    clearTimeout(timer);
    if (pointerType !== 'mouse' || menu.open) return;
    timer = setTimeout(() => {
      openedByHover = menu.open = true;
    }, openDelay);
  });
  menu.addEventListener('pointerleave', () => {
    clearTimeout(timer);
    if (!openedByHover) return;
    timer = setTimeout(() => {
      // A menu with the focus in it closes when it loses the focus.
      if (!menu.querySelector('a:focus')) close(menu);
    }, closeDelay);
  });
  summary.addEventListener('click', (event) => {
    clearTimeout(timer);
    // The first click on a menu that a hover has opened keeps it open.
    if (openedByHover) event.preventDefault();
    openedByHover = false;
  });
  menu.addEventListener('toggle', () => {
    openedByHover &&= menu.open;
  });
}
