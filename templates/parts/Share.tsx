import type { WithWords } from '../types.ts';
import { LinkItems } from './Links.tsx';

interface ShareProps extends WithWords {
  readonly title: string;
  /** With scheme and host. */
  readonly url: string;
}

/** Links that share an article without scripts, and two buttons that need them. */
export function Share({ title, url, words: { share: words } }: ShareProps) {
  const [subject, address] = [encodeURIComponent(title), inQuery(url)];
  const services = [
    { title: words.email, path: `mailto:?subject=${subject}&body=${address}` },
    { title: 'Facebook', path: `https://www.facebook.com/sharer/sharer.php?u=${address}` },
    { title: 'X', path: `https://x.com/intent/post?text=${subject}&url=${address}` },
  ];
  return (
    <section className="share screen-only" aria-labelledby="Share">
      <h2 id="Share">{words.title}</h2>
      <ul>
        <LinkItems links={services} />
        <li data-scripted>
          <button className="button" type="button" data-copy={url}>
            {words.copy}
          </button>
        </li>
        <li data-scripted>
          <button className="button" type="button" data-share={url}>
            {words.share}
          </button>
        </li>
      </ul>
    </section>
  );
}

/** Encodes an address as the value of a query parameter, in which slashes and colons may stay. */
const inQuery = (url: string) => encodeURIComponent(url).replaceAll('%3A', ':').replaceAll('%2F', '/');
