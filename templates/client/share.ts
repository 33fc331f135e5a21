import { toast } from './toast.ts';

/** Buttons that copy an address, and that hand it to the device's own share sheet where it has one. */
export function shareAddresses() {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]'))
    button.addEventListener('click', () => copy(button.dataset.copy ?? ''));

  for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) {
    if (!navigator.share) continue;
    button.dataset.ready = '';
    button.addEventListener('click', () =>
      navigator.share({ title: document.title, url: button.dataset.share }).then(
        () => toast('Link shared.'),
        () => {
          // Whoever closes the sheet has changed their mind.
        },
      ),
    );
  }
}

async function copy(address: string) {
  try {
    await navigator.clipboard.writeText(address);
    toast('Address copied.');
  } catch {
    const shown = document.querySelector('[data-address]');
    if (!shown) return prompt('Copy this address:', address);
    getSelection()?.selectAllChildren(shown);
    toast('Your browser did not let us copy. The address is selected: press Ctrl+C, or ⌘C on a Mac.');
  }
}
