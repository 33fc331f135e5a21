import { toast } from './toast.ts';

for (const button of document.querySelectorAll<HTMLElement>('[data-copy]'))
  button.addEventListener('click', () => copy(button.dataset.copy ?? ''));

// The share sheet of the device, where it has one.
for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) {
  if (!navigator.share) continue;
  button.dataset.ready = '';
  button.addEventListener('click', () =>
    // Rejects if the sheet was closed.
    navigator.share({ title: document.title, url: button.dataset.share }).then(
      () => toast(scriptWords.shared),
      () => {},
    ),
  );
}

async function copy(address: string) {
  try {
    await navigator.clipboard.writeText(address);
    toast(scriptWords.copied);
  } catch {
    prompt(scriptWords.copyThis, address);
  }
}
