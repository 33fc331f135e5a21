/**
 * The calendar: what is over by now is hidden, days say how far off they are, and buttons choose among the events. Days are those of the
 * paper's zone.
 */
const agenda = document.querySelector<HTMLElement>('[data-agenda]');
const filters = agenda?.querySelector<HTMLElement>('[data-filters]');
const none = agenda?.querySelector<HTMLElement>('[data-none]');
const day = 24 * 60 * 60 * 1000;

let chosen = 'all';

function update() {
  if (!agenda) return;
  // Swedish dates are those of ISO 8601.
  const date = new Intl.DateTimeFormat('sv', { timeZone: agenda.dataset.agenda, dateStyle: 'short' });
  const today = date.format(new Date());
  const distance = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  const daysTo = (iso: string) => (Date.parse(iso) - Date.parse(today)) / day;
  // The weekend that is now, or comes next.
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const isChosen = (iso: string | undefined) => {
    const away = iso === undefined ? 0 : daysTo(iso);
    if (chosen === 'today') return iso !== undefined && away === 0;
    return (
      chosen !== 'weekend' || (iso !== undefined && away >= 0 && weekday + away > 4 && weekday + away < 7)
    );
  };
  let shown = 0;
  for (const group of agenda.querySelectorAll<HTMLElement>('.agenda__group')) {
    const iso = group.dataset.day;
    const events = [...group.querySelectorAll<HTMLElement>('.agenda__event')];
    for (const event of events) {
      const { last, free } = event.dataset;
      event.hidden = (last !== undefined && last < today) || (chosen === 'free' && free === undefined);
    }
    group.hidden = !isChosen(iso) || events.every((event) => event.hidden);
    if (!group.hidden) shown += 1;
    const away = group.querySelector('[data-away]');
    if (!away || iso === undefined) continue;
    const words = distance.format(daysTo(iso), 'day');
    away.textContent = daysTo(iso) < 2 ? words.replace(/^./u, (first) => first.toUpperCase()) : words;
  }
  if (none) none.hidden = shown > 0;
}

if (agenda) {
  update();
  filters?.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-filter]') : null;
    if (!button) return;
    chosen = button.dataset.filter ?? 'all';
    for (const other of filters.querySelectorAll('[data-filter]'))
      other.setAttribute('aria-pressed', String(other === button));
    update();
  });
  document.addEventListener('visibilitychange', update);
  addEventListener('pageshow', update);
}
