import 'react';

// Attributes for invoker commands and light dismissal that the types of React lack:
// https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-command
declare module 'react' {
  interface ButtonHTMLAttributes<T> extends HTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'request-close';
    commandfor?: string;
  }
  interface DialogHTMLAttributes<T> extends HTMLAttributes<T> {
    closedby?: 'any' | 'closerequest' | 'none';
  }
}
