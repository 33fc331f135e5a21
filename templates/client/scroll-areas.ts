/** Makes what scrolls focusable while it does: Safari's keyboard reaches a scroll container only by a link in it. */
export function focusScrollAreas() {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const scrolls =
        target.scrollWidth > target.clientWidth + 1 || target.scrollHeight > target.clientHeight + 1;
      if (scrolls && !target.querySelector('a')) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const area of document.querySelectorAll('.board, .prose :is(table, pre)')) observer.observe(area);
}
