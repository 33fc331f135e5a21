/** Opens dialogs as modals in browsers without invoker commands, which would show them as popovers. */
export function openDialogs() {
  if ('commandForElement' in HTMLButtonElement.prototype) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('[popovertarget]')) {
    const dialog = document.getElementById(button.getAttribute('popovertarget') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) continue;
    button.removeAttribute('popovertarget');
    if (button.getAttribute('popovertargetaction') === 'hide') {
      button.addEventListener('click', () => dialog.close());
    } else {
      button.addEventListener('click', () => dialog.showModal());
      // Safari does not focus a clicked button, and so does not give it the focus back.
      dialog.addEventListener('close', () => button.focus());
    }
  }
}
