/** Makes each block's toggle a button that says what it expands, and keeps the block in view when it collapses. */
export function toggleFeedBlocks() {
  for (const block of document.querySelectorAll('[data-feed-block]')) {
    const [header, frame, details, summary] = ['header', 'iframe', 'details', 'summary'].map((name) =>
      block.querySelector<HTMLElement>(name),
    );
    if (!header || !frame || !details || !summary) continue;

    frame.id = `${block.getAttribute('aria-labelledby')}-frame`;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = summary.className;
    button.ariaExpanded = String(details.hasAttribute('open'));
    button.setAttribute('aria-controls', frame.id);
    button.append(...summary.childNodes);
    const focused = summary === document.activeElement;
    details.replaceWith(button);
    if (focused) button.focus();

    button.addEventListener('click', () => {
      const expanded = button.ariaExpanded !== 'true';
      button.ariaExpanded = String(expanded);
      if (!expanded) header.scrollIntoView({ block: 'nearest' });
    });
  }
}
