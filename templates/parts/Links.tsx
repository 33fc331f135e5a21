import type { AnchorHTMLAttributes } from 'react';
import { dialled } from '../telephone.ts';
import type { NavItem } from '../types.ts';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href?: string | undefined;
}

/** A link; only its text if there is no address. */
export const OptionalLink = ({ children, ...link }: LinkProps) =>
  link.href ? <a {...link}>{children}</a> : children;

/** A link that looks like a button; a strong one is the main action of its part of the page. */
export const ButtonLink = ({ strong, children, ...link }: LinkProps & { readonly strong?: boolean }) => (
  <a className={strong ? 'button button--strong' : 'button'} {...link}>
    {children}
  </a>
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

/** A link with a telephone number. */
export const PhoneLink = ({ number }: { readonly number: string }) => (
  <a href={`tel:${dialled(number)}`}>{number}</a>
);
