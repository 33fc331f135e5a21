import { nearestAddresses } from './nearest-addresses.ts';

console.warn(`Page not found: ${location.pathname}${location.search}`);

const suggestions = document.querySelector<HTMLElement>('[data-addresses]');
const addresses = suggestions?.dataset.addresses?.split(' ') ?? [];
const titles = suggestions?.dataset.titles?.split('\n') ?? [];
const nearest = nearestAddresses(location.pathname, addresses);
if (suggestions && nearest.length > 0) {
  const list = document.createElement('ul');
  list.className = 'row';
  for (const address of nearest) {
    const link = document.createElement('a');
    link.href = address;
    link.textContent = titles[addresses.indexOf(address)] ?? address;
    list.appendChild(document.createElement('li')).append(link);
  }
  suggestions.append(list);
  suggestions.hidden = false;
}
