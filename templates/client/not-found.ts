import { nearestAddresses } from './nearest-addresses.ts';

console.warn(`Page not found: ${location.pathname}${location.search}`);

const suggestions = document.querySelector<HTMLElement>('[data-addresses]');
if (suggestions) {
  const { addresses = '', titles = '' } = suggestions.dataset;
  const all = addresses.split(' ');
  const list = document.createElement('ul');
  list.className = 'row';
  for (const address of nearestAddresses(location.pathname, all)) {
    const link = document.createElement('a');
    link.href = address;
    link.append(titles.split('\n')[all.indexOf(address)] ?? address);
    list.appendChild(document.createElement('li')).append(link);
    suggestions.append(list);
    suggestions.hidden = false;
  }
}
