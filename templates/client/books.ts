const placeholder = '/art/cover-missing.svg';

// Covers that fail to load, or have failed already, are replaced by the placeholder.
for (const image of document.querySelectorAll<HTMLImageElement>('[data-covers] img')) {
  const replace = () => {
    for (const source of image.closest('picture')?.querySelectorAll('source') ?? []) source.remove();
    image.removeAttribute('srcset');
    image.src = placeholder;
  };
  // Once: the placeholder may fail as well.
  image.addEventListener('error', replace, { once: true });
  if (image.complete && image.naturalWidth === 0) replace();
}
