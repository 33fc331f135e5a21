/** Shows of the campaigns of each place one by chance, as often as their shares say. */
for (const place of document.querySelectorAll<HTMLElement>('.campaign[data-share]')) {
  const all = [place, ...place.querySelectorAll('template')];
  let left = Math.random() * all.reduce((sum, { dataset }) => sum + Number(dataset.share), 0);
  const chosen = all.find(({ dataset }) => {
    left -= Number(dataset.share);
    return left < 0;
  });
  if (chosen instanceof HTMLTemplateElement) place.replaceChildren(chosen.content);
}
