import type { Words } from '../words/words.ts';

interface ShareProps {
  readonly title: string;
  /** With scheme and host. */
  readonly url: string;
  readonly words: Words;
}

/** Links that share an article without scripts, and two buttons that need them. */
export function Share({ title, url, words: { share: words } }: ShareProps) {
  const [subject, address] = [encodeURIComponent(title), inQuery(url)];
  const services = [
    [words.email, `mailto:?subject=${subject}&body=${address}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${address}`],
    ['X', `https://x.com/intent/post?text=${subject}&url=${address}`],
  ];
  return (
    <section className="share screen-only" aria-labelledby="Share">
      <h2 id="Share">{words.title}</h2>
      <ul>
        {services.map(([name, href]) => (
          <li key={name}>
            <a href={href}>{name}</a>
          </li>
        ))}
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

/** Encodes an address as the value of a query parameter, where slashes and colons need no encoding. */
const inQuery = (url: string) => encodeURIComponent(url).replace(/%3A|%2F/g, decodeURIComponent);
