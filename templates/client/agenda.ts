/** The calendar: what is over by now is hidden, and days say how far off they are. Days are those of the paper's zone. */
function update() {
  const agenda = document.querySelector<HTMLElement>('[data-agenda]');
  if (!agenda) return;
  // Swedish dates are those of ISO 8601.
  const date = new Intl.DateTimeFormat('sv', { timeZone: agenda.dataset.agenda, dateStyle: 'short' });
  const today = date.format(new Date());
  const distance = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  const groups = [...agenda.querySelectorAll<HTMLElement>('.agenda__group')];
  for (const group of groups) {
    const events = [...group.querySelectorAll<HTMLElement>('.agenda__event')];
    for (const event of events) event.hidden = (event.dataset.last ?? today) < today;
    group.hidden = events.every((event) => event.hidden);
    const away = group.querySelector('[data-away]');
    if (!away || !group.dataset.day) continue;
    const days = (Date.parse(group.dataset.day) - Date.parse(today)) / (24 * 60 * 60 * 1000);
    const words = distance.format(days, 'day');
    away.textContent = days < 2 ? words.replace(/^./u, (first) => first.toUpperCase()) : words;
  }
  const none = agenda.querySelector<HTMLElement>('[data-none]');
  if (none) none.hidden = groups.some((group) => !group.hidden);
}

update();
document.addEventListener('visibilitychange', update);
addEventListener('pageshow', update);
