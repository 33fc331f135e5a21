import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { dialled } from '../telephone.ts';
import type { NavItem } from '../types.ts';

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement>;
type ButtonLinkProps = LinkProps & { readonly strong?: boolean };
type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & OwnLine & { readonly strong?: boolean };

/** A link; only its text if there is no address. */
export const OptionalLink = (link: LinkProps) => (link.href ? <a {...link} /> : link.children);

/** A link that looks like a button; a strong one is the main action of its part of the page. */
export const ButtonLink = ({ strong, children, ...link }: ButtonLinkProps) => (
  <a className={strong ? 'button button--strong' : 'button'} {...link}>
    {children}
  </a>
);

interface OwnLine {
  readonly text: string;
}

/** A link in a paragraph of its own. */
export const LinkLine = ({ className, text, ...link }: LinkProps & OwnLine) => (
  <p className={className}>
    <a {...link}>{text}</a>
  </p>
);

export const ButtonLine = ({ text, ...link }: ButtonLinkProps & OwnLine) => (
  <p>
    <ButtonLink {...link}>{text}</ButtonLink>
  </p>
);

/** A button, by default one that submits nothing. */
export const Button = ({ strong, text, ...button }: ButtonProps) => (
  <button className={strong ? 'button button--strong' : 'button'} type="button" {...button}>
    {text}
  </button>
);

interface LinkItemsProps {
  readonly links: readonly NavItem[];
  /** The address of the page, if one of the links leads to it. */
  readonly current?: string | undefined;
}

export const LinkItems = ({ links, current }: LinkItemsProps) =>
  links.map(({ title, path }) => (
    <li key={path}>
      <a href={path} aria-current={path === current ? 'page' : undefined}>
        {title}
      </a>
    </li>
  ));

export const LinkList = ({ className, ...items }: LinkItemsProps & { readonly className?: string }) => (
  <ul className={className}>
    <LinkItems {...items} />
  </ul>
);

/** A link with an e-mail address. If it does not fit on a line, it breaks before the host. */
export function MailLink({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <a href={`mailto:${address}`}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </a>
  );
}

export const PhoneLink = ({ number }: { readonly number: string }) => (
  <a href={`tel:${dialled(number)}`}>{number}</a>
);

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly lines?: readonly string[];
}

/** A link that starts a message, with `%20` for spaces and CR LF for lines: https://www.rfc-editor.org/rfc/rfc6068#section-5 */
export function mailto({ to, subject, lines }: Mail): string {
  const body = lines && `&body=${encodeURIComponent(lines.map(oneLine).join('\r\n'))}`;
  return `mailto:${to}?subject=${encodeURIComponent(oneLine(subject))}${body ?? ''}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
