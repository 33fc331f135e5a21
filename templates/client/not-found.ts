import { nearestAddresses } from './nearest-addresses.ts';

console.warn(`Page not found: ${location.pathname}${location.search}`);

const suggestions = document.querySelector<HTMLElement>('[data-addresses]');
const addresses = suggestions?.dataset.addresses?.split(' ') ?? [];
for (const address of nearestAddresses(location.pathname, addresses)) {
  const link = document.createElement('a');
  link.href = address;
  link.textContent = address;
  const item = document.createElement('li');
  item.append(link);
  suggestions?.querySelector('ul')?.append(item);
  suggestions?.removeAttribute('hidden');
}
