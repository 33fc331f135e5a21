import { NotFoundPage } from '../../templates/pages/NotFoundPage.tsx';
import { definePageKind } from './page-kind.ts';

/** What hosts show for unknown addresses. */
export const notFound = definePageKind({
  name: 'not-found',
  summary: 'what is shown for unknown addresses, at `/404`',
  address: '/404',
  isHidden: true,
  fields: {},
  props:
    () =>
    ({ head }) => ({ ...head(), hasNoAddress: true, hasWholeTitle: true }),
  component: NotFoundPage,
});
