import { mailto } from '../mail.ts';
import { NewsletterForm } from '../parts/NewsletterForm.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { telephone } from '../telephone.ts';
import type { Newsletter, PageHead, Site } from '../types.ts';

interface Plan {
  readonly name: string;
  /** In US dollars, as in `8.99`. */
  readonly price: string;
  readonly period: string;
  readonly features: readonly string[];
  readonly cta: string;
  readonly popular: boolean;
  /** Where to order it, if not by mail. */
  readonly path?: string;
}

/** Takes orders, by mail or telephone. */
interface Desk {
  readonly email: string;
  readonly phone: string;
}

export interface SubscribePageProps extends PageHead {
  readonly plans: readonly Plan[];
  readonly desk: Desk;
  readonly why: { readonly title: string; readonly items: readonly string[] };
  readonly signIn: { readonly text: string; readonly label: string; readonly path: string };
  readonly newsletter: Newsletter;
  readonly corporate: {
    readonly title: string;
    readonly text: string;
    readonly label: string;
    readonly email: string;
  };
}

export function SubscribePage({ page, site }: { readonly page: SubscribePageProps; readonly site: Site }) {
  return (
    <>
      <PageHeader page={page} />
      <section aria-labelledby="Plans">
        <h2 id="Plans" className="visually-hidden">
          Plans
        </h2>
        <ul className="plans">
          {page.plans.map((plan) => (
            <li key={plan.name}>
              <PlanCard plan={plan} desk={page.desk} paper={site.name} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="Why">
        <h2 id="Why">{page.why.title}</h2>
        <ul className="why">
          {page.why.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
      <p className="sign-in text-links">
        {page.signIn.text} <a href={page.signIn.path}>{page.signIn.label}</a>
      </p>
      <NewsletterForm newsletter={page.newsletter} />
      <section className="corporate" aria-labelledby="Corporate">
        <h2 id="Corporate">{page.corporate.title}</h2>
        <p>{page.corporate.text}</p>
        <p>
          <a
            className="button"
            href={mailto({ to: page.corporate.email, subject: 'Corporate subscriptions' })}
          >
            {page.corporate.label}
          </a>
        </p>
      </section>
    </>
  );
}

interface PlanCardProps {
  readonly plan: Plan;
  readonly desk: Desk;
  readonly paper: string;
}

function PlanCard({ plan, desk, paper }: PlanCardProps) {
  return (
    <article className={plan.popular ? 'plan plan--popular' : 'plan'}>
      {plan.popular && <p className="plan__flag">Most Popular</p>}
      <h3>{plan.name}</h3>
      <p className="plan__price">
        <strong>${plan.price}</strong> {plan.period}
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <p>
        <a
          className={plan.popular ? 'button button--strong' : 'button'}
          href={plan.path ?? orderLink(plan, desk, paper)}
        >
          {plan.cta}
          <span className="visually-hidden"> ({plan.name})</span>
        </a>
        {!plan.path && (
          <span>
            or call <a href={`tel:${telephone(desk.phone)}`}>{desk.phone}</a>
          </span>
        )}
      </p>
    </article>
  );
}

/** Starts a mail that orders a plan. */
function orderLink({ name, price, period }: Plan, { email }: Desk, paper: string): string {
  const plan = `${name}, $${price} ${period}`;
  return mailto({
    to: email,
    subject: `Subscribe: ${plan}`,
    lines: [
      `Plan: ${plan}`,
      '',
      `I would like to subscribe to ${paper}.`,
      '',
      'Name: ',
      'Address: ',
      'Phone: ',
    ],
  });
}
