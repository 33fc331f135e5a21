import type { Picture } from '../../templates/types.ts';
import type { SharedLinks } from '../checks/links-in.ts';
import type { PrintedPage } from './print-page.ts';
import type { SiteParts } from './render.tsx';
import type { PageText } from './slots.ts';
import type { Place, PutFile, SystemFault } from './write.ts';

// What the threads that print pages are told, and what they answer.

/** What is known of a page once its file is written. */
export type Printed = Omit<PrintedPage, 'html'>;

/** What all pages share. */
export interface Setup {
  readonly parts: SiteParts;
  readonly pictures: readonly (readonly [path: string, picture: Omit<Picture, 'alt'>])[];
}

/** A page to print. */
export interface Job extends PageText {
  readonly id: number;
  /** Nowhere if it is only to be counted. */
  readonly place: Place | undefined;
}

/** What became of a batch of jobs; the others of a batch are not begun after a fault. */
export interface Answer {
  readonly answers: readonly (
    | { readonly id: number; readonly put: PutFile | SystemFault; readonly printed: Printed }
    | {
        readonly id: number;
        readonly fault: { readonly message: string; readonly stack: string | undefined };
      }
  )[];
  /** The links of shared parts that no answer before had. */
  readonly newParts: SharedLinks;
}
