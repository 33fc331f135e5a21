import { nearestAddresses } from './nearest-addresses.ts';

console.warn(`Page not found: ${location.pathname}${location.search}`);

const suggestions = document.querySelector<HTMLElement>('[data-addresses]');
const nearest = nearestAddresses(location.pathname, suggestions?.dataset.addresses?.split(' ') ?? []);
if (suggestions && nearest.length > 0) {
  const list = document.createElement('ul');
  list.className = 'row';
  for (const address of nearest) {
    const link = document.createElement('a');
    link.href = address;
    link.textContent = address;
    list.appendChild(document.createElement('li')).append(link);
  }
  suggestions.append(list);
  suggestions.hidden = false;
}
