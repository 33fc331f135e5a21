/** Shows only the notices of a page with what is typed in their name or place; a link searches all others. */
for (const search of document.querySelectorAll<HTMLElement>('[data-filter]')) {
  const field = search.querySelector('input') as HTMLInputElement;
  const status = search.querySelector('[role=status]');
  const others = search.querySelector('a');
  const entries = [...document.querySelectorAll<HTMLElement>('[data-name]')];

  function show() {
    const query = plain(field.value.trim());
    for (const entry of entries) entry.hidden = !plain(entry.dataset.name ?? '').includes(query);
    for (const day of document.querySelectorAll<HTMLElement>('.notices__day'))
      day.hidden = !day.querySelector('[data-name]:not([hidden])');
    if (others) others.search = new URLSearchParams({ q: field.value.trim() }).toString();
    const shown = entries.filter(({ hidden }) => !hidden).length;
    if (status) status.textContent = query === '' ? '' : `${shown} / ${entries.length}`;
  }

  field.addEventListener('input', show);
  // A reader may have begun to type before this script came.
  if (field.value !== '') show();
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
