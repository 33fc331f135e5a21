import { mailto } from '../mail.ts';
import { NewsletterForm } from '../parts/NewsletterForm.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { telephone } from '../telephone.ts';
import type { Newsletter, PageHead, Site } from '../types.ts';

interface Plan {
  readonly name: string;
  /** In US dollars, as in `8.99`. */
  readonly price: string;
  readonly period?: string;
  readonly features: readonly string[];
  readonly cta?: string;
  readonly popular: boolean;
  /** Where to order it, if not by mail. */
  readonly path?: string;
}

/** Takes orders, by mail or telephone. */
interface Desk {
  readonly email?: string;
  readonly phone?: string;
}

export interface SubscribePageProps extends PageHead {
  readonly plans: readonly Plan[];
  readonly desk: Desk;
  readonly why?: { readonly title: string; readonly items: readonly string[] };
  readonly signIn?: { readonly text?: string; readonly label: string; readonly path: string };
  readonly newsletter?: Newsletter;
  readonly corporate?: {
    readonly title: string;
    readonly text?: string;
    readonly label: string;
    /** Where its button writes to. */
    readonly email?: string;
  };
}

export function SubscribePage({ page, site }: { readonly page: SubscribePageProps; readonly site: Site }) {
  const { plans, desk, why, signIn, newsletter, corporate } = page;
  return (
    <>
      <PageHeader page={page} />
      {plans.length > 0 && (
        <section aria-labelledby="Plans">
          <h2 id="Plans" className="visually-hidden">
            Plans
          </h2>
          <ul className="plans">
            {plans.map((plan) => (
              <li key={plan.name}>
                <PlanCard plan={plan} desk={desk} paper={site.name} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {why && (
        <section aria-labelledby="Why">
          <h2 id="Why">{why.title}</h2>
          <ul className="why">
            {why.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      )}
      {signIn && (
        <p className="sign-in text-links">
          {signIn.text} <a href={signIn.path}>{signIn.label}</a>
        </p>
      )}
      {newsletter && <NewsletterForm newsletter={newsletter} />}
      {corporate && (
        <section className="corporate" aria-labelledby="Corporate">
          <h2 id="Corporate">{corporate.title}</h2>
          {corporate.text && <p>{corporate.text}</p>}
          {corporate.email && (
            <p>
              <a
                className="button"
                href={mailto({ to: corporate.email, subject: 'Corporate subscriptions' })}
              >
                {corporate.label}
              </a>
            </p>
          )}
        </section>
      )}
    </>
  );
}

interface PlanCardProps {
  readonly plan: Plan;
  readonly desk: Desk;
  readonly paper: string;
}

function PlanCard({ plan, desk, paper }: PlanCardProps) {
  const address = plan.path ?? (desk.email && orderLink(plan, desk.email, paper));
  return (
    <article className={plan.popular ? 'plan plan--popular' : 'plan'}>
      {plan.popular && <p className="plan__flag">Most Popular</p>}
      <h3>{plan.name}</h3>
      <p className="plan__price">
        <strong>${plan.price}</strong> {plan.period}
      </p>
      {plan.features.length > 0 && (
        <ul>
          {plan.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      )}
      {address && (
        <p>
          <a className={plan.popular ? 'button button--strong' : 'button'} href={address}>
            {plan.cta ?? 'Subscribe'}
            <span className="visually-hidden"> ({plan.name})</span>
          </a>
          {!plan.path && desk.phone && (
            <span>
              or call <a href={`tel:${telephone(desk.phone)}`}>{desk.phone}</a>
            </span>
          )}
        </p>
      )}
    </article>
  );
}

/** Starts a mail that orders a plan. */
function orderLink({ name, price, period }: Plan, email: string, paper: string): string {
  const plan = [`${name}, $${price}`, period].filter(Boolean).join(' ');
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
