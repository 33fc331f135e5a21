import { createContext, type HTMLAttributes, type ReactNode, useContext } from 'react';
import type { Html } from '../types.ts';

/** Renders what many pages show in this form once for all of them, by the object that it shows. */
export const OnceRenderer = createContext<(of: object, form: string, show: () => ReactNode) => Html>(() => {
  throw new Error('OnceRenderer');
});

interface OnceProps extends HTMLAttributes<HTMLElement> {
  readonly as: 'aside' | 'div' | 'section';
  readonly of: object;
  readonly show: () => ReactNode;
}

/** An element whose content many pages show: it is rendered once, for the object and the id of the element. */
export function Once({ as: Element, of, show, ...attributes }: OnceProps) {
  const __html = useContext(OnceRenderer)(of, attributes.id ?? '', show);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html }} />;
}
