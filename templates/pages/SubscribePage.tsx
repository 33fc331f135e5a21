import { NewsletterForm } from '../parts/Forms.tsx';
import { ButtonLine, ButtonLink, mailto, PhoneLink } from '../parts/Links.tsx';
import { PageHeader, Section } from '../parts/PageHeader.tsx';
import type { Newsletter, PageHead, PageProps } from '../types.ts';

interface Plan {
  readonly name: string;
  /** With its currency, as in `$8.99`. */
  readonly price: string;
  /** For programs: `8.99`. */
  readonly amount: string;
  readonly period?: string;
  readonly features: readonly string[];
  readonly cta?: string;
  readonly popular: boolean;
  /** Where to order it, if not by mail. */
  readonly path?: string;
}

export interface SubscribePageProps extends PageHead {
  /** The code of the currency of all plans: `USD`. */
  readonly currency: string;
  readonly plans: readonly Plan[];
  /** Takes orders, by mail or telephone. */
  readonly desk: { readonly email?: string; readonly phone?: string };
  readonly why?: { readonly title: string; readonly items: readonly string[] };
  readonly signIn?: { readonly text?: string; readonly label: string; readonly path: string };
  readonly newsletter?: Newsletter;
  readonly corporate?: {
    readonly title: string;
    readonly text?: string;
    readonly label: string;
    readonly email?: string;
  };
}

export function SubscribePage({ page, site, words }: PageProps<SubscribePageProps>) {
  const { plans, why, signIn, newsletter, corporate } = page;
  return (
    <>
      <PageHeader page={page} words={words} />
      {plans.length > 0 && (
        <section aria-labelledby="Plans">
          <h2 id="Plans" className="visually-hidden">
            {words.plans.title}
          </h2>
          <ul className="plans">
            {plans.map((plan) => (
              <li key={plan.name}>
                <PlanCard plan={plan} page={page} site={site} words={words} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {why && (
        <Section id="Why" title={why.title}>
          <ul className="why">
            {why.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Section>
      )}
      {signIn && (
        <p className="sign-in text-links">
          {signIn.text} <a href={signIn.path}>{signIn.label}</a>
        </p>
      )}
      {newsletter && <NewsletterForm newsletter={newsletter} words={words} />}
      {corporate && (
        <Section id="Corporate" title={corporate.title} className="corporate">
          {corporate.text && <p>{corporate.text}</p>}
          {corporate.email && (
            <ButtonLine
              href={mailto({ to: corporate.email, subject: words.plans.corporate })}
              text={corporate.label}
            />
          )}
        </Section>
      )}
    </>
  );
}

function PlanCard({
  plan,
  page: { desk },
  site,
  words: { plans: words },
}: PageProps<SubscribePageProps> & { readonly plan: Plan }) {
  const order = [`${plan.name}, ${plan.price}`, plan.period].filter(Boolean).join(' ');
  const subject = words.order.subject(order);
  const lines = words.order.lines(order, site.name);
  const address = plan.path ?? (desk.email && mailto({ to: desk.email, subject, lines }));
  return (
    <article className={plan.popular ? 'plan plan--popular' : 'plan'}>
      {plan.popular && <p className="plan__flag">{words.popular}</p>}
      <h3>{plan.name}</h3>
      <p className="plan__price">
        <strong>{plan.price}</strong> {plan.period}
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
          <ButtonLink strong={plan.popular} href={address}>
            {plan.cta ?? words.subscribe}
            <span className="visually-hidden"> ({plan.name})</span>
          </ButtonLink>
          {!plan.path && desk.phone && (
            <span>
              {words.byPhone} <PhoneLink number={desk.phone} />
            </span>
          )}
        </p>
      )}
    </article>
  );
}
