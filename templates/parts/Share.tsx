interface ShareProps {
  readonly title: string;
  /** Whole, with scheme and host. */
  readonly url: string;
}

/** Ways to pass an article on: links that need no script, and two buttons that do. */
export function Share({ title, url }: ShareProps) {
  const [subject, address] = [encodeURIComponent(title), inQuery(url)];
  const services = [
    ['Email', `mailto:?subject=${subject}&body=${address}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${address}`],
    ['X', `https://x.com/intent/post?text=${subject}&url=${address}`],
  ];
  return (
    <section className="share" aria-labelledby="Share">
      <h2 id="Share">Share this article</h2>
      <ul>
        {services.map(([name, href]) => (
          <li key={name}>
            <a href={href}>{name}</a>
          </li>
        ))}
        <li data-scripted>
          <button className="button" type="button" data-copy={url}>
            Copy link
          </button>
        </li>
        <li data-scripted>
          <button className="button" type="button" data-share={url}>
            Share…
          </button>
        </li>
      </ul>
    </section>
  );
}

/** An address as the value in another's query, where slashes and colons may stand as they are. */
const inQuery = (url: string) => encodeURIComponent(url).replace(/%3A|%2F/g, decodeURIComponent);
